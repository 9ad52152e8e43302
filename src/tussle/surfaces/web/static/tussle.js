/* What the table page does beyond its forms: it hears the stream, says each event once, keeps the focus, and knows
   a few keys. Without it everything works all the same. */
(() => {
  "use strict";
  const find = (selector) => document.querySelector(selector);
  const page = () => find("#page");

  // The stream

  function refresh() {
    const again = find("#again");
    if (again) htmx.trigger(again, "refresh");
  }

  function say(sentence) {
    const live = find("#said");
    if (live && sentence) live.textContent = sentence;
  }

  function heard(event) {
    const told = JSON.parse(event.detail.data);
    const lines = told.lines.map((line) => line[0]).filter((line) => !/^Round \d+: /.test(line));
    say(lines.length ? lines[lines.length - 1] : `Event ${told.event}: something was taken back or set.`);
    latest = told.event;
    catchUp();
  }

  function catchUp() {
    if (!page() || Number(page().dataset.event) < latest) refresh();
  }

  // htmx goes on with a stream that breaks off, and gives up one that does not begin: a server may just be starting

  let latest = 0;
  let hearing = false;

  function listen() {
    const live = find("#live");
    if (live && !hearing) htmx.trigger(live, "listen");
  }

  document.addEventListener("htmx:sse:after:connection", () => {
    hearing = true;
  });
  document.addEventListener("htmx:sse:close", () => {
    hearing = false;
  });
  document.addEventListener("htmx:finally:request", (event) => {
    const response = event.detail.ctx.response;
    const refused = response && response.status >= 400 && response.status < 500 && response.status !== 429;
    if (refused) return;
    if (event.target.id === "live" && !hearing) setTimeout(listen, 1000 + 1000 * Math.random());
    if (event.target.id === "again") setTimeout(catchUp, 1000);
  });

  // An answer that was long on its way never puts an older page over a newer one

  document.addEventListener("htmx:before:swap", (event) => {
    const found = /data-event="(\d+)"/.exec((event.detail.ctx && event.detail.ctx.text) || "");
    if (found && page() && Number(found[1]) < Number(page().dataset.event)) event.preventDefault();
  });

  document.addEventListener("step", heard);
  document.addEventListener("resync", refresh);
  document.addEventListener("gone", () => location.reload());

  // Focus: what had it keeps it; where that is gone, what is due gets it

  function due() {
    return (
      find("#problem") || find("#dice .face") || find("#choice button") || find("#acts button") || find("#end-turn") ||
      find("#h-turn")
    );
  }

  let focused = "";
  document.addEventListener("focusin", (event) => {
    focused = event.target.id || "";
  });

  document.addEventListener("htmx:after:swap", (event) => {
    const source = event.detail.ctx && event.detail.ctx.sourceElement;
    if (source && source.matches("form") && source.isConnected && !find("#problem")) source.reset();
    dress(source && source.id === "advise");
    if (document.activeElement && document.activeElement !== document.body) return;
    const same = focused && document.getElementById(focused);
    const target = same && !same.disabled && !find("#problem") ? same : due();
    if (target) target.focus({ preventScroll: target.id === "h-turn" });
  });

  // Keys

  const typing = (element) => element && element.matches("input:not([type=checkbox]):not([type=radio]), textarea, select");

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    if (event.key === "Escape") {
      document.querySelectorAll("details.pop[open]").forEach((pop) => {
        pop.open = false;
        pop.querySelector("summary").focus();
      });
      return;
    }
    if (event.altKey && event.code === "KeyN") return press(event, find("[data-key-back]"));
    if (event.altKey) return;
    const face = document.activeElement && document.activeElement.classList.contains("face");
    if (event.key === "d" && face) return press(event, find("[data-key-dice]"));
    if (typing(document.activeElement)) return;
    if (event.key === "n") press(event, find("[data-key-next]"));
    else if (event.key === "d") {
      const first = find("#dice .face");
      if (first) {
        event.preventDefault();
        first.focus();
      }
    } else if (event.key === "?") press(event, find("[data-key-help]"));
  });

  function press(event, button) {
    if (!button || button.disabled) return;
    event.preventDefault();
    button.click();
  }

  // Copying, where the clipboard is allowed; where it is not, the text is selected to be copied by hand

  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-copies]");
    if (button) {
      const text = document.getElementById(button.dataset.copies);
      text.focus();
      text.select();
      try {
        await navigator.clipboard.writeText(text.value);
        button.textContent = "Copied";
      } catch {
        button.textContent = document.execCommand("copy") ? "Copied" : "Selected: press ctrl c";
      }
    } else if (event.target.matches("[data-copy]")) event.target.select();
    else if (event.target.closest("[data-print]")) window.print();
    document.querySelectorAll("details.pop[open]").forEach((pop) => {
      if (!pop.contains(event.target)) pop.open = false;
    });
  });

  document.addEventListener("change", (event) => {
    if (!event.target.matches("[data-goal]")) return;
    advised = "";
    event.target.form.requestSubmit();
  });

  let advised = "";

  function dress(again) {
    document.querySelectorAll("[data-copies], [data-print]").forEach((button) => {
      button.hidden = false;
    });
    if (page() && find("#unpriced")) setTimeout(refresh, 1500);
    const advising = find("[data-advising]");
    if (advising && advising.dataset.advising !== advised) {
      advised = advising.dataset.advising;
      htmx.trigger(find("#advise"), "ask");
    } else if (advising && again) {
      setTimeout(() => {
        advised = "";
        dress();
      }, 2000); // the queue was long
    }
  }

  // htmx begins when the document is there, and only then hears what it is asked
  document.addEventListener("DOMContentLoaded", () => setTimeout(dress, 0, false));
})();

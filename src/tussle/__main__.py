"""`python -m tussle` is the command `tussle`."""

from tussle.surfaces.cli import main

if __name__ == "__main__":
    main()

"""`python -m assistant` and the command `fala`."""

from assistant.cli import main

if __name__ == "__main__":
    main()

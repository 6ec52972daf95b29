"""`python -m assay` is `assay`."""

from assay.cli.main import main

if __name__ == "__main__":
    main()

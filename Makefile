# Two commands matter: `make demo` (a whole hand at a virtual table) and `make test`. Each sets everything up by itself.
PYTHON ?= python3
VENV := .venv/bin
TRAIN := .venv-train/bin

.PHONY: help demo test test-all lint deps setup setup-test setup-all setup-train train bars rules-report clean

help:            ## this list
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' Makefile | expand -t 16

demo: setup      ## play a hand at a virtual table; your phone may take a seat
	@$(VENV)/fala demo $(ARGS)

deps:            ## install the Debian packages of packages.txt that are missing (asks for sudo once)
	@$(PYTHON) tools/setup.py deps test

setup:
	@$(PYTHON) tools/setup.py install play

setup-test:
	@$(PYTHON) tools/setup.py install test

setup-all:
	@$(PYTHON) tools/setup.py install all

setup-train:
	@$(PYTHON) tools/setup.py install train

lint: setup-test ## ruff and mypy --strict
	@$(VENV)/ruff check .
	@$(VENV)/mypy

test: lint       ## everything but training and the long runs
	@$(VENV)/pytest -m "not slow and not train" $(ARGS)

test-all: setup-all setup-train ## the long tests, then the training code with torch in an environment of its own
	@$(VENV)/pytest -m "slow and not train" $(ARGS)
	@$(TRAIN)/pytest -m train $(ARGS)

train: setup-train ## train detector and reader from nothing (hours without a GPU)
	@$(TRAIN)/python -m assistant.vision.train detector $(ARGS)
	@$(TRAIN)/python -m assistant.vision.train reader $(ARGS)

bars: setup-test ## the long proofs: hundreds of kills, nights, deals and faults (by hand; hours)
	@$(VENV)/python tests/bank/bank_bars.py $(ARGS)
	@$(VENV)/python -m assistant.dealer.proving all

rules-report: setup-test ## which rule is proved by which test
	@$(VENV)/python tools/rules_report.py

clean:           ## forget the environments and what tests left behind
	rm -rf .venv .venv-train artifacts .pytest_cache .mypy_cache .ruff_cache .hypothesis

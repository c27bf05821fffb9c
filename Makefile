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
	@$(VENV)/pytest -m "not slow and not train and not bar" $(ARGS)

test-all: setup-all setup-train ## the long tests, then the training code with torch in an environment of its own
	@$(VENV)/pytest -m "slow and not train and not bar" $(ARGS)
	@$(TRAIN)/pytest -m train $(ARGS)

NEW := runs/models
train: setup-train ## detector and readers from nothing into runs/models (hours without a GPU), compared with those in models
	@$(TRAIN)/python -m assistant.vision.train scenes --chunks 440
	@$(TRAIN)/python -m assistant.vision.train detector $(ARGS)
	@$(TRAIN)/python -m assistant.vision.train export runs/detector/last.ckpt --to $(NEW)
	@$(TRAIN)/python -m assistant.vision.train reader --minutes 90 --svg-weight 4 --rate 0.002 --out $(NEW)
	@$(TRAIN)/python -m assistant.vision.train.reader_calibrate --scenes 460 --models $(NEW)
	@$(TRAIN)/python -m assistant.vision.train reader --what face --minutes 60 --rate 0.002 --resume $(NEW)/reader.pt --out $(NEW)
	@$(TRAIN)/python -m assistant.vision.train.face_calibrate --scenes 340 --models $(NEW)
	@$(TRAIN)/python -m assistant.vision.train.heldout --n 150 --models $(NEW) --against models

bars: setup-test ## the long proofs: hundreds of kills, nights, deals and faults (by hand; hours)
	@$(VENV)/python tests/bank/bank_bars.py $(ARGS)
	@PYTHONPATH=tests $(VENV)/python tests/web/weigh.py
	@PYTHONPATH=tests $(VENV)/python tests/web/comeback.py 30
	@$(VENV)/python tests/vision/peeks.py 200
	-@$(VENV)/python tests/vision/odd_decks.py 12
	-@$(VENV)/python tests/vision/deck_faults.py 200 1
	-@$(VENV)/python tests/vision/stack_bars.py 100 0
	@$(VENV)/python tests/records/tampering.py
	@$(VENV)/python tests/records/histories.py
	@$(VENV)/python tests/records/showdowns.py
	@PYTHONPATH=tests $(VENV)/python tests/records/long_night.py
	@$(VENV)/python -m assistant.dealer.proving all
	@$(VENV)/python -m assistant.bench.kills --n 100
	@$(VENV)/fala bench faults
	@$(VENV)/fala bench latency --minutes 60
	@for seed in 11 21 31; do $(VENV)/fala soak --hours 6 --seed $$seed || exit 1; done

rules-report: setup-test ## which rule is proved by which test
	@$(VENV)/python tools/rules_report.py

clean:           ## forget the environments and what tests left behind
	rm -rf .venv .venv-train artifacts .pytest_cache .mypy_cache .ruff_cache .hypothesis

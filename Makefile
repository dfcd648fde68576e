# Builds one self-contained program, as OpenBench asks: make EXE=name
# Needs cargo and nothing else: no git, no scripts, no network but cargo's own.

EXE ?= cb2026
CARGO ?= cargo

ifeq ($(OS),Windows_NT)
    SUFFIX := .exe
endif

# A name that already ends in the suffix keeps it once.
NAME := $(patsubst %$(SUFFIX),%,$(EXE))$(SUFFIX)

.PHONY: all build test clean

all: build

build:
	$(CARGO) rustc --release -p cb2026 --bin cb2026 -- -C target-cpu=native --emit link=$(NAME)

test:
	$(CARGO) test --workspace --release

clean:
	$(CARGO) clean

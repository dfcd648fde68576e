# Builds one self-contained program, as OpenBench asks: make EXE=name
# Needs cargo and nothing else: no version control, no scripts.

EXE ?= cb2026
CARGO ?= cargo

ifeq ($(OS),Windows_NT)
    SUFFIX := .exe
endif

# A name that already ends in the suffix keeps it once.
NAME := $(patsubst %$(SUFFIX),%,$(EXE))$(SUFFIX)

# EVALFILE=path embeds that network instead of the default one.
ifneq ($(strip $(EVALFILE)),)
    override EVALFILE := $(abspath $(EVALFILE))
    export EVALFILE
endif

.PHONY: all build test clean

all: build

# Cargo does not look whether the file it linked last time is still there; touching a source makes it link again.
build:
	@test -f "$(NAME)" || touch crates/cb2026/src/main.rs
	$(CARGO) rustc --release --locked -p cb2026 --bin cb2026 -- -C target-cpu=native --emit link="$(NAME)"

test:
	$(CARGO) test --workspace --profile quick --locked

clean:
	$(CARGO) clean

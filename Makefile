# Broadside. `make help` lists the targets; sources are found, not listed.
SHELL = /bin/bash
.DELETE_ON_ERROR:
.SUFFIXES:

CC      ?= gcc
BUILD   ?= build
OPT     ?= -O2
CFLAGS  ?= $(OPT) -g
WARN    = -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes \
          -Wundef -Wwrite-strings -Wvla -fno-common $(if $(CI),-Werror)
ENGINE_DIRS = src/base src/core src/rnr src/rnr/cardtext src/revolution
ALL_CFLAGS  = -std=c17 $(WARN) $(CFLAGS) -MMD -MP -D_GNU_SOURCE -Iinclude -I$(BUILD)/gen $(addprefix -I,$(SRC_DIRS)) $(EXTRA)
LIBS    = -lmsgpackc -lcmark -lz -lmd -lxxhash

SRC_DIRS := $(sort $(dir $(wildcard src/*/ src/*/*/)))
SRC_DIRS := $(patsubst %/,%,$(filter-out %/data/,$(SRC_DIRS)))
SOURCES  := $(sort $(wildcard src/*.c $(addsuffix /*.c,$(SRC_DIRS))))
OBJECTS  := $(SOURCES:%.c=$(BUILD)/%.o)
LIB_OBJECTS := $(filter-out $(BUILD)/src/cli/main.o,$(OBJECTS))
UNIT_TESTS  := $(sort $(wildcard tests/unit/test_*.c))
GAMES_DATA  := $(patsubst src/%/data,%,$(wildcard src/*/data))
GENERATED   := $(GAMES_DATA:%=$(BUILD)/gen/%_data.h) $(BUILD)/gen/templates.h

all: $(BUILD)/broadside  ## build build/broadside

$(BUILD)/broadside: $(OBJECTS)
	$(CC) $(CFLAGS) -o $@ $^ $(LIBS)

$(BUILD)/src/%.o: src/%.c Makefile | $(GENERATED)
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) $(if $(filter-out fs,$(basename $(notdir $<))),$(if $(filter $(ENGINE_DIRS),$(patsubst %/,%,$(dir $<))),-include src/base/banned.h)) -c -o $@ $<

# Data files become C strings; one header a game: editions, card sets, decks; and one for the templates.
embed = { printf 'static const char *const %s[] = {\n' $(1); for f in $(2); do \
          sed -e 's/\\/\\\\/g; s/"/\\"/g; s/^/"/; s/$$/\\n"/' $$f; echo ','; done; echo 'NULL};'; }

$(BUILD)/gen/%_data.h: $(wildcard src/*/data/*) Makefile
	@mkdir -p $(@D)
	@{ $(call embed,$*_edition_texts,$$(ls src/$*/data/*.edition 2>/dev/null)); \
	   $(call embed,$*_set_texts,$$(ls src/$*/data/*.cards.md 2>/dev/null)); \
	   $(call embed,$*_deck_texts,$$(ls src/$*/data/*.deck 2>/dev/null)); } > $@

$(BUILD)/gen/templates.h: $(wildcard templates/* templates/*/*) Makefile
	@mkdir -p $(@D)
	@{ printf 'static const char *const template_names[] = {\n'; \
	   for f in $$(find templates -type f | LC_ALL=C sort); do echo "\"$${f#templates/}\","; done; echo 'NULL};'; \
	   $(call embed,template_texts,$$(find templates -type f | LC_ALL=C sort)); } > $@

$(BUILD)/unit/%: tests/unit/%.c $(LIB_OBJECTS)
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -Itests/unit -o $@ $(filter %.c,$^) $(LIB_OBJECTS) $(LIBS) -lcriterion

unit: $(UNIT_TESTS:tests/unit/%.c=$(BUILD)/unit/%)  ## run the unit tests
	@for t in $^; do echo "== $$t"; $$t --timeout 60 || exit 1; done

clean:  ## remove the build folder
	rm -rf build

help:  ## list the targets
	@awk -F':.*## ' '/^[a-z-]+:.*## /{printf "  make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

.PHONY: all unit clean help
-include $(OBJECTS:.o=.d)

# Broadside. `make help` lists the targets; sources, tests and data are found, not listed.
SHELL = /bin/bash
.DELETE_ON_ERROR:
.SUFFIXES:
.SECONDARY:
# What a user has set for broadside changes nothing that is made or tested here.
export BRS_NO_CONFIG = yes

ifeq ($(origin CC),default)
CC = gcc
endif
BUILD  ?= build
OPT    ?= -O3
SAN    ?=
# The same objects make the program and the shared library: calls within stay direct, so it costs nothing.
PIC     = -fPIC -fno-semantic-interposition
CFLAGS ?= $(OPT) -g
WARN    = -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes \
          -Wundef -Wwrite-strings -Wvla -fno-common $(if $(CI),-Werror)
ALL_CFLAGS = -std=c17 $(WARN) $(CFLAGS) $(SAN) $(PIC) -ffile-prefix-map=$(CURDIR)=. -MMD -MP -D_GNU_SOURCE -D_FILE_OFFSET_BITS=64 -Iinclude -I$(BUILD)/gen $(addprefix -I,$(SRC_DIRS)) $(EXTRA)
HARDEN  = -Wl,-z,relro,-z,now
LIBS    = -lmsgpackc -lcmark -lpng16 -lminizip -lz -lm -lmd -lxxhash -lutf8proc
# Short lines while building; V=1 shows the commands.
Q    = $(if $(V),,@)
TELL = $(if $(V),:,echo)
PARALLEL = $(if $(findstring j,$(firstword -$(MAKEFLAGS))),,-j$(shell nproc 2>/dev/null || echo 1))
SUBMAKE  = $(MAKE) --no-print-directory

SRC_DIRS := $(patsubst %/,%,$(filter-out %/data/,$(sort $(dir $(wildcard src/*/ src/*/*/)))))
SRC_DIRS := $(filter-out src,$(SRC_DIRS))
# A program of the build, not of what is built.
EMBED    := src/rnr/cardtext/rnr_embed.c
SOURCES  := $(filter-out $(EMBED),$(sort $(wildcard src/*.c $(addsuffix /*.c,$(SRC_DIRS)))))
OBJECTS  := $(SOURCES:%.c=$(BUILD)/%.o)
MAIN     := $(BUILD)/src/cli/main.o
LIBRARY  := $(BUILD)/libbroadside.a
INNER    := $(filter-out $(BUILD)/src/cli/%,$(OBJECTS))
SHARED   := $(BUILD)/lib/libbroadside.so $(BUILD)/lib/libbroadside.a
# A program with sanitizers cannot be static, nor its library be linked by one without them.
PACKAGED  = $(if $(SAN),,$(SHARED) $(BUILD)/static/broadside)
SONAME   := libbroadside.so.$(firstword $(subst ., ,$(shell packaging/version.sh)))
PROGRAMS := $(BUILD)/broadside
UNIT     := $(patsubst tests/unit/%.c,$(BUILD)/unit/%,$(sort $(wildcard tests/unit/test_*.c)))
SCENARIOS := $(BUILD)/scenarios
FUZZ     := $(BUILD)/fuzz
HOSTILE  := $(BUILD)/hostile
DAMAGE   := $(BUILD)/damage
FAULTS   := $(BUILD)/inject $(BUILD)/alloc.so $(BUILD)/apart.so $(BUILD)/surroundings.so
PROPERTIES := $(BUILD)/properties
DATA_DIRS := $(wildcard src/*/data)
GENERATED := $(patsubst src/%/data,$(BUILD)/gen/%_data.h,$(DATA_DIRS)) $(BUILD)/gen/templates.h $(BUILD)/gen/languages.h $(BUILD)/gen/selftest.h

# The engine may use no clock, locale or unstable order: base (but fs*.c), core and the games see banned.h first.
ENGINE  := $(filter-out src/base/fs.c src/base/fs_%.c,$(filter src/base/% src/core/% $(patsubst %/data,%/%,$(DATA_DIRS)),$(SOURCES)))

all: $(BUILD)/broadside  ## build build/broadside
	@:

$(BUILD)/broadside: $(MAIN) $(LIBRARY)
	@$(TELL) "  link    $@"
	$(Q)$(CC) $(CFLAGS) $(SAN) $(HARDEN) -o $@ $^ $(LIBS)

$(LIBRARY): $(filter-out $(MAIN),$(OBJECTS))
	@rm -f $@
	@$(TELL) "  archive $@"
	$(Q)$(AR) rcs $@ $^

$(BUILD)/src/%.o: src/%.c Makefile | $(GENERATED)
	@mkdir -p $(@D)
	@$(TELL) "  compile $<"
	$(Q)$(CC) $(ALL_CFLAGS) $(if $(filter $<,$(ENGINE)),-include src/base/banned.h) -c -o $@ $<

# ---- what others link: the same objects without the commands, and only the names that a header tells of ------
$(BUILD)/lib/symbols: $(INNER) $(wildcard include/broadside/*.h) packaging/symbols.sh
	@mkdir -p $(@D)
	@packaging/symbols.sh $(INNER) > $@

$(BUILD)/lib/libbroadside.so: $(BUILD)/lib/symbols
	@$(TELL) "  link    $@"
	@{ echo 'BROADSIDE_0 { global:'; sed 's/$$/;/' $<; echo 'local: *; };'; } > $(@D)/libbroadside.map
	$(Q)$(CC) $(CFLAGS) $(SAN) -shared -Wl,-soname,$(SONAME) -Wl,--version-script=$(@D)/libbroadside.map \
	  $(HARDEN) -o $@ $(INNER) $(LIBS)

$(BUILD)/lib/libbroadside.a: $(BUILD)/lib/symbols
	@$(TELL) "  archive $@"
	$(Q)$(CC) -r -nostdlib -o $(@D)/broadside.o $(INNER)
	@objcopy --keep-global-symbols=$< $(@D)/broadside.o
	@rm -f $@
	@$(AR) rcsD $@ $(@D)/broadside.o

# Nothing of the system is needed to run it.
$(BUILD)/static/broadside: $(MAIN) $(LIBRARY)
	@mkdir -p $(@D)
	@$(TELL) "  link    $@"
	$(Q)$(CC) $(CFLAGS) $(SAN) -static -o $@ $^ $(LIBS)

# ---- data files become C strings --------------------------------------------------------------------
# One header a game: editions, card sets, decks; and one for the templates. Folders are prerequisites
# so that a removed file counts as a change.
embed = { printf 'static const char *const %s[] = {\n' $(1); for f in $(2); do \
          sed -e 's/\\/\\\\/g; s/"/\\"/g; s/^/"/; s/$$/\\n"/' $$f; echo ','; done; echo 'NULL};'; }
LONG_STRINGS = printf '%s\n' '\#pragma GCC diagnostic ignored "-Woverlength-strings"'

$(BUILD)/gen/%_data.h: Makefile $(DATA_DIRS) $(wildcard src/*/data/*)
	@mkdir -p $(@D)
	@export LC_ALL=C; { $(LONG_STRINGS); \
	   $(call embed,$*_edition_texts,$$(ls src/$*/data/*.edition 2>/dev/null)); \
	   $(call embed,$*_set_texts,$$(ls src/$*/data/*.cards.md 2>/dev/null)); \
	   $(call embed,$*_deck_texts,$$(ls src/$*/data/*.deck 2>/dev/null)); } > $@

# The built-in card files, compiled to a C table by the compiler of card texts itself. It runs here and now: a build for
# another machine names that of a build for this one (EMBEDDER=build/embed).
EMBEDDER ?= $(BUILD)/embed
$(BUILD)/embed: $(patsubst %.c,$(BUILD)/%.o,$(EMBED) src/rnr/rnr_summary.c $(filter src/rnr/cardtext/% src/base/%,$(SOURCES)))
	@$(TELL) "  link    $@"
	$(Q)$(CC) $(CFLAGS) $(SAN) -o $@ $^ $(LIBS)

$(BUILD)/gen/rnr_sets.h: $(EMBEDDER)
	@LLVM_PROFILE_FILE=/dev/null $< > $@

$(BUILD)/src/rnr/rnr_game.o: $(BUILD)/gen/rnr_sets.h

$(BUILD)/gen/templates.h: Makefile $(wildcard templates templates/* templates/*/*)
	@mkdir -p $(@D)
	@{ $(LONG_STRINGS); printf 'static const char *const template_names[] = {\n'; \
	   for f in $$(find templates -type f 2>/dev/null | LC_ALL=C sort); do echo "\"$${f#templates/}\","; done; \
	   echo 'NULL};'; $(call embed,template_texts,$$(find templates -type f 2>/dev/null | LC_ALL=C sort)); } > $@

$(BUILD)/gen/languages.h: Makefile languages $(wildcard languages/*.words)
	@mkdir -p $(@D)
	@{ $(LONG_STRINGS); printf 'static const char *const language_names[] = {\n'; \
	   for f in $$(cd languages && ls *.words 2>/dev/null | LC_ALL=C sort); do echo "\"$$f\","; done; \
	   echo 'NULL};'; $(call embed,language_texts,$$(ls languages/*.words 2>/dev/null | LC_ALL=C sort)); } > $@

# Every 50th replay of each folder, and the hashes that were released, for broadside selftest.
$(BUILD)/gen/selftest.h: Makefile replays/released.txt $(wildcard replays/*/)
	@mkdir -p $(@D)
	@export LC_ALL=C; n=0; { \
	  echo 'typedef struct { const char *name; const unsigned char *bytes; unsigned long len; } selftest_replay;'; \
	  echo 'static const char *const selftest_sets[] = {'; sed -n 's/^set \(.*\)$$/"\1",/p' replays/released.txt; echo 'NULL};'; \
	  for f in $$(ls replays/*/*.replay | awk -F/ '$$2 != folder { folder = $$2; i = 0 } i++ % 50 == 0'); do \
	    echo "static const unsigned char selftest_$$n[] = {"; od -An -v -tx1 $$f | sed 's/ \(..\)/0x\1,/g'; echo '};'; \
	    rows="$$rows{\"$${f#replays/}\", selftest_$$n, sizeof selftest_$$n}, "; n=$$((n + 1)); done; \
	  echo "static const selftest_replay selftest_replays[] = {$$rows{0, 0, 0}};"; } > $@

# ---- packages -----------------------------------------------------------------------------------------
BUILD_PACKAGES = gcc libc6-dev libmsgpack-dev libcmark-dev zlib1g-dev libpng-dev libminizip-dev libmd-dev libxxhash-dev libutf8proc-dev
TEST_PACKAGES  = libcriterion-dev python3 python3-jsonschema mandoc
CHECK_PACKAGES = clang clang-format zsh fish
DEB_PACKAGES   = dpkg-dev lintian
BOOK_PACKAGES  = epubcheck
PRINT_PACKAGES = chromium poppler-utils
PORT_PACKAGES  = gcc-i686-linux-gnu libc6-dev-i386-cross gcc-s390x-linux-gnu libc6-dev-s390x-cross qemu-user

# Says and installs what is missing of the packages $(1); elsewhere than on Debian it only says what it wants.
install = if ! command -v dpkg-query > /dev/null; then echo "This is not Debian; needed here: $(1)"; exit 0; fi; \
	missing=; for p in $(1); do \
	  dpkg-query -W -f='$${Status}' $$p 2> /dev/null | grep -q ' installed$$' || missing="$$missing $$p"; done; \
	if [ -n "$$missing" ]; then echo "installing the Debian packages$$missing"; \
	  root=; [ "$$(id -u)" = 0 ] || root=sudo; export DEBIAN_FRONTEND=noninteractive; \
	  $$root apt-get update -qq && $$root apt-get install -y -qq -o Dpkg::Use-Pty=0 --no-install-recommends $$missing > /dev/null; fi

deps:  ## install the Debian packages that are missing, as root or through sudo
	@$(call install,$(BUILD_PACKAGES) $(TEST_PACKAGES))
	@echo "all packages are there: $(BUILD_PACKAGES) $(TEST_PACKAGES)"

deps-build:
	@$(call install,$(BUILD_PACKAGES))

deps-test:
	@$(call install,$(BUILD_PACKAGES) $(TEST_PACKAGES))

deps-check:
	@$(call install,$(BUILD_PACKAGES) $(TEST_PACKAGES) $(CHECK_PACKAGES))

# ---- tests ----------------------------------------------------------------------------------------------
# What else a test is linked with stands in its lines "// link:".
$(BUILD)/unit/%: tests/unit/%.c $(LIBRARY)
	@mkdir -p $(@D)
	@$(TELL) "  test    $<"
	$(Q)$(CC) $(ALL_CFLAGS) -Itests/unit -o $@ $< $(LIBRARY) $(LIBS) -lcriterion `sed -n 's,^// link: ,,p' $<`

$(BUILD)/scenarios: $(wildcard tests/scenarios/*.[ch]) $(LIBRARY)
	@$(TELL) "  test    $@"
	$(Q)$(CC) $(ALL_CFLAGS) -MF $@.d -o $@ $(filter %.c,$^) $(LIBRARY) $(LIBS)

# What any bytes must not break. With clang the same targets run under libFuzzer too: make fuzz.
FUZZ_SOURCES := $(filter-out %/fuzz_main.c %/fuzz_clang.c,$(wildcard tests/fuzz/*.c))
$(BUILD)/fuzz: $(FUZZ_SOURCES) tests/fuzz/fuzz_main.c tests/fuzz/fuzz.h tests/fuzz/fuzz_bench.h $(LIBRARY)
	@$(TELL) "  test    $@"
	$(Q)$(CC) $(ALL_CFLAGS) -MF $@.d -o $@ $(FUZZ_SOURCES) tests/fuzz/fuzz_main.c $(LIBRARY) $(LIBS)

$(BUILD)/hostile: tests/hostile/hostile.c tests/fuzz/fuzz_seeds.c tests/fuzz/fuzz_dice.c tests/unit/replay_forge.h $(LIBRARY)
	@$(TELL) "  test    $@"
	$(Q)$(CC) $(ALL_CFLAGS) -Itests/fuzz -Itests/unit -isystem tests/plain -MF $@.d -o $@ $(filter %.c,$^) $(LIBRARY) $(LIBS)

$(BUILD)/damage: tests/damage/damage.c tests/unit/replay_forge.h $(LIBRARY)
	@$(TELL) "  test    $@"
	$(Q)$(CC) $(ALL_CFLAGS) -Itests/unit -isystem tests/plain -MF $@.d -o $@ $(filter %.c,$^) $(LIBRARY) $(LIBS)

$(BUILD)/surroundings.so: tests/site/surroundings.c
	@$(TELL) "  test    $@"
	$(Q)$(CC) $(ALL_CFLAGS) $(if $(SAN),-fno-sanitize=all) -shared -MF $@.d -o $@ $<

# They work on the program from outside, so they have no sanitizers of their own.
$(BUILD)/inject: tests/faults/inject.c
	@$(TELL) "  test    $@"
	$(Q)$(CC) $(ALL_CFLAGS) $(if $(SAN),-fno-sanitize=all) -MF $@.d -o $@ $<

$(BUILD)/alloc.so: tests/faults/alloc.c
	@$(TELL) "  test    $@"
	$(Q)$(CC) $(ALL_CFLAGS) $(if $(SAN),-fno-sanitize=all) -shared -MF $@.d -o $@ $<

$(BUILD)/apart.so: tests/hostile/apart.c
	@$(TELL) "  test    $@"
	$(Q)$(CC) $(ALL_CFLAGS) $(if $(SAN),-fno-sanitize=all) -shared -MF $@.d -o $@ $<

$(BUILD)/promise: tests/promise/promise.c tests/fuzz/fuzz_dice.c $(LIBRARY)
	@$(TELL) "  test    $@"
	$(Q)$(CC) $(ALL_CFLAGS) -Itests/fuzz -MF $@.d -o $@ $(filter %.c,$^) $(LIBRARY) $(LIBS)

$(BUILD)/libfuzzer: $(FUZZ_SOURCES) tests/fuzz/fuzz_clang.c tests/fuzz/fuzz.h tests/fuzz/fuzz_bench.h $(LIBRARY)
	@$(TELL) "  test    $@"
	$(Q)$(CC) $(ALL_CFLAGS) -fsanitize=fuzzer -MF $@.d -o $@ $(FUZZ_SOURCES) tests/fuzz/fuzz_clang.c $(LIBRARY) $(LIBS)

$(BUILD)/properties: $(wildcard tests/properties/*.[ch]) $(LIBRARY)
	@$(TELL) "  test    $@"
	$(Q)$(CC) $(ALL_CFLAGS) -MF $@.d -o $@ $(filter %.c,$^) $(LIBRARY) $(LIBS)

test:  ## install what is missing, then run lints, unit tests, scenarios, properties, commands and the signature
	@$(SUBMAKE) deps-test
	@$(SUBMAKE) $(PARALLEL) test-programs
	@CC="$(CC)" tests/run.sh $(BUILD)

test-programs: $(BUILD)/broadside $(UNIT) $(SCENARIOS) $(PROPERTIES) $(FUZZ) $(HOSTILE) $(DAMAGE) $(FAULTS) $(PACKAGED)

NEEDS_unit = $(UNIT)
NEEDS_lint = $(OBJECTS)
NEEDS_scenarios = $(BUILD)/scenarios
NEEDS_properties = $(BUILD)/properties
NEEDS_commands = $(BUILD)/broadside
NEEDS_packaging = $(BUILD)/broadside $(PACKAGED)
.PHONY: packaging
unit lint scenarios properties commands packaging:  ## run one part of the tests
	@$(SUBMAKE) $(PARALLEL) -s $(NEEDS_$@)
	@CC="$(CC)" tests/run.sh $(BUILD) $@

# Twenty times what make test plays. Both compilers must come to one signature of Revolution. Minutes.
soak:  ## play 100,000 games of each series against the promises; gcc and clang must agree (GAMES=N); then goals TIER=soak
	@$(SUBMAKE) deps-check
	@$(SUBMAKE) $(PARALLEL) CC=gcc $(PROPERTIES)
	@$(SUBMAKE) $(PARALLEL) CC=clang BUILD=build/clang build/clang/properties
	@set -o pipefail; tests/properties.sh $(BUILD) $(or $(GAMES),100000) | tee $(BUILD)/soak.txt
	@set -o pipefail; tests/properties.sh build/clang $(or $(GAMES),100000) revolution-all | tee $(BUILD)/soak-clang.txt
	@test "$$(grep ^revolution-all $(BUILD)/soak.txt)" = "$$(grep ^revolution-all $(BUILD)/soak-clang.txt)" && \
	  echo "gcc and clang agree"
	@$(SUBMAKE) goals TIER=soak

# Every option, row and rule changed in its place; see tests/mutants.sh. All of them take a quarter of an hour.
KINDS ?= option,row,rule
mutants:  ## change rules one at a time and see scenarios turn red: N of them (200), picked by SEED
	@$(SUBMAKE) deps-build
	@$(SUBMAKE) $(PARALLEL) -s $(LIBRARY)
	@CC="$(CC)" tests/mutants.sh $(BUILD) $(or $(N),200) "$(KINDS)" $(or $(SEED),1)

mutants-all:  ## the same with all of them (KINDS=when,call: conditions and calls beside the rules)
	@$(SUBMAKE) mutants N=0

mutants-boundary:  ## the same with the code that reads a stranger's bytes, and its unit tests (N=300; N=0: all)
	@$(SUBMAKE) deps-test
	@$(SUBMAKE) $(PARALLEL) -s $(LIBRARY)
	@CC="$(CC)" python3 tests/mutants/boundary.py $(BUILD) $(or $(N),300) $(or $(SEED),1)

# Findings of the sanitizers must fail a test: Criterion lets a test pass that leaks or overflows otherwise.
asan:  ## run the tests with the address and undefined behaviour sanitizers
	@$(SUBMAKE) deps-test
	@BRS_GAMES=$(or $(GAMES),300) ASAN_OPTIONS=abort_on_error=1:detect_leaks=1 UBSAN_OPTIONS=print_stacktrace=1 \
	  LSAN_OPTIONS=suppressions=$(CURDIR)/tests/lsan.supp:print_suppressions=0 $(SUBMAKE) test BUILD=build/asan OPT=-O1 SAN="$(SANITIZE)"

# Debian 12 has clang-19 beside clang-14; only the former counts MC/DC.
COVER_PACKAGES = clang-19 llvm-19 libclang-rt-19-dev
COVER = -fprofile-instr-generate -fcoverage-mapping -fcoverage-mcdc
coverage:  ## what the tests reach of the code: lines, branches and MC/DC of each part (AGAIN=1: run them anew; WITHOUT="--without unit"; LIST=boundary: what they do not reach)
	@$(call install,$(BUILD_PACKAGES) $(TEST_PACKAGES) $(COVER_PACKAGES))
	@$(SUBMAKE) $(PARALLEL) BUILD=build/coverage CC=clang-19 CFLAGS="-O1 -g -w $(COVER)" PACKAGED= test-programs build/coverage/promise
	@AGAIN=$(AGAIN) tests/coverage.sh build/coverage $(WITHOUT) $(if $(LIST),--list "$(LIST)")

SANITIZE = -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
fuzz:  ## run the fuzz targets with sanitizers for SECONDS each (300), and under libFuzzer where clang has it
	@$(SUBMAKE) deps-build
	@$(SUBMAKE) $(PARALLEL) BUILD=build/asan OPT=-O1 SAN="$(SANITIZE)" build/asan/fuzz
	@tests/fuzz/run.sh build/asan $(or $(SECONDS),300)
	@if echo 'int LLVMFuzzerTestOneInput(const void *d, unsigned long n); int LLVMFuzzerTestOneInput(const void *d, unsigned long n) { return d == 0 && n == 1; }' | \
	  clang -x c -fsanitize=fuzzer -o /dev/null - 2> /dev/null; then \
	  $(SUBMAKE) $(PARALLEL) CC=clang BUILD=build/libfuzzer OPT=-O1 SAN="$(SANITIZE) -fsanitize=fuzzer-no-link" build/libfuzzer/fuzz build/libfuzzer/libfuzzer && \
	  tests/fuzz/run.sh build/libfuzzer $(or $(SECONDS),300); fi

sentences:  ## 200,000 generated sentences of card text, printed and read back (SENTENCES=N)
	@$(SUBMAKE) deps-test
	@$(SUBMAKE) $(PARALLEL) -s $(BUILD)/unit/test_cardtext_grammar
	@CARDTEXT_SENTENCES=$(or $(SENTENCES),200000) $(BUILD)/unit/test_cardtext_grammar --timeout 600

FULL_PACKAGES = strace bc chromium valgrind cppcheck clang
full:  ## what a change must hold besides make test: complete languages, the fifteen goals, each measured as a whole, and builds that are killed
	@$(SUBMAKE) deps-test
	@$(call install,$(FULL_PACKAGES) $(COVER_PACKAGES))
	@$(SUBMAKE) $(PARALLEL) test-programs $(BUILD)/promise
	@$(BUILD)/broadside words check de es
	@tests/goals/goals.sh $(BUILD) full
	@tests/site/run.sh $(BUILD) 50 $(or $(SEED),11)
	@tests/site/kill.sh $(BUILD)
	@site/templates.py --check
	@$(SUBMAKE) sentences
	@python3 tests/transcripts/mutants.py $(BUILD)/broadside
	@TRANSCRIPT_GAMES=10 $(BUILD)/unit/test_transcript --timeout 1200

# What the design promises in numbers, and what it is here. Each row's check is shown to turn red by a planted fault.
goals:  ## the fifteen numeric goals as a table, each by what is quick of its check (TIER=full, TIER=soak)
	@$(SUBMAKE) deps-test
	@$(call install,bc)
	@$(SUBMAKE) $(PARALLEL) -s test-programs $(BUILD)/promise
	@tests/goals/goals.sh $(BUILD) $(or $(TIER),quick) $(GOAL)

goals-planted:  ## plant a fault for each goal, one at a time, and see it turn red
	@$(SUBMAKE) deps-test
	@python3 tests/goals/planted.py $(BUILD) $(GOAL)

findings:  ## what sanitizers of threads and memory, valgrind, cppcheck and gcc's analyzer find: nothing (PARTS=)
	@$(call install,$(BUILD_PACKAGES) clang valgrind cppcheck)
	@$(SUBMAKE) $(PARALLEL) -s $(BUILD)/broadside $(HOSTILE)
	@tests/findings.sh $(BUILD) $(PARTS)

.PHONY: promise
promise:  ## replays of editions that have none yet in replays/; ANEW=1: all of them again
	@$(SUBMAKE) $(PARALLEL) all $(BUILD)/promise
	@tests/promise/make.sh $(if $(ANEW),--anew) $(BUILD)

# GAMES is for each of the five editions: 100,000 in all.
.PHONY: portability
portability:  ## the same games and bytes with clang, on 32-bit x86 and on big-endian s390x, under qemu
	@$(call install,$(BUILD_PACKAGES) $(CHECK_PACKAGES) $(PORT_PACKAGES))
	@$(SUBMAKE) $(PARALLEL) all $(FUZZ)
	@tests/portability/run.sh $(BUILD) $(or $(GAMES),20000) clang i686 s390x

.PHONY: cluster
cluster:  ## shards on a real Slurm of four nodes, one of them killed in the middle; needs root, takes some minutes
	@$(call install,$(BUILD_PACKAGES) slurm-wlm munge procps)
	@$(SUBMAKE) $(PARALLEL) all
	@tests/cluster/cluster.sh $(BUILD)/broadside

.PHONY: printed
pictures:  ## the pictures of the README, from pages made now, with Chromium and pngquant
	@$(call install,$(BUILD_PACKAGES) chromium pngquant)
	@$(SUBMAKE) $(PARALLEL) all
	@docs/pictures.sh $(BUILD)

printed:  ## the scoresheet on A4 and Letter, two pages each, with Chromium; to look at in build/print
	@$(call install,$(BUILD_PACKAGES) $(PRINT_PACKAGES))
	@$(SUBMAKE) $(PARALLEL) all
	@tests/print/run.sh $(BUILD)

.PHONY: epub
epub:  ## books of matches and lessons, looked at by epubcheck: no finding in any
	@$(call install,$(BUILD_PACKAGES) $(BOOK_PACKAGES))
	@$(SUBMAKE) $(PARALLEL) all
	@tests/site/epub.sh $(BUILD)

signature:  ## same games, same signature: as built, gcc and clang, -O0 and -O2, sanitizers
	@$(SUBMAKE) deps-check
	@tests/signature.sh

bless:  ## accept this signature and these outputs as the right ones; shows what changed
	@$(SUBMAKE) $(PARALLEL) all $(HOSTILE)
	@tests/signature.sh --bless $(BUILD)
	@$(SUBMAKE) $(PARALLEL) $(PROPERTIES)
	@tests/properties.sh --bless $(BUILD)
	@tests/cli/run.sh --bless $(BUILD)/broadside
	@tests/hostile/run.sh --bless $(BUILD)
	@[ ! -s $(BUILD)/counts.txt ] || tests/goals/floor.sh --bless $(BUILD)
	@git --no-pager diff --stat -- tests

bench: ## measure; prints figures beside gate, goal and stretch and writes build/bench.md
	@set -o pipefail; $(SUBMAKE) bench-games 2>&1 | tee $(BUILD)/bench.log
	@set -o pipefail; $(SUBMAKE) bench-pages 2>&1 | tee -a $(BUILD)/bench.log
	@python3 tests/bench/table.py $(BUILD)/bench.log > $(BUILD)/bench.md

# What others need to be measured beside us; what is not there is told, and left out.
bench-peers: ## install the peers of make bench from npm: Pokemon Showdown, boardgame.io, Eleventy
	@$(call install,$$(command -v node > /dev/null || echo nodejs) $$(command -v npm > /dev/null || echo npm) hugo)
	@mkdir -p $(BUILD)/bench-peers
	npm install --prefix $(BUILD)/bench-peers --ignore-scripts --omit=optional --no-audit --no-fund pokemon-showdown@0.11.11 boardgame.io@0.50.2 @11ty/eleventy@3.1.8

bench-games: ## the rows of games and replays: speed against peers, sizes, two cores
	@$(SUBMAKE) deps-build
	@$(SUBMAKE) $(PARALLEL) $(BUILD)/bench $(BUILD)/broadside
	@$(BUILD)/bench $(BUILD)/bench.tsv
	@python3 tests/bench/games.py $(BUILD)

.PHONY: growth
growth:  ## games, pages, time and memory of 100, 1,000 and 10,000 replays: a game costs the same among many (GROWTH="... 100000")
	@$(SUBMAKE) deps-build
	@$(SUBMAKE) $(PARALLEL) -s $(BUILD)/broadside
	@python3 tests/bench/growth.py $(BUILD) $(GROWTH)

# Pages against Hugo (and Eleventy, when it is in build/bench-peers), a site of 1,000 games, one of 10,000 short ones.
bench-pages: ## the rows of pages: speed against Hugo, one changed note, memory
	@$(call install,$(BUILD_PACKAGES) python3 hugo time strace)
	@$(SUBMAKE) $(PARALLEL) all
	@python3 tests/bench/pages.py $(BUILD)

# malloc and its kin are wrapped, so that allocations can be counted; the filling of templates, so that it can be timed alone.
$(BUILD)/bench: $(wildcard tests/bench/*.c) tests/bench/bench.h $(LIBRARY)
	@$(TELL) "  link    $@"
	$(Q)$(CC) $(ALL_CFLAGS) -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=site_template_render -o $@ $(filter %.c,$^) $(LIBRARY) $(LIBS) -lm

# The figures that unit/test_replay_sizes.c asserts, on games that trained nothing.
sizes: ## print how small replays are: bits of the coder against what the bots' choices must take, bytes of files
	@$(SUBMAKE) deps-test
	@$(SUBMAKE) $(PARALLEL) -s $(BUILD)/unit/test_replay_sizes
	@BRS_SIZES=1 $(BUILD)/unit/test_replay_sizes -j1 | grep -v '^\[====\]'

# The coder's models, from games of all bots under all rules; to be put in place as tests/train/train.c says. Those in
# place were made with GAMES=4000: three minutes.
train: ## play a varied corpus and write the coder's tables of it to build/models
	@$(SUBMAKE) deps-build
	@$(SUBMAKE) $(PARALLEL) $(BUILD)/train
	@mkdir -p $(BUILD)/models && $(BUILD)/train $(BUILD)/models $(GAMES)

$(BUILD)/train: tests/train/train.c tests/train/corpus.c $(LIBRARY)
	@$(TELL) "  link    $@"
	$(Q)$(CC) $(ALL_CFLAGS) -Itests/train -o $@ $(filter %.c,$^) $(LIBRARY) $(LIBS) -lm

# All built-in decks against each other; fails when a target of rnr_balance.c is missed. The rules of thumb take
# seconds; the planner plays better and takes minutes.
balance: ## play every pair of decks 200 times and compare with the targets; writes build/balance.txt (BOT=planner)
	@$(SUBMAKE) deps-build
	@$(SUBMAKE) $(PARALLEL) all
	@set -o pipefail; $(BUILD)/broadside sim --matrix --check --bot $(or $(BOT),rules) -n $(or $(GAMES),200) -j $(shell nproc) | tee $(BUILD)/balance.txt

# ---- the demonstration ------------------------------------------------------------------------------------
demo:  ## record and verify games, publish them as site/public/
	@$(SUBMAKE) deps-build
	@$(SUBMAKE) $(PARALLEL) all
	@site/demo.sh $(BUILD)

# Node, Chromium, Firefox and Java are wanted here and nowhere else; tests/pages/run.sh installs what is missing.
.PHONY: pages
pages: demo  ## look at 20 pages with validators, axe, Lighthouse, Chromium and Firefox; 600 scripts in the words of strangers (CHECKS=, SKIP=1)
	@tests/pages/run.sh $(BUILD) $(CHECKS)

# ---- having it --------------------------------------------------------------------------------------------
# packaging/install.sh tells of the variables: PREFIX (/usr/local), DESTDIR and the single folders.
.PHONY: install uninstall static deb reproducible
install: $(PROGRAMS) $(SHARED)  ## copy program, library, headers, manual pages and completions below PREFIX (and DESTDIR)
	@packaging/install.sh install $(BUILD)

uninstall: $(PROGRAMS)  ## remove exactly what install puts there
	@packaging/install.sh uninstall $(BUILD)

static: $(BUILD)/static/broadside  ## build build/static/broadside, one file that needs nothing else
	@:

deb: $(PROGRAMS) $(SHARED)  ## make and check Debian packages in build/deb: program, library, headers
	@$(call install,$(DEB_PACKAGES))
	@packaging/deb.sh $(BUILD)
	@tests/packaging/deb.sh $(BUILD)

reproducible:  ## make the Debian packages in two places under two settings: the same bytes
	@$(call install,$(BUILD_PACKAGES) $(DEB_PACKAGES))
	@tests/packaging/reproducible.sh

# ---- the rest ---------------------------------------------------------------------------------------------
format:  ## lay out the C files with clang-format
	clang-format -i $(SOURCES) $(EMBED) $(wildcard include/broadside/*.h tests/*/*.c)

clean:  ## remove all that was built
	rm -rf build site/public site/public-languages

help:  ## list the targets
	@echo "Broadside: records card games and publishes them as pages. Targets:"
	@awk -F':.*## ' '/^[a-z -]+:.*## /{printf "  make %-12s %s\n", $$1, $$2}' $(firstword $(MAKEFILE_LIST)) | \
	  sed 's/unit lint scenarios properties commands packaging/unit|lint|scenarios|properties|commands|packaging/'
	@echo "Variables: CC=clang, BUILD=build/other, OPT=-O0, CI=1 (warnings are errors), V=1 (show commands)."

.PHONY: all deps deps-build deps-test deps-check test test-programs unit lint scenarios properties commands soak mutants mutants-all mutants-boundary \
        sentences asan coverage fuzz full goals goals-planted findings signature bless bench bench-games bench-pages bench-peers sizes balance train demo format clean help
-include $(OBJECTS:.o=.d) $(EMBED:%.c=$(BUILD)/%.d) $(UNIT:%=%.d) $(SCENARIOS).d $(PROPERTIES).d

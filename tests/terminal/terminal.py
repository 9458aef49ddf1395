"""Sessions of play and write as a person has them: on a pseudo-terminal, killed in the middle, gone on with.

usage: terminal.py BUILD
"""
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import time
import zlib

sys.dont_write_bytecode = True
from screen import CONTROL, Gone, Screen, widest  # noqa: E402

PROGRAM = os.path.abspath(sys.argv[1]) + "/broadside"
RNR = ["--name", "Ann", "--name", "Bo"]
REVOLUTION = ["--game", "revolution", "--players", "4"]


def room():
    return pathlib.Path(tempfile.mkdtemp(dir=BASE))


# ---- a player that answers by what stands on the screen, and so the same way each time ------------------------------

def answer(text):
    plain = CONTROL.sub("", text)
    if "(Enter:" in plain.rsplit("\n", 1)[-1]:
        return ""
    listed = re.findall(r"^ {2,6}(\S+(?: \S+)*?)  ", plain.rsplit("decides:", 1)[-1], re.M)
    assert listed, "nothing is offered: %r" % plain[-400:]
    return listed[zlib.crc32(" ".join(listed).encode()) % len(listed)]


def bytes_of(*paths):
    return next((p.read_bytes() for p in paths if p.exists()), b"")


def play(folder, options, kills=0, seed=0):
    """A whole game; killed `kills` times. What the terminal showed, and the replay."""
    out, journal, shown = folder / "game.replay", folder / "game.replay.journal", ""
    argv = [PROGRAM, "play", "-o", "game.replay", *options]
    chance, left, screen = random.Random(seed), kills, Screen(argv, folder)
    try:
        text = screen.prompt()
        while True:
            if left > 0 and chance.random() < 0.12:
                left -= 1
                saved = bytes_of(journal)
                how = chance.choice(["idle", "sent", "half"])
                if how != "idle":
                    screen.type(answer(text)[:1] if how == "half" else answer(text) + "\n")
                    time.sleep(chance.random() * 0.004)
                screen.kill()
                shown += screen.all
                assert bytes_of(out) or bytes_of(journal).startswith(saved), "what was recorded is gone"
                if out.exists():
                    break
                screen = Screen(argv, folder)
                text = screen.prompt()
                assert "Going on with" in text and bytes_of(journal).startswith(saved), "the game did not go on"
            else:
                text = screen.say(answer(text))
    except Gone:
        assert screen.status == 0, "play ended with %s: %s" % (screen.status, screen.all[-500:])
    assert left == 0, "the game was over before it was killed %d times more" % left
    return shown + screen.all, out.read_bytes()


def killed_play(options):
    whole, killed = room(), room()
    wanted = play(whole, options)[1]
    for seed in range(2):
        got = play(killed / "", options, kills=6, seed=seed)[1]
        assert got == wanted, "the killed game is another one"
        (killed / "game.replay").unlink()
    verify = subprocess.run([PROGRAM, "verify", whole / "game.replay"], capture_output=True, text=True)
    assert verify.returncode == 0, verify.stderr


def test_killed_games_of_revolt_go_on():
    killed_play([*RNR, "--seed", "5"])


def test_killed_games_of_revolution_go_on():
    killed_play([*REVOLUTION, "--seed", "5"])


def test_killed_games_of_two_people_go_on():
    killed_play([*RNR, "--you", "AB", "--seed", "11"])


def test_a_cut_journal_loses_its_last_decision_only():
    folder = room()
    journal = folder / "game.replay.journal"
    argv = [PROGRAM, "play", "-o", "game.replay", *RNR, "--seed", "5"]
    screen = Screen(argv, folder)
    text, sizes = screen.prompt(), [0]
    while len(sizes) < 12:
        text = screen.say(answer(text))
        sizes.append(len(bytes_of(journal)))
    screen.kill()
    journal.write_bytes(journal.read_bytes()[:-1])
    screen = Screen(argv, folder)
    screen.prompt()
    screen.kill()
    before = max(size for size in sizes if size < sizes[-1])
    assert len(bytes_of(journal)) >= before


# ---- writing: a script that is typed, and what the file holds ---------------------------------------------------------

def written(folder):
    return folder / "game.transcript"


def write(folder, options, script, stops=()):
    """Types the script; killed after the lines in `stops`. The file's size after each line."""
    argv = [PROGRAM, "write", "game.transcript"]
    screen = Screen([*argv, *options], folder)
    screen.prompt()
    sizes, at, waiting = [len(bytes_of(written(folder)))], 0, list(stops)
    while at < len(script):
        if waiting and waiting[0][0] <= at:
            _, how, wait = waiting.pop(0)
            saved = bytes_of(written(folder))
            if how != "idle":
                screen.type(script[at][: len(script[at]) // 2] if how == "half" else script[at] + "\n")
                time.sleep(wait)
            screen.kill()
            now = iter(bytes_of(written(folder)).split(b"\n"))  # a check may stand before the line that ends its turn
            assert all(line in now for line in saved.split(b"\n")), "a line that was taken is gone"
            screen = Screen(argv, folder)
            screen.prompt()
            at += len(bytes_of(written(folder))) > len(saved)
        else:
            screen.say(script[at])
            sizes.append(len(bytes_of(written(folder))))
            at += 1
    screen.type("q\n")
    assert screen.end() == 0
    return screen, sizes


def killed_writing(options, script):
    whole, killed = room(), room()
    _, sizes = write(whole, options, script)
    assert all(a < b for a, b in zip(sizes, sizes[1:])), "a line was refused, or not saved at once"
    chance = random.Random(3)
    stops = sorted((chance.randrange(len(script)), chance.choice(["idle", "sent", "half"]), chance.random() * 0.004) for _ in range(10))
    write(killed, options, script, stops)
    assert bytes_of(written(killed)) == bytes_of(written(whole)), "the killed transcript is another one"
    check = subprocess.run([PROGRAM, "check", written(whole)], capture_output=True, text=True)
    assert check.returncode == 0, check.stderr


RNR_SCRIPT = """hand Freehold Farm; Rail Fence Line; ?; ?; ?; ?; ?
keep
roll A 5; B 3
pillar freehold
play snow wall !?
> A wall, *at once*.
= A LP 100; B LP 95
pillar ferry
done
= A LP 96""".split("\n")
RNR_WRITING = [*RNR, "--deck", "hearth-and-field", "--deck", "paper-and-ink"]


def test_killed_writing_of_revolt_loses_nothing():
    killed_writing(RNR_WRITING, RNR_SCRIPT)


REVOLUTION_SCRIPT = "3 5 5 9 - Q - - - 44 66 2 888 - JJJ - - -".split()


def test_killed_writing_of_revolution_loses_nothing():
    names = [part for name in ("Nia", "Eli", "Sam", "Wes") for part in ("--name", name)]
    killed_writing(["--game", "revolution", *names], REVOLUTION_SCRIPT)


def test_a_line_is_taken_back():
    folder = room()
    screen = Screen([PROGRAM, "write", "game.transcript", *RNR_WRITING], folder)
    screen.prompt()
    states = [bytes_of(written(folder))]
    for line in RNR_SCRIPT:
        screen.say(line)
        states.append(bytes_of(written(folder)))
    for state in reversed(states[:-1]):
        screen.say("u")
        assert bytes_of(written(folder)) == state, "u left something else: %r, not %r" % (bytes_of(written(folder))[-80:], state[-80:])
    screen.kill()


# ---- what stands on the screen ------------------------------------------------------------------------------------------

def run(options, typed, environment=None):
    return subprocess.run([PROGRAM, *options], input=typed, capture_output=True, text=True, cwd=room(),
                          env={"PATH": "/usr/bin:/bin", "TERM": "xterm-256color", **(environment or {})})


def test_screens_are_80_columns_wide():
    for options in ([*RNR, "--seed", "8"], [*REVOLUTION, "--seed", "8"], [*RNR, "--you", "none", "--seed", "8"]):
        shown, _ = play(room(), options)
        assert len(widest(shown)) <= 80, widest(shown)
    screen, _ = write(room(), RNR_WRITING, ["?", "t", *RNR_SCRIPT, "? snow wall", "t", "l"])
    assert len(widest(screen.all)) <= 80, widest(screen.all)


def test_colours_only_on_a_terminal():
    game = ["play", *RNR, "--seed", "8"]
    for environment, coloured in (({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)):
        screen = Screen([PROGRAM, *game], room(), environment)
        text = screen.say(answer(screen.prompt()))
        screen.kill()
        assert ("\x1b[" in text) == coloured, (environment, text)
    piped = run(game, "1\n" * 40)
    assert piped.returncode == 0 and "\x1b" not in piped.stdout + piped.stderr, piped.stdout[-300:]


def hand_on(plain):
    """Names of the cards of the hand that stands above the question."""
    shown = re.search(r"^  Hand +(.*?)^(?:  Effect|\w+ decides)", plain.rsplit("\n----", 1)[-1], re.M | re.S)
    return set(re.findall(r"([A-Z][\w' ]+?)(?: \d+ [AD]P)? for \d", re.sub(r"\s+", " ", shown.group(1)))) if shown else set()


def test_the_other_hand_is_hidden_until_the_screen_is_handed_over():
    screen = Screen([PROGRAM, "play", *RNR, "--you", "AB", "--seed", "11"], room())
    text, handed, who = screen.prompt(), 0, None
    hands = {"Ann": set(), "Bo": set()}
    while handed < 9:
        plain = CONTROL.sub("", text).replace("\r", "")
        asked = re.search(r"The screen is for (\w+) now", plain)
        if asked:
            assert "\x1b[2J\x1b[3J" in text.split("The screen is for")[0], "the screen was not cleared before"
            assert not hand_on(plain.split("The screen is for")[1]), "a hand is shown too soon"
            who, handed = asked.group(1), handed + 1
            text = screen.say("")
            assert "\x1b[2J" in text, "the question stays on the screen"
            continue
        hands[who] |= hand_on(plain)
        for card in hands["Bo" if who == "Ann" else "Ann"] - hands[who]:
            open_to_all = re.search(r"(plays|discards) " + card, re.sub(r"\s+", " ", CONTROL.sub("", screen.all)))
            assert open_to_all or card not in plain, "%s sees %s" % (who, card)
        text = screen.say(answer(text))
    screen.kill()
    assert all(hands.values()), hands


def test_the_resolve_phase_goes_step_by_step():
    folder = room()
    screen = Screen([PROGRAM, "play", *RNR, "--seed", "8"], folder)
    text, steps, skipped = screen.prompt(), 0, False
    while steps < 8:
        plain = CONTROL.sub("", text)
        stop = "(Enter:" in plain.rsplit("\n", 1)[-1]
        steps += stop
        if steps == 8 and stop:
            text = CONTROL.sub("", screen.say("s"))
            skipped = "decides:" in text
        else:
            text = screen.say(answer(text))
    screen.kill()
    assert skipped, "s did not go on to the next decision"


def test_names_are_completed():
    screen = Screen([PROGRAM, "write", "game.transcript", *RNR_WRITING], room())
    screen.prompt()
    for line in RNR_SCRIPT[:4]:
        screen.say(line)
    screen.type("snow\t")
    text = screen.say("!?")
    assert "Snow Wall !?" in text and "plays Snow Wall" in CONTROL.sub("", text), text
    screen.kill()


def test_keys_of_the_line():
    screen = Screen([PROGRAM, "write", "game.transcript", *RNR_WRITING], room())
    screen.prompt()
    screen.type("nonsense of no use\x17\x17\x17\x17zzz\x7f\x7f\x7f")
    screen.say(RNR_SCRIPT[0] + "\x1b[D")
    screen.type("oops\x15")
    assert "Ann keeps the hand" in CONTROL.sub("", screen.say("keep"))
    assert "the rules give 100" in screen.say("= A LP 5")
    screen.type("\x1b[A\x1b[A")
    assert "keep" in screen.say("\x15? keep")
    screen.type("\x03")
    assert screen.end() == 0


def test_commands_may_be_written_out():
    screen = Screen([PROGRAM, "write", "game.transcript", *RNR_WRITING], room())
    screen.prompt()
    assert "takes the last line back" in CONTROL.sub("", screen.say("help"))
    screen.say(RNR_SCRIPT[0])
    assert "Taken back: hand" in CONTROL.sub("", screen.say("undo"))
    screen.type("quit\n")
    assert screen.end() == 0


def test_a_beginning_that_means_two_cards_is_not_guessed():
    """transcript.md 2: names by unambiguous prefix; the hand is not known here, so that either card may be in it."""
    screen = Screen([PROGRAM, "write", "game.transcript", "--name", "Ada", "--name", "Bo", "--deck", "paper-and-ink", "--deck", "hearth-and-field"], room())
    screen.prompt()
    for line in ("first B", "skip", "town", "= A LP 95; B LP 100", "clerk", "= A LP 94"):
        screen.say(line)
    asked = " ".join(CONTROL.sub("", screen.say("free")).split())
    assert '"free" means more than one' in asked and "nothing is taken yet" in asked and "1 Freehold Farm 2 Freedom of the Press" in asked, asked
    assert "Bo plays Freehold Farm" in CONTROL.sub("", screen.say("freeh"))
    screen.type("q\n")
    assert screen.end() == 0


def test_which_of_several_is_answered_with_a_number():
    screen = Screen([PROGRAM, "write", "game.transcript", "--name", "Ada", "--name", "Bo", "--deck", "paper-and-ink", "--deck", "hearth-and-field"], room())
    screen.prompt()
    for line in ("first B", "skip", "town", "= A LP 95; B LP 100", "clerk", "= A LP 94", "free"):
        screen.say(line)
    again = " ".join(CONTROL.sub("", screen.say("3")).split())
    assert "1 Freehold Farm 2 Freedom of the Press" in again, "there are but two"
    assert "Bo plays Freehold Farm" in CONTROL.sub("", screen.say("1"))
    screen.say("u")
    screen.say("free")
    assert "Freedom of the Press" in CONTROL.sub("", screen.say("2"))
    screen.say("u")
    screen.say("free")
    first = re.search(r" 1 draw (.*?)(  |\r)", CONTROL.sub("", screen.say("l")))[1]
    assert "Bo draws " + first in CONTROL.sub("", screen.say("1")), "the list that came last is the one that a number means"
    screen.type("q\n")
    assert screen.end() == 0


def test_a_card_with_a_target_is_told_why_not():
    screen = Screen([PROGRAM, "write", "game.transcript", "--name", "Ada", "--name", "Bo", "--deck", "paper-and-ink", "--deck", "hearth-and-field"], room())
    screen.prompt()
    for line in ("first B", "skip", "town"):
        screen.say(line)
    told = " ".join(CONTROL.sub("", screen.say("winter -> declared")).split())
    assert "play Winter Foraging Party: not now. What a card costs" in told, told
    screen.type("q\n")
    assert screen.end() == 0


def test_the_place_of_a_rule_is_explained():
    screen = Screen([PROGRAM, "write", "game.transcript", *RNR_WRITING], room())
    screen.prompt()
    assert "Gaining and losing DP or AP" in screen.say("? GL:136") and "UA drain" in screen.say("? rb:196")
    assert "is called" in screen.say("? RB:9999")
    screen.type("q\n")
    assert screen.end() == 0


def test_the_cursor_goes_into_the_line():
    screen = Screen([PROGRAM, "write", "game.transcript", *RNR_WRITING], room())
    screen.prompt()
    screen.say("hand Freehold Farm; Rail Fence Line; ?; ?; ?; ?; ?")
    left, right, home, end, delete = "\x1b[D", "\x1b[C", "\x1b[H", "\x1b[F", "\x1b[3~"
    # "keep" out of pieces: e into its place, a wrong letter out, from both ends.
    screen.type("kxep" + left * 2 + "\x7fe" + end + "q" + left + right + "\x7f" + home + "zz" + home + delete + "\x04")
    assert "Ann keeps the hand" in CONTROL.sub("", screen.say(""))
    screen.type("roll A 5; B 3 nonsense\x01" + right * 13 + "\x0b")  # Ctrl-K cuts what is behind the cursor
    text = screen.say("")
    assert "equalize" in text, text
    # Characters of several bytes are one step each; what was typed comes back after a look at the lines before.
    screen.type("# Zoë's löss" + left * 2 + "\x7f" + "o" + "\x1b[A\x1b[A\x1b[B\x1b[B")
    screen.say("")
    # A line that is wider than the screen is shown around the cursor, and kept whole.
    long = "# " + " ".join("word%d" % i for i in range(40))
    screen.type(long + home + right * 2 + "first ")
    screen.say("")
    assert len(widest(screen.all)) <= 80, widest(screen.all)
    screen.type("q\n")
    assert screen.end() == 0
    text = bytes_of(written(screen.folder)).decode()
    assert "# Zoë's loss\n" in text and "# first word0 word1 " in text and "word39\n" in text, text


def test_ctrl_z_goes_to_the_shell_and_back():
    folder = room()
    screen = Screen(["/bin/bash", "--norc", "--noediting", "-i"], folder, {"PS1": "shell: ", "PATH": os.environ["PATH"]})
    screen.until("shell: ")
    screen.type(" ".join([PROGRAM, "write", "game.transcript", *RNR_WRITING]) + "\n")
    screen.until(r"\nsetup, \w+ > ")
    screen.type("hand Freehold Farm; Rail")
    screen.until("Rail")
    screen.type("\x1a")
    screen.until("Stopped(.|\n)*shell: ")
    screen.type("echo $((6 * 7))\n")  # the shell's terminal is as it was: lines are lines, and echoed
    screen.until(r"echo \$(.|\n)*42\r\n(.|\n)*shell: ")
    screen.type("fg\n")
    screen.until("> hand Freehold Farm; Rail")
    screen.type(" Fence Line; ?; ?; ?; ?; ?\n")
    screen.until(r"\nsetup, \w+ > ")
    screen.type("q\n")
    screen.until("Written in(.|\n)*shell: ")
    screen.kill()
    assert b"A hand Freehold Farm; Rail Fence Line" in bytes_of(written(folder)), bytes_of(written(folder))


def published(folder, said):
    """Runs the command that the program named; the pages of the site."""
    command = re.search(r"^ +broadside (site \S+ -o \S+)$", CONTROL.sub("", said).replace("\r", ""), re.M).group(1).split()
    done = subprocess.run([PROGRAM, *command], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return {page.name for page in (folder / command[-1]).rglob("*.html")}


def test_one_command_publishes():
    folder = room()
    shown, _ = play(folder, [*RNR, "--seed", "5"])
    assert {"index.html", "t004.html"} <= published(folder, shown)
    folder = room()
    screen, _ = write(folder, RNR_WRITING, RNR_SCRIPT)
    pages = published(folder, screen.all)
    assert {"index.html", "t001.html"} <= pages, pages
    match, turn, next_turn = (re.sub(r"<[^>]*>", "", next(folder.rglob(page)).read_text()) for page in ("m/*/index.html", "t001.html", "t002.html"))
    told = match.split("At the end of each line", 1)[1].split("How did it end?")[0]
    assert "Ann plays Freehold Farm. Ann plays Snow Wall." in told and "Bo plays Ferry Landing." in told, told
    assert "was in" not in told and "nothing to decide" not in told, "what became known is no decision: " + told
    assert told.count("With ") == 1 and "With 2 notes" in told, "a count is no note: " + told
    known = re.search(r"Snow Wall was in Ann&#39;s hand\.(.*?)Ann plays Snow Wall\.(.*?)one of \d+ choices", turn, re.S)
    assert known and "choices" not in known.group(1) and len(known.group(2)) < 60, turn
    check = subprocess.run([PROGRAM, "check", written(folder)], capture_output=True, text=True)
    assert "Decisions" + re.search(r"(\d+) decisions", check.stdout + check.stderr).group(1) in match, match[-2000:]
    assert turn.count("Counted at the table, and so by the rules") == 1 and "A LP 100; B LP 95" in turn, turn


# ---- how much has to be typed ------------------------------------------------------------------------------------------------

def paper_game(seed):
    """What a table would have noted: who rolled what, and by turn what was played. No draws."""
    folder = room()
    subprocess.run([PROGRAM, "sim", "-n", "1", "-s", str(seed), "--bot", "rules", "-o", "."], cwd=folder, capture_output=True, check=True)
    replay = next(folder.glob("*.replay"))
    text = subprocess.run([PROGRAM, "text", replay], capture_output=True, text=True, check=True).stdout
    decks = re.search(r"^decks: A (.*); B (.*)$", text, re.M).groups()
    turns = re.split(r"^(?=T\d+ [AB]$)", text.split("\nsetup", 1)[-1], flags=re.M)
    first = turns[1].split()[1]
    return decks, [line.strip() for line in turns[0].splitlines()[1:] if line.strip()], first, turns[1:]


def short(statement):
    """As somebody types it who trusts in beginnings: no verb, five letters of each name."""
    statement = re.sub(r"^for .*? (?=may )", "", statement)  # whose question it is shows at the prompt
    words = statement.split(" ", 1)
    if words[0] in ("pillar", "play", "use") and " with " not in statement and " may " not in statement:
        names = " -> ".join(", ".join(re.sub(r"^([^.]{1,5})[^.]*", r"\1", name).strip().lower() for name in part.split(", ")) for part in words[1].split(" -> "))
        return names if words[0] != "use" else "use " + names
    return statement


def take_down(screen, folder, statement):
    for typed in (short(statement), statement):
        before = len(bytes_of(written(folder)))
        screen.say(typed)
        if len(bytes_of(written(folder))) > before:
            return
    raise AssertionError("refused: %s: %s" % (statement, CONTROL.sub("", screen.all)[-2500:]))


def test_a_paper_game_takes_40_keystrokes_a_turn():
    decks, setup, first, turns = paper_game(7)
    folder = room()
    screen = Screen([PROGRAM, "write", "game.transcript", *RNR, "--deck", decks[0], "--deck", decks[1]], folder)
    screen.prompt()
    screen.say("roll A %d; B %d" % ((5, 3) if first == "A" else (3, 5)))
    for statement in setup:
        take_down(screen, folder, statement)
    assert len(turns) >= 20
    counts = []
    for turn in turns[:20]:
        before = screen.keys
        for statement in turn.splitlines()[1:]:
            take_down(screen, folder, statement.strip())
        if screen.all.rsplit("\n", 1)[-1].count(turn.split()[0] + " "):  # it may be over already
            screen.say("d")
        lp = re.findall(r"LP are counted: Ann (\d+), Bo (\d+)", CONTROL.sub("", screen.all))[-1]
        take_down(screen, folder, "= %s %s" % lp)
        counts.append(screen.keys - before)
    screen.type("q\n")
    assert screen.end() == 0
    check = subprocess.run([PROGRAM, "check", written(folder)], capture_output=True, text=True)
    assert check.returncode == 0 and "20 lines of checks hold" in check.stdout + check.stderr, check.stdout + check.stderr
    mean = sum(counts) / len(counts)
    print("terminal: a paper game of 20 turns, LP checked every turn: %.1f keystrokes a turn, %d at most" % (mean, max(counts)))
    assert mean <= 40, counts


CLUB = """Bo first|hue -> decl|town m|fasc|= 95 100|town c|fasc -> fasc|= 94 96|freeh|breed|= 89 96|town c|= 88 92|rail|= 83 92
ferry|pamph|= 82 83|freeh|= 77 83|regi|= 76 74|winter -> pamph|= 71 76|town c|ways|broad -> rail|hill, palm|= 70 74|calt|= 65 74
right of p|freedom of|town c|= 65 70|nath|use nath|hue -> fasc|use hue|= 54 70|phil|speedy -> pam|yes|= 53 66|board -> fasc|= 47 66
petition of the t|circ|yes|= 46 52|iron|= 41 52|pamph|raid -> caltr, iron|yes|= 40 43|freedom of|freeh|bount|= 35 47
commi|minute -> phil|priv -> rail|yes|d|mill snow|> Not noted.""".replace("\n", "|").split("|")


def club_game(leaves):
    """A whole game from a sheet that has no dice and no draws, no line saying "done"; left after each turn, or not."""
    folder, argv = room(), [PROGRAM, "write", "game.transcript"]
    screen = Screen([*argv, "--deck", "paper-and-ink", "--deck", "hearth-and-field", "--name", "Ada", "--name", "Bo"], folder)
    assert "Who begins?" in screen.prompt()
    for line in CLUB:
        before = len(bytes_of(written(folder)))
        told = screen.say(line)
        assert len(bytes_of(written(folder))) > before, "refused: %s: %s" % (line, told)
        if leaves and line[0] == "=":
            screen.type("q\n")
            assert screen.end() == 0
            screen = Screen(argv, folder)
            screen.prompt()
    screen.type("q\n")
    assert screen.end() == 0
    return written(folder)


def test_leaving_after_every_turn_changes_nothing():
    whole, left = club_game(False), club_game(True)
    assert bytes_of(whole) == bytes_of(left), "what was left and gone on with is another text"
    text = whole.read_text()
    assert len(re.findall(r"^  @end\n  = A LP \d+; B LP \d+\nT", text, re.M)) == 19, "a count is not at the end of its turn: " + text
    assert "\nresult: A\n" in text and "> The dice were not noted" in text, text
    check = subprocess.run([PROGRAM, "check", whole], capture_output=True, text=True)
    assert check.returncode == 0 and "19 lines of checks hold; Ada wins by petition" in check.stdout + check.stderr, check.stderr
    whole.write_text(text.replace("\nresult: A\n", "\nresult: *\n"))  # written before the game was over
    assert subprocess.run([PROGRAM, "check", whole], capture_output=True).returncode == 0
    whole.write_text(text.replace("\nresult: A\n", "\nresult: B\n"))
    check = subprocess.run([PROGRAM, "check", whole], capture_output=True, text=True)
    assert check.returncode == 21 and "the game comes to A, Petition Victory" in check.stderr, check.stderr


def test_what_a_sheet_does_not_say_is_asked_for():
    screen = Screen([PROGRAM, "write", "game.transcript", "--deck", "paper-and-ink", "--deck", "hearth-and-field", *RNR], room())
    screen.prompt()
    assert 'Write "first A" (Ann)' in CONTROL.sub("", screen.say("? begin")) and "Who begins?" in screen.say("? first")
    for line in CLUB[:-2]:
        screen.say(line.replace("Bo first", "first B"))
    assert "needs its name" in screen.say("l") or "mill Snow Wall" in screen.all, screen.all[-900:]
    assert "lies open for all" in CONTROL.sub("", screen.say("mill ?")), screen.all[-900:]
    screen.kill()


def test_a_count_is_compared_with_the_end_of_the_turn():
    screen = Screen([PROGRAM, "write", "game.transcript", "--deck", "paper-and-ink", "--deck", "hearth-and-field", *RNR], room())
    screen.prompt()
    wrong = {"= 83 92": "= 83 90", "= 76 74": "= 76 73"}
    for line in CLUB[: CLUB.index("phil") + 1]:
        if line in wrong:  # in the middle of the turn both were other numbers
            told = " ".join(CONTROL.sub("", screen.say(wrong[line])).split())
            assert "you wrote B LP %s, the rules give %s" % (wrong[line][-2:], line[-2:]) in told, told
        screen.say(line)
        if line == "nath":
            screen.say("l")
    told = " ".join(CONTROL.sub("", screen.say("= 53 60")).split())
    assert "A still has to decide for Phillis Wheatley: may" in told and "LP 60" not in told, told
    told = " ".join(CONTROL.sub("", screen.say("s")).split())
    assert "1 play Signed Association 2 play Subscription Library" in told, told
    told = " ".join(CONTROL.sub("", screen.say("d")).split())
    assert "Phillis Wheatley: This card counts as a Petition. You may draw 1 card Each Turn. 1 may yes 2 may no" in told, told
    assert CONTROL.sub("", screen.say("?")).count("\n") < 24 and "use Nathan Hale.1 Discard this card:" in " ".join(CONTROL.sub("", screen.all).split())
    screen.kill()


# ---- running them ---------------------------------------------------------------------------------------------------------

def main():
    passed = failed = 0
    only = sys.argv[2:]
    for name, test in list(globals().items()):
        if name.startswith("test_") and (not only or name in only):
            try:
                test()
                passed += 1
            except Exception as error:  # each test on its own
                if only:
                    raise
                failed += 1
                print("FAIL terminal: %s: %s: %s\nrepro: python3 tests/terminal/terminal.py BUILD %s" % (name, type(error).__name__, error, name))
    print("terminal: %d passed, %d failed" % (passed, failed))
    return failed > 0


with tempfile.TemporaryDirectory() as BASE:
    sys.exit(main())

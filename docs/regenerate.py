#!/usr/bin/env python3
"""Writes the sample outputs of README.md, its table of techniques and the generated pages of docs/ again.

    cargo build --release && python3 docs/regenerate.py target/release/cb2026 [--reveal]

Run it after a change of the search, of a default or of the network. --reveal writes docs/reveal.md, too, for which the test suites
must lie where its command says. docs/worth.md, which takes hours, is not written here, and numbers within sentences are
not either: see which samples changed, and read the text around them.
"""

import argparse
import os
import pty
import re
import shlex
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("binary", type=Path)
parser.add_argument("--reveal", action="store_true")
OPTIONS = parser.parse_args()
BINARY = OPTIONS.binary.resolve()


def run(arguments, folder):
    """What a command writes to its standard output."""
    done = subprocess.run([BINARY, *arguments], cwd=folder, stdout=subprocess.PIPE, text=True)
    if done.returncode:
        sys.exit(f"cb2026 {shlex.join(arguments)}: exit status {done.returncode}")
    return done.stdout.rstrip("\n").split("\n")


def table(lines, names):
    """The head of a table and the first row of each name, without its frame."""
    bare = [line[1:-1].rstrip() for line in lines if line.startswith("│")]
    found = [next((row for row in bare[1:] if row.split()[0] == name), None) for name in names]
    if None in found:
        sys.exit(f"the table has no row {names[found.index(None)]}: choose another sample\n" + "\n".join(lines))
    return bare[:1] + found + ["..."]


def audit(lines):
    return lines[:1] + table(lines, ["tt", "nullmove", "lmr", "rfp", "lmp"])


def reveal(lines):
    hiding = lines[0].split()[0]
    if " hides " not in lines[0] or hiding in ["No", "Nothing"]:
        sys.exit(f"no one technique hides the move any more: choose another position for the README\n{lines[0]}")
    names = ["(default)", "nullmove", "nullverify", "lmr", "rfp"]
    return [lines[0], ""] + table(lines, names if hiding in names else names[:1] + [hiding] + names[1:])


def sprt(lines):
    last = [at for at, line in enumerate(lines) if line.startswith("-----")][-2:]
    verdict = next(line for line in lines if line.startswith("SPRT ("))
    return lines[:3] + ["..."] + lines[last[0] : last[1] + 1] + ["...", verdict]


def gauntlet(lines):
    first = max(at for at, line in enumerate(lines) if line.startswith("Rank"))
    return ["..."] + lines[first : first + 4]


def tune(lines):
    first = next(at for at, line in enumerate(lines) if "iterations" in line)
    end = max(at for at, line in enumerate(lines) if line.startswith("└"))
    return lines[first : end + 1] + ["    ..."]


def worth(lines):
    return lines[: max(at for at, line in enumerate(lines) if line.startswith("└")) + 1]


def explain(lines):
    """The node, its first five moves, the move asked about with the one after it, and the first one that lmp skips."""
    moves = lines.index("moves in the order tried") + 1
    asked = lines[0].split()[0]
    at = next((at for at in range(moves + 5, len(lines)) if lines[at].split()[1] == asked), len(lines))
    skipped = next((at for at in range(at + 2, len(lines)) if "skipped by lmp" in lines[at]), None)
    if skipped is None:
        sys.exit(f"the README's sample of explain no longer shows what it should: choose another one\n{lines[0]}")
    dots = ["   ..."]
    return lines[: moves + 5] + dots + lines[at : at + 2] + dots + [lines[skipped]] + dots * (skipped + 1 < len(lines))


def train(lines):
    epochs = [line for line in lines if line.startswith("epoch")]
    return [epochs[0], "    ...", epochs[-1]] + lines[lines.index(epochs[-1]) + 1 :]


SHAPES = {
    "audit": audit,
    "reveal": reveal,
    "sprt": sprt,
    "gauntlet": gauntlet,
    "tune": tune,
    "worth": worth,
    "explain": explain,
    "train": train,
}


def console(commands):
    """What the console shows when these commands are typed, each after the answer to the one before it."""
    lead, follow = pty.openpty()
    engine = subprocess.Popen([BINARY], stdin=follow, stdout=follow, stderr=follow)
    os.close(follow)
    text = ""

    def until(end):
        nonlocal text
        start = len(text)
        while not re.search(end, text[start:], re.MULTILINE):
            text += os.read(lead, 65536).decode().replace("\r", "")

    until("Type help")
    for command in commands:
        time.sleep(0.2)  # as people do: a search that has just ended may count as running for a moment
        os.write(lead, (command + "\n").encode())
        answers = {"go": r"^bestmove .*\n", "set": re.escape(command) + r"\n.*\n"}
        until(answers.get(command.split()[0], re.escape(command) + r"\n"))
    engine.wait()
    return text.rstrip("\n").split("\n")


def session(block):
    commands = [line for line in block if re.match(r"(position|go|set|quit)\b", line)]
    kept = [line for line in block if line.startswith("$")]
    search = []
    shown = 3  # how many of its last lines; of later searches, one
    for line in console(commands):
        if re.match(r"\s+\d+/\d+ ", line):
            search.append(line)
            continue
        if search and line.startswith("bestmove"):
            kept += ["    ..."] + search[-shown:]
            search, shown = [], 1
        kept.append(line)
    return kept


def block(lines, folder):
    """A block of the README, its commands run again."""
    if any(line.startswith("$ cargo run") for line in lines):
        return session(lines)
    commands = [line for line in lines if line.startswith("$ cb2026 ")]
    if not commands:
        return lines
    out = []
    for command in commands:
        out.append(command)
        name, *rest = shlex.split(command)[2:]
        # The README shows what sub-commands print; other arguments are commands of the console.
        if " " not in name:
            out += SHAPES.get(name, lambda lines: lines)(run([name, *rest], folder))
    return out


def techniques(text):
    """The nodes without each technique, from the page that ablate wrote."""
    page = (ROOT / "docs/ablation.md").read_text()
    row = r"^\| (\(the engine as it plays\)|\w+) +\| (on|off|) *\| +>? ?([\d,]+) \|"
    found = re.findall(row, page, re.MULTILINE)
    nodes = {name: int(count.replace(",", "")) for name, _, count in found}
    default = nodes["(the engine as it plays)"]
    for name, switched, _ in found:
        factor = f"{nodes[name] / default:.2f}" if switched == "off" else f"off ({default / nodes[name]:.2f})"
        text = re.sub(rf"(?m)^(\| `{name}` \| [\d.]+ \| )[^|]+\|", rf"\g<1>{factor} |", text, count=1)
    return text


def main():
    readme = ROOT / "README.md"
    text = readme.read_text()
    parts = re.split(r"(?ms)^```\n(.*?)^```$", text)  # blocks without a language; one with it must come last
    with tempfile.TemporaryDirectory() as folder:
        for at in range(1, len(parts), 2):
            parts[at] = "```\n" + "\n".join(block(parts[at].rstrip("\n").split("\n"), folder)) + "\n```"
    run(["ablate", "--markdown", "docs/ablation.md"], ROOT)
    readme.write_text(techniques("".join(parts)))
    for page in ["docs/audit.md"] + ["docs/reveal.md"] * OPTIONS.reveal:
        lines = (ROOT / page).read_text().split("\n")
        command = next(line for line in lines if line.startswith("    cb2026 "))
        run(shlex.split(command)[1:], ROOT)


main()

/**
 * A scripted model inside real pi, for `pitui --demo`, for tests and for screenshots. One file for pi 0.82.1 to 1.6.0:
 *
 *     pi --mode rpc -e demo.ts --provider demo --model demo-1
 *
 * It answers any prompt, again and again: what comes next is read from the transcript alone, so that it goes on after
 * an abort, a retry, a compaction, a jump in the tree, or in a resumed session. A steering message is acknowledged by
 * its text and written to NOTES.md. With the thinking level `off` there is no thinking.
 *
 * Ask in plain words. The first prompt of a session, and any with "flaky", "fix" or "test" in it, gets the long story of
 * a flaky test in the demo's project (see demo_project/). Other words: "table", "code", "markdown", "math", "error",
 * "parallel", "think", "long", "slow", "ask" (the extension asks for permission), "edit".
 *
 * Switches, at the very start of a prompt:
 *     echo: TEXT     `ECHO ` and each whole user text as JSON, one a line
 *     sleep N        one `bash` that sleeps N seconds (default 5)
 *     rounds N       N tool calls of one second each, one after the other (default 10)
 *     lines N        one `bash` that prints N lines, ten a second (default 50)
 *     wait N         no token for N seconds, then an answer (default 5)
 *     big N          an answer of N KB of markdown, quickly (default 64)
 *     oneline N      an answer of N KB without a newline, quickly (default 64)
 *     mb N           an answer of N MB in a single delta (default 10)
 *     emoji N        N characters outside the BMP, each delta ends inside of one (default 200)
 *     unicode        U+2028, U+2029, U+0085, control characters, bidi overrides, combining and wide characters
 *     retry N        N errors "529 overloaded", then the answer (default 1)
 *     fail           an answer that breaks off with an error
 *     length         an answer that is cut off by the token limit
 *     tool NAME      calls the tool NAME, which need not exist
 *
 * Commands: /demo-select, /demo-confirm, /demo-input, /demo-editor (each takes a timeout in seconds and notifies the
 * answer), /demo-dialogs (three at once), /demo-status, /demo-widget, /demo-notify, /demo-title, /demo-prefill,
 * /demo-message, /demo-error, /demo-tour.
 *
 * Environment: PITUI_DEMO_SPEED, tokens a second (default 90, 0 as fast as it goes).
 */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
	calculateCost,
	fauxAssistantMessage,
	fauxProvider,
	fauxText,
	fauxThinking,
	fauxToolCall,
} from "@earendil-works/pi-ai";
import type { ExtensionAPI, ExtensionCommandContext } from "@earendil-works/pi-coding-agent";

type Block = ReturnType<typeof fauxText> | ReturnType<typeof fauxThinking> | ReturnType<typeof fauxToolCall>;
type Pace = "live" | "slow" | "fast" | "whole";
type Stop = { stopReason?: "stop" | "toolUse" | "length" | "error"; errorMessage?: string };
type Answer = { blocks: Block[]; pace?: Pace; waitSeconds?: number } & Stop;
type Step = (turn: Turn) => Answer;

/** What the transcript says about the run that the model is asked to continue. */
interface Turn {
	/** The user messages that began the run; several if they were queued. */
	prompts: string[];
	images: number;
	/** When they were sent; the first identifies the run, also over retries. */
	timestamps: number[];
	/** Answers given so far in this run, those to steering messages left out. */
	step: number;
	/** Steering messages that wait for an answer, and those already answered. */
	steers: string[];
	answered: string[];
	/** The tool results since the last answer, those to steering messages left out. */
	results: { toolName: string; isError: boolean; text: string }[];
	/** How many runs there were before this one. */
	runs: number;
}

const think = (text: string) => fauxThinking(text.trim());
const say = (text: string) => fauxText(text.trim());
const read = (path: string) => fauxToolCall("read", { path });
const bash = (command: string) => fauxToolCall("bash", { command });
const write = (path: string, content: string) => fauxToolCall("write", { path, content });
const edit = (path: string, oldText: string, newText: string) =>
	fauxToolCall("edit", { path, edits: [{ oldText, newText }] });
const answer = (...blocks: Block[]): Answer => ({ blocks });
const quoted = (text: string) => (text.length > 300 ? `${text.slice(0, 300)}…` : text).replace(/\s+/g, " ").trim();
const shellQuoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

// --- reading the transcript ---------------------------------------------------------------------------------------

/** User messages that pi makes of something else: `!` commands and summaries. */
const NOT_A_PROMPT = /^(Ran `|The conversation history before this point|The following is a summary of a branch)/;

function textOf(content: unknown): string {
	if (typeof content === "string") return content;
	return (content as { type: string; text?: string }[])
		.filter((block) => block.type === "text")
		.map((block) => block.text)
		.join("\n");
}

/** Which user messages began a run together, by their timestamps: one that was taken up before began an earlier run. */
const groups = new Map<number, number>();

function together(earlier: number, later: number): boolean {
	return groups.get(later) === groups.get(earlier);
}

const imagesIn = (content: unknown) =>
	Array.isArray(content) ? content.filter((block) => block.type === "image").length : 0;

function readTurn(messages: any[]): Turn {
	let turn = newTurn("", 0, 0, 0);
	let state: "open" | "working" | "ended" = "ended";
	let runs = 0;
	/** Whether the last answer was one to steering messages. */
	let digresses = false;
	for (const message of messages) {
		if (message.role === "user") {
			const text = textOf(message.content);
			if (NOT_A_PROMPT.test(text)) continue;
			const images = imagesIn(message.content);
			if (state === "working") {
				turn.steers.push(text);
			} else if (state === "open" && together(turn.timestamps[0], message.timestamp)) {
				turn.prompts.push(text);
				turn.images += images;
				turn.timestamps.push(message.timestamp);
			} else {
				turn = newTurn(text, images, message.timestamp, runs++);
				state = "open";
			}
		} else if (message.role === "assistant") {
			state = message.stopReason === "toolUse" ? "working" : "ended";
			if (message.stopReason === "error") continue;
			digresses = turn.steers.length > 0;
			if (digresses) {
				turn.answered.push(...turn.steers);
				turn.steers = [];
			} else {
				turn.results = [];
				turn.step++;
			}
		} else if (message.role === "toolResult") {
			if (digresses) continue;
			turn.results.push({
				toolName: message.toolName,
				isError: message.isError,
				text: textOf(message.content),
			});
		}
	}
	for (const timestamp of turn.timestamps) groups.set(timestamp, turn.timestamps[0]);
	return turn;
}

function newTurn(prompt: string, images: number, timestamp: number, runs: number): Turn {
	return { prompts: [prompt], images, timestamps: [timestamp], step: 0, steers: [], answered: [], results: [], runs };
}

// --- the flaky test -----------------------------------------------------------------------------------------------

const TEST = "tests/test_watcher.py";
const SLEEPS = "        time.sleep(0.03)\n        self.assertIsNotNone(self.watcher.level)\n";
const WAITS = "        self.assertTrue(self.watcher.ready.wait(timeout=5))\n        self.assertIsNotNone(self.watcher.level)\n";

/** Put the flaky test back, so that the story can be told again; a test that is not the demo's stays as it is. */
function restoreTest(cwd: string): void {
	try {
		const path = join(cwd, TEST);
		const text = readFileSync(path, "utf-8");
		if (text.includes(WAITS)) writeFileSync(path, text.replace(WAITS, SLEEPS));
	} catch {
		// No project here: `read` will say so.
	}
}

const FLAKY: Step[] = [
	(turn) => ({
		blocks: [
			think(`
The user asks: "${quoted(turn.prompts.at(-1)!)}". A test that fails now and then nearly always waits for the wrong
thing. I read the test and the class it tests before I run anything; both at once, they do not depend on each other.`),
			say("I look at the test first, and at the class that it tests."),
			read(TEST),
			read("tidewatch/watcher.py"),
		],
	}),
	(turn) =>
		turn.results.some((result) => result.isError)
			? answer(
					say(`
This folder does not hold the project of the demo, so there is no \`${TEST}\` to repair. **\`pitui --demo\`** makes
one. I am a script, not a language model: ask me for a *table*, *code*, an *error* or a *long* run instead.`),
				)
			: answer(
					think(`
\`time.sleep(0.03)\`, and then the level must be there. The gauge takes 5 to 60 ms, so about every second run fails.
Before I change it I want to see it fail, otherwise I cannot tell later that it is gone.`),
					say("The test sleeps for 30 ms and hopes that a reading is there. How often is that too short?"),
					bash("./run-tests --repeat 5"),
				),
	(turn) => {
		const runs = runsIn(turn);
		const failed = runs.filter((run) => run.failed).length;
		return answer(
			think("`Watcher.ready` is made for exactly this: the test has to wait for it, with a limit."),
			say(`
It fails in **${failed} of ${runs.length} runs**, always in the same place:

| run | first reading after | the test waits | result |
|----:|--------------------:|---------------:|--------|
${runs.map((run, index) => `| ${index + 1} | ${FIRST_READING[index]} ms | 30 ms | ${run.failed ? "**fails**" : "ok"} |`).join("\n")}

\`Watcher\` already sets \`ready\` with its first reading. The test should wait for that, not for the clock.`),
			edit(TEST, SLEEPS, WAITS),
		);
	},
	() => answer(say("Now the same seeds again, and three more."), bash("./run-tests --repeat 8")),
	(turn) =>
		answer(
			say(
				`${runsIn(turn).some((run) => run.failed) ? "It still fails, but more rarely." : "All of them pass."} I write down why, so that nobody puts the sleep back.`,
			),
			write("NOTES.md", `${NOTES}${turn.answered.map((text) => `- ${quoted(text)}\n`).join("")}`),
			bash("git diff --stat 2>/dev/null || ls -l tests"),
		),
	(turn) =>
		answer(
			say(`
## The test is no longer flaky

It slept for 30 ms and then expected a reading that takes up to 60 ms. Now it waits for the event that the watcher sets:

\`\`\`python
def test_level_is_known_soon_after_the_start(self):
    self.watcher.start()
    self.assertTrue(self.watcher.ready.wait(timeout=5))
    self.assertIsNotNone(self.watcher.level)
\`\`\`

- It was run with the same seeds as before, and with three more.
- It is *faster* too: the wait ends with the first reading.
- The reason stands in \`NOTES.md\`.
${turn.answered.length > 0 ? `\nOn the way you asked for, and I took in:\n\n${turn.answered.map((text) => `1. ${quoted(text)}`).join("\n")}\n` : ""}
\`test_level_stays_in_range\` still sleeps between its readings. That costs 0.3 s but cannot fail; shall I change it?`),
		),
];

/** Milliseconds until the gauge answers for the first time in run 1 to 5; each run has its own seed. */
const FIRST_READING = [12, 58, 18, 18, 39];

function runsIn(turn: Turn): { failed: boolean }[] {
	const output = turn.results.find((result) => result.toolName === "bash")?.text ?? "";
	return output
		.split(/^--- run /m)
		.slice(1)
		.map((run) => ({ failed: run.includes("FAIL") }));
}

const NOTES = `# Notes

- Tests wait for events (\`Watcher.ready\`), never for the clock: a gauge takes 5 to 60 ms to answer.
`;

// --- other stories ------------------------------------------------------------------------------------------------

const TABLE: Step[] = [
	() =>
		answer(
			think("A comparison: one row for each station, the figures to the right, the remarks in a last column."),
			say(`
Here is what the four gauges said today:

| Station | 高水位 | Now | Trend | Remark |
|:--------|------:|----:|:-----:|:-------|
| Cuxhaven | 3.41 m | 2.07 m | ↘ | *ebb* since 14:10 |
| Brest | 6.92 m | 5.80 m | ↗ | **spring tide** on Friday 🌕 |
| 横浜 | 1.88 m | 1.12 m | → | calm |
| Saint-Malo | 12.20 m | 9.75 m | ↗ | \`Watcher.level\` was \`None\` twice; the line is slow, and a long remark has to wrap somewhere |

Saint-Malo has by far the widest range. Ask for *code* and I show how to read them all.`),
		),
];

const CODE: Step[] = [
	() =>
		answer(
			think("All gauges at once, one thread each; the slowest decides how long it takes. No need for asyncio here."),
			say(`
Read all gauges **at once**, then it takes as long as the slowest one:

\`\`\`python
from concurrent.futures import ThreadPoolExecutor

from tidewatch import Gauge


def levels(gauges: dict[str, Gauge]) -> dict[str, float]:
    """Return the level of each station in metres."""
    with ThreadPoolExecutor(max_workers=len(gauges)) as pool:
        readings = pool.map(lambda gauge: gauge.read(), gauges.values())
        return dict(zip(gauges, readings, strict=True))
\`\`\`

The same as one request from the shell:

\`\`\`bash
curl -s localhost:8000/levels | jq 'to_entries | sort_by(.value) | .[-1]'
\`\`\`

and as a change to what is there:

\`\`\`diff
-    for gauge in gauges:
-        print(gauge.read())
+    print(levels(gauges))
\`\`\`

Mind that \`Gauge.read\` must not be called twice at the same time for *one* gauge.`),
		),
];

const MARKDOWN: Step[] = [
	() =>
		answer(
			say(`
# Everything that markdown has

A paragraph with **bold**, *italic*, ***both***, ~~struck~~, \`code\`, a [link](https://example.org/tide?x=1) and a bare
one: https://example.org. A line break comes  
here.

## Lists

1. First
   - nested, with \`code\`
   - and a second one
     1. deeper
2. Second, long enough to be wrapped at the edge of any terminal that is narrower than a hundred columns or so
- [x] done
- [ ] not done

> A quotation
> > inside of a quotation, with **bold** in it.

---

### Code without a language

\`\`\`
[not markup] <not html> \\x1b[31m
\`\`\`

    indented code

| a | b |
|---|--:|
| 1 | 2 |

Html is text: <b>not bold</b>, and so are [brackets] and \\*stars\\*. An image: ![a gauge](gauge.png)`),
		),
];

const MATH: Step[] = [
	() =>
		answer(
			say(`
# How a tide is foretold

The height at a time $t$ is the mean level $h_0$ and a wave for each constituent $k$, with its amplitude $A_k$, its
speed \\(\\omega_k\\) and its phase \\(\\varphi_k\\):

$$
h(t) = h_0 + \\sum_{k=1}^{n} A_k \\cos(\\omega_k t - \\varphi_k), \\qquad \\omega_k = \\frac{2\\pi}{T_k}
$$

The moon's wave has \\(T_1 \\approx 12.42\\,\\text{h}\\). Of $m > n$ readings, least squares gives the best fit, where

\\[
X = \\begin{pmatrix} \\cos \\omega_1 t_1 & \\cdots & \\cos \\omega_n t_1 \\\\ \\vdots & \\ddots & \\vdots \\\\
\\cos \\omega_1 t_m & \\cdots & \\cos \\omega_n t_m \\end{pmatrix}, \\qquad
\\hat{A} = (X^\\top X)^{-1} X^\\top h
\\]

The watcher does it in \`O(m)\`, for a table that costs $5 a year:

\`\`\`mermaid
flowchart LR
    gauge[Gauge] -->|level| watcher(Watcher)
    watcher --> fit{Enough?}
    fit -->|yes| table[(Tide table)]
    fit -->|no| watcher
\`\`\``),
		),
];

const ERROR: Step[] = [
	() =>
		answer(
			think("The user wants to see what goes wrong. A command that fails, a file that is missing, an edit that misses."),
			say("Three things that fail, all at once:"),
			bash("./run-tests --reapeat 3"),
			read("tidewatch/moon.py"),
			edit("README.md", "A text that the file does not have.\n", "Another one.\n"),
		),
	(turn) =>
		answer(
			say(`
**${turn.results.filter((result) => result.isError).length} of ${turn.results.length} calls failed**, as they should:

1. \`bash\`: the option is misspelt.
2. \`read\`: there is no such file.
3. \`edit\`: the text to replace is not in the file, so nothing was changed.

I go on with what works:`),
			bash("ls"),
		),
	() => answer(say("An error of a tool does not end a run; I see it and can try something else. Ask to *fail* for the other kind.")),
];

const PARALLEL: Step[] = [
	() =>
		answer(
			say("Three commands at once. The last one is the first to end."),
			bash("for i in 1 2 3 4 5 6; do echo \"slow $i\"; sleep 0.5; done"),
			bash("for i in 1 2 3; do echo \"middle $i\"; sleep 0.5; done"),
			bash("echo quick"),
		),
	() => answer(say("All three are back. Their results are in the order of the calls, though they ended the other way round.")),
];

const THINK: Step[] = [
	() =>
		answer(
			think(`
The question is whether the watcher should keep one level or all of them.

One level is simple: whoever asks gets the latest, and memory stays constant. But then nobody can tell a trend, and the
trend is what a harbour master wants to know: is it rising, and how fast?

All levels are simple too, until the program runs for a month. At 60 ms a reading that is 1.4 million a day. A deque
with a limit would do; a day of one reading a minute is 1440 figures.

So: keep the latest as it is, and add a deque of one reading a minute. The interface stays, the trend is a new method.
That also leaves the tests alone.`),
			say("Keep the latest level as it is, and beside it a `deque(maxlen=1440)` with one reading a minute: a day of trend in constant memory."),
		),
];

const EDIT: Step[] = [
	() =>
		answer(
			say("I write a small module, and then improve it."),
			write(
				"tidewatch/units.py",
				'"""Units of length."""\n\n\ndef feet(metres):\n    """Convert metres to feet."""\n    return metres * 3.28\n\n\ndef fathoms(metres):\n    """Convert metres to fathoms."""\n    return metres * 0.546\n',
			),
		),
	() =>
		answer(
			say("Both factors are rounded too much, and a type tells more than a docstring:"),
			fauxToolCall("edit", {
				path: "tidewatch/units.py",
				edits: [
					{
						oldText: 'def feet(metres):\n    """Convert metres to feet."""\n    return metres * 3.28\n',
						newText: 'def feet(metres: float) -> float:\n    """Convert metres to feet."""\n    return metres / 0.3048\n',
					},
					{
						oldText: 'def fathoms(metres):\n    """Convert metres to fathoms."""\n    return metres * 0.546\n',
						newText: 'def fathoms(metres: float) -> float:\n    """Convert metres to fathoms of six feet."""\n    return feet(metres) / 6\n',
					},
				],
			}),
		),
	() => answer(bash("cat tidewatch/units.py")),
	() => answer(say("`tidewatch/units.py` is exact now: a foot is 0.3048 m by definition, a fathom is six feet.")),
];

const ASK: Step[] = [
	() => answer(say("I would like to remove the caches. The extension asks you before I may."), bash("rm -rf build .cache")),
	(turn) =>
		answer(
			say(
				turn.results.some((result) => result.isError)
					? `That was not allowed (*${quoted(turn.results[0].text)}*), so the caches stay.`
					: "The caches are gone.",
			),
		),
];

const SLOW: Step[] = [
	() => ({ ...answer(say("This answer comes slowly, a few letters at a time, so that you can watch it, scroll away from it, or stop it with Esc.")), pace: "slow" }),
];

const rounds = (count: number): Step[] => [
	...Array.from({ length: count }, (_, index): Step => () =>
		answer(
			...(index % 3 === 0 ? [think(`Round ${index + 1} of ${count}. There is time to steer me.`)] : []),
			say(`Round ${index + 1} of ${count}.`),
			bash(`echo "reading ${index + 1}"; sleep 0.5; echo "level $((RANDOM % 400)) cm"; sleep 0.5`),
		),
	),
	(turn) =>
		answer(
			say(`All ${count} rounds are done.${turn.answered.length > 0 ? ` You steered me ${turn.answered.length} times.` : ""}`),
		),
];

const WELCOME = (turn: Turn): Answer =>
	answer(
		say(`
Hello! I am the scripted model of pitui's demo, inside real pi: what you see is how pi works, only my words are set.

Try: **fix the flaky test** · a *table* · some *code* · *markdown* · *math* · *edit* · an *error* · *parallel* calls ·
*think* · a *long* run (type while I work: that steers me) · *slow* · *ask*. Commands: \`/demo-tour\` tells them.${
			turn.images > 0 ? `\n\nI see ${turn.images} image${turn.images > 1 ? "s" : ""}.` : ""
		}`),
	);

/** For a prompt that no word of is known. */
const OTHER: Step[] = [
	(turn) =>
		answer(
			think(`"${quoted(turn.prompts.at(-1)!)}": no story of mine is about that. I look around and say what I can do.`),
			say(
				turn.prompts.length > 1
					? `You asked ${turn.prompts.length} things:\n\n${turn.prompts.map((text) => `1. ${quoted(text)}`).join("\n")}\n\nLet me look around.`
					: `You asked: “${quoted(turn.prompts[0])}”. Let me look around.`,
			),
			bash("ls"),
		),
	(turn) =>
		answer(
			say(`
There are ${turn.results[0]?.text.trim().split("\n").length ?? 0} things in this folder. A real model would now go on with “${quoted(turn.prompts.at(-1)!)}”; I am a script
and know *flaky*, *table*, *code*, *markdown*, *math*, *edit*, *error*, *parallel*, *think*, *long*, *slow* and *ask*.${
				turn.images > 0 ? `\n\nI see ${turn.images} image${turn.images > 1 ? "s" : ""}.` : ""
			}`),
		),
];

const BY_WORD: [RegExp, Step[]][] = [
	[/\b(flaky|fix|tests?)\b/, FLAKY],
	[/\btables?\b/, TABLE],
	[/\bmarkdown\b/, MARKDOWN],
	[/\b(math|formulas?|diagrams?)\b/, MATH],
	[/\bparallel\b/, PARALLEL],
	[/\b(errors?|wrong)\b/, ERROR],
	[/\b(think|why|reason)\b/, THINK],
	[/\b(edit|write|improve)\b/, EDIT],
	[/\blong\b/, rounds(10)],
	[/\bslow(ly)?\b/, SLOW],
	[/\b(ask|permission|remove|delete)\b/, ASK],
	[/\bcode\b/, CODE],
	[/^(hi|hello|hey|help|thanks|thank you|who are you)\b/, [WELCOME]],
];

// --- switches -----------------------------------------------------------------------------------------------------

const PARAGRAPH = `The **watcher** reads its gauge in a thread of its own and sets \`ready\` with the first reading. Whoever
asks gets the latest level at once, never waits, and never sees half a reading.

- it is *rising* by 12 cm an hour
- it is \`2.07\` m now

`;

const ODD = [
	"line separator: a\u2028b, paragraph separator: a\u2029b, next line: a\u0085b",
	"escape: a\u001b[31mb\u001b[0m, c1: a\u009b31mb, bell: a\u0007b, backspace: a\bb, delete: a\u007fb, null: a\u0000b",
	"title: \u001b]0;owned\u0007, carriage return: a\rb, tab: a\tb, form feed: a\fb",
	"bidi override: a\u202Ecba\u202Cb, isolate: a\u2066b\u2069c, right to left: שלום עליכם, مرحبا",
	"combining: e\u0301 n\u0303, zero width: a\u200Bb\u200Dc\uFEFFd, wide: 漢字かな한글, ｆｕｌｌ",
	"emoji: 👩‍💻 👍🏽 🇪🇺 🏳️‍🌈 ❤️ ☂ ☂️, markup: [bold]a[/bold] [@click=app.quit]b[/]",
].join("\n\n");

const failures = new Map<number, number>();

/** Fail `count` times with what providers say under load; pi tries again. Counted here: failures leave the transcript. */
function overloaded(turn: Turn, count: number): Answer {
	const run = turn.timestamps[0];
	const failed = failures.get(run) ?? 0;
	if (failed >= count) return answer(say(`It worked after ${failed} failure${failed === 1 ? "" : "s"}.`));
	failures.set(run, failed + 1);
	return { ...answer(say("An answer that the provider ")), stopReason: "error", errorMessage: "529 overloaded" };
}

function filled(text: string, bytes: number): string {
	return text.repeat(Math.ceil(bytes / text.length)).slice(0, bytes);
}

const SWITCHES: Record<string, (number: number | undefined, turn: Turn, word: string) => Step[]> = {
	sleep: (seconds = 5) => [() => answer(bash(`sleep ${seconds}`)), () => answer(say(`I slept for ${seconds} seconds.`))],
	rounds: (count = 10) => rounds(count),
	lines: (count = 50) => [
		() => answer(bash(`for i in $(seq ${count}); do echo "line $i"; sleep 0.1; done`)),
		() => answer(say(`These were ${count} lines.`)),
	],
	wait: (seconds = 5) => [() => ({ ...answer(say(`That took ${seconds} seconds.`)), waitSeconds: seconds })],
	big: (kilobytes = 64) => [() => ({ ...answer(fauxText(filled(PARAGRAPH, kilobytes * 1024))), pace: "fast" })],
	oneline: (kilobytes = 64) => [
		() => ({ ...answer(fauxText(filled("abcdefghijklmnopqrstuvwxyz0123456789", kilobytes * 1024))), pace: "fast" }),
	],
	mb: (megabytes = 10) => [() => ({ ...answer(fauxText(filled(PARAGRAPH, megabytes * 1024 * 1024))), pace: "whole" })],
	// The faux provider cuts at even places, an odd start puts each cut inside of a surrogate pair.
	emoji: (count = 200) => [() => ({ ...answer(fauxText(`x${filled("😀🌊🦀🐚", count * 2)}`)), pace: "fast" })],
	unicode: () => [() => answer(fauxText(ODD))],
	retry: (count = 1) => [(turn) => overloaded(turn, count)],
	fail: () => [
		() => ({
			...answer(think("This will not end well."), say("Here the answer breaks off, because")),
			stopReason: "error",
			errorMessage: "400 invalid request: the scripted model was asked to fail",
		}),
	],
	length: () => [() => ({ ...answer(say("This answer is cut off by the token lim")), stopReason: "length" })],
	tool: (_number, _turn, word) => [
		() => answer(fauxToolCall(word || "nosuch", {})),
		(turn) => answer(say(`The tool said: ${quoted(turn.results[0]?.text ?? "")}`)),
	],
};

function switched(turn: Turn): Step[] | undefined {
	const prompt = turn.prompts.at(-1)!;
	if (turn.prompts.some((text) => text.startsWith("echo:"))) return [echo];
	const found = /^(\w+)(?:\s+(\S+))?\s*$/.exec(prompt);
	if (!found || !Object.hasOwn(SWITCHES, found[1])) return undefined;
	const number = Number(found[2]);
	return SWITCHES[found[1]](found[2] === undefined || Number.isNaN(number) ? undefined : number, turn, found[2] ?? "");
}

function echo(turn: Turn): Answer {
	return { ...answer(fauxText(turn.prompts.map((text) => `ECHO ${JSON.stringify(text)}`).join("\n"))), pace: "fast" };
}

// --- the choice of an answer --------------------------------------------------------------------------------------

/** Acknowledge steering messages by their text and act on them; then the story goes on where it was. */
function steered(turn: Turn): Answer {
	const asked = turn.steers.map((text) => `“${quoted(text)}”`).join(" and ");
	if (turn.steers.some((text) => text.startsWith("echo:"))) return echo({ ...turn, prompts: turn.steers });
	if (turn.steers.some((text) => /^(stop|enough|halt)\b/i.test(text.trim())))
		return answer(say(`You say ${asked}: I stop here. What is done so far stays.`));
	const lines = turn.steers.map((text) => shellQuoted(`- ${quoted(text)}`)).join(" ");
	return answer(
		think(`A message while I work: ${asked}. I take it in before I go on.`),
		say(`Understood: ${asked}. I note it down, so that it is not lost, and go on with it.`),
		bash(`printf '%s\\n' ${lines} >> NOTES.md && tail -n 3 NOTES.md`),
	);
}

function storyOf(turn: Turn): Step[] {
	const story = switched(turn);
	if (story) return story;
	const prompt = turn.prompts.at(-1)!.trim().toLowerCase();
	const byWord = BY_WORD.find(([pattern]) => pattern.test(prompt));
	if (byWord) return byWord[1];
	return turn.runs === 0 && turn.prompts.length === 1 ? FLAKY : OTHER;
}

function plan(turn: Turn, last: any): Answer {
	if (last.role === "user" && /^(<conversation>|# Conversation\n)/.test(textOf(last.content)))
		return summary(textOf(last.content));
	if (turn.steers.length > 0) return steered(turn);
	const story = storyOf(turn);
	if (story === FLAKY && turn.step === 0) restoreTest(cwd);
	const step = story[turn.step];
	return step ? step(turn) : answer(say("That is done. What is next?"));
}

/** What pi asks for when it compacts a session or leaves a branch. */
function summary(request: string): Answer {
	const asked = [...request.matchAll(/^\[User\]: (.*)$/gm)].map((match) => `- ${quoted(match[1])}`);
	return answer(
		say(`
## Goal
Try out what pi and pitui can do, in the project tidewatch.

## Asked
${asked.slice(-20).join("\n") || "- (nothing yet)"}

## Progress
### Done
- [x] The questions above are answered.

## Next Steps
1. Go on with what the user asks.`),
	);
}

let cwd = process.cwd();

// --- the provider -------------------------------------------------------------------------------------------------

export default function (pi: ExtensionAPI) {
	registerModel(pi);
	registerCommands(pi);
	pi.on("session_start", (_event, ctx) => {
		cwd = ctx.cwd;
	});
	pi.on("tool_call", async (event, ctx) => {
		if (event.toolName !== "bash" || !/\brm -rf\b/.test(String(event.input.command))) return undefined;
		const allowed = await ctx.ui.confirm("Remove files?", `The model wants to run: ${event.input.command}`);
		return allowed ? undefined : { block: true, reason: "You did not allow it" };
	});
}

function registerModel(pi: ExtensionAPI): void {
	const speed = Number(process.env.PITUI_DEMO_SPEED ?? 90);
	const model = {
		id: "demo-1",
		name: "Demo 1",
		reasoning: true,
		input: ["text", "image"] as ("text" | "image")[],
		cost: { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 },
		contextWindow: 100_000,
		maxTokens: 32_000,
	};
	const core = (tokensPerSecond: number, min: number, max: number) =>
		fauxProvider({ api: "demo", provider: "demo", models: [model], tokensPerSecond, tokenSize: { min, max } });
	const paces = {
		live: core(speed, 2, 5),
		slow: core(speed > 0 ? 8 : 0, 1, 1),
		fast: core(0, 3, 5),
		whole: core(0, 2 ** 40, 2 ** 40),
	};
	const stream = (kind: "stream" | "streamSimple") => (streamModel: any, context: any, options: any) => {
		const turn = readTurn(context.messages);
		const { blocks, pace, waitSeconds, stopReason, errorMessage } = plan(turn, context.messages.at(-1));
		const shown = options?.reasoning ? blocks : blocks.filter((block) => block.type !== "thinking");
		const message = fauxAssistantMessage(shown, {
			stopReason: stopReason ?? (shown.some((block) => block.type === "toolCall") ? "toolUse" : "stop"),
			errorMessage,
		});
		const { provider, setResponses } = paces[pace ?? "live"];
		setResponses([
			async () => {
				if (waitSeconds) await pause(waitSeconds, options?.signal);
				return message;
			},
		]);
		return withCosts(provider[kind](streamModel, context, options), streamModel);
	};
	pi.registerProvider({ ...paces.live.provider, stream: stream("stream"), streamSimple: stream("streamSimple") });
}

/** The faux provider counts tokens but no money. */
function withCosts(events: any, model: any) {
	const push = events.push.bind(events);
	events.push = (event: any) => {
		const { usage } = event.partial ?? event.message ?? event.error;
		if (usage.totalTokens > 0) calculateCost(model, usage);
		push(event);
	};
	return events;
}

function pause(seconds: number, signal?: AbortSignal): Promise<void> {
	return new Promise((resolve) => {
		const timer = setTimeout(resolve, seconds * 1000);
		signal?.addEventListener("abort", () => {
			clearTimeout(timer);
			resolve();
		});
	});
}

// --- the commands -------------------------------------------------------------------------------------------------

const STATIONS = ["Cuxhaven", "Brest", "横浜", "Saint-Malo"];

function registerCommands(pi: ExtensionAPI): void {
	type Run = (ctx: ExtensionCommandContext, args: string) => unknown;
	const command = (name: string, description: string, run: Run) =>
		pi.registerCommand(`demo-${name}`, { description, handler: async (args, ctx) => void (await run(ctx, args)) });
	/** A number as argument is a timeout in seconds. */
	const timeout = (args: string) => (Number(args) > 0 ? { timeout: Number(args) * 1000 } : undefined);
	const told = (ctx: ExtensionCommandContext, name: string, value: unknown) =>
		ctx.ui.notify(value === undefined ? `${name}: no answer` : `${name}: ${JSON.stringify(value)}`, "info");

	command("select", "Open a select dialog (argument: timeout in seconds)", async (ctx, args) =>
		told(ctx, "select", await ctx.ui.select("Which station?", STATIONS, timeout(args))),
	);
	command("confirm", "Open a confirm dialog (argument: timeout in seconds)", async (ctx, args) =>
		told(ctx, "confirm", await ctx.ui.confirm("Go on?", "The tide is rising.", timeout(args))),
	);
	command("input", "Open an input dialog (argument: timeout in seconds)", async (ctx, args) =>
		told(ctx, "input", await ctx.ui.input("Name of the new station?", "a harbour", timeout(args))),
	);
	command("editor", "Open an editor dialog", async (ctx) =>
		told(ctx, "editor", await ctx.ui.editor("Describe the station", "Cuxhaven\nNorth Sea\n")),
	);
	command("dialogs", "Open three dialogs at once", async (ctx) => {
		const answers = await Promise.all([
			ctx.ui.select("First: which station?", STATIONS),
			ctx.ui.confirm("Second: go on?", "The tide is rising."),
			ctx.ui.input("Third: what is it called?", "a harbour"),
		]);
		told(ctx, "dialogs", answers.map((value) => value ?? null));
	});
	command("status", "Show a status text; `off` removes it", (ctx, args) =>
		ctx.ui.setStatus("demo", args === "off" ? undefined : args || "tide ↗ 2.07 m"),
	);
	command("widget", "Show a widget above the editor, `below` it, or `off`", (ctx, args) =>
		ctx.ui.setWidget(
			"demo",
			args === "off" ? undefined : ["Tide at Cuxhaven", "  high 14:10  3.41 m", "  low  20:32  0.38 m"],
			{ placement: args === "below" ? "belowEditor" : "aboveEditor" },
		),
	);
	command("notify", "Notify (argument: info, warning or error)", (ctx, args) => {
		const level = args === "warning" || args === "error" ? args : "info";
		ctx.ui.notify(`This is a notification of the kind ${level}.`, level);
	});
	command("title", "Set the title of the terminal", (ctx, args) => ctx.ui.setTitle(args || "tidewatch"));
	command("prefill", "Put a text into the editor", (ctx, args) => ctx.ui.setEditorText(args || "fix the flaky test"));
	command("message", "Show a message of the extension in the conversation", (_ctx, args) =>
		pi.sendMessage({ customType: "demo", content: args || "High water at **14:10**.", display: true }),
	);
	command("error", "Fail", () => {
		throw new Error("The demo's command was asked to fail.");
	});
	command("tour", "Tell what can be tried", (ctx) =>
		ctx.ui.notify(
			[
				"Ask for: fix the flaky test, table, code, markdown, math, edit, error, parallel, think, long, slow, ask.",
				"Type while it works: that steers. Alt+Enter queues a follow-up. Esc stops.",
				"Commands: /demo-select, /demo-confirm, /demo-input, /demo-editor, /demo-dialogs, /demo-status,",
				"/demo-widget, /demo-notify, /demo-title, /demo-prefill, /demo-message, /demo-error.",
			].join("\n"),
			"info",
		),
	);
}

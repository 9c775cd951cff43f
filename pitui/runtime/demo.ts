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
 * a flaky test in the demo's project (see demo_project/). Other words: "table", "code", "markdown", "error", "parallel",
 * "think", "long", "slow", "ask" (the extension asks for permission), "edit".
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
	/** Identifies the run, also over retries. */
	timestamp: number;
	/** Answers given so far in this run, those to steering messages left out. */
	step: number;
	/** Steering messages that wait for an answer, and those already answered. */
	steers: string[];
	answered: string[];
	/** The tool results since the last answer. */
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

const imagesIn = (content: unknown) =>
	Array.isArray(content) ? content.filter((block) => block.type === "image").length : 0;

function readTurn(messages: any[]): Turn {
	let turn = newTurn("", 0, 0, 0);
	let state: "open" | "working" | "ended" = "ended";
	let runs = 0;
	for (const message of messages) {
		if (message.role === "user") {
			const text = textOf(message.content);
			if (NOT_A_PROMPT.test(text)) continue;
			const images = imagesIn(message.content);
			if (state === "working") {
				turn.steers.push(text);
			} else if (state === "open") {
				turn.prompts.push(text);
				turn.images += images;
			} else {
				turn = newTurn(text, images, message.timestamp, runs++);
				state = "open";
			}
		} else if (message.role === "assistant") {
			state = message.stopReason === "toolUse" ? "working" : "ended";
			turn.results = [];
			if (message.stopReason === "error") continue;
			if (turn.steers.length > 0) {
				turn.answered.push(...turn.steers);
				turn.steers = [];
			} else {
				turn.step++;
			}
		} else if (message.role === "toolResult") {
			turn.results.push({
				toolName: message.toolName,
				isError: message.isError,
				text: textOf(message.content),
			});
		}
	}
	return turn;
}

function newTurn(prompt: string, images: number, timestamp: number, runs: number): Turn {
	return { prompts: [prompt], images, timestamp, step: 0, steers: [], answered: [], results: [], runs };
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
Before I change it I want to see it fail, otherwise I can not tell later that it is gone.`),
					say("The test sleeps for 30 ms and hopes that a reading is there. How often is that too short?"),
					bash("./run-tests --repeat 5"),
				),
	() =>
		answer(
			think("Two of five, as expected. `Watcher.ready` is made for exactly this: wait for it, with a limit."),
			say(`
It fails in **2 of 5 runs**, always in the same place:

| run | first reading after | the test waits | result |
|----:|--------------------:|---------------:|--------|
|   1 |               12 ms |          30 ms | ok     |
|   2 |               58 ms |          30 ms | **fails** |
|   3 |               18 ms |          30 ms | ok     |
|   4 |               18 ms |          30 ms | ok     |
|   5 |               39 ms |          30 ms | **fails** |

\`Watcher\` already sets \`ready\` with its first reading. The test should wait for that, not for the clock.`),
			edit(TEST, SLEEPS, WAITS),
		),
	() => answer(say("Now the same seeds again, and three more."), bash("./run-tests --repeat 8")),
	(turn) =>
		answer(
			say("All of them pass. I write down why, so that nobody puts the sleep back."),
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

- **Before:** 3 of 5 runs passed, **after:** 8 of 8, with the same seeds.
- It is *faster* too: the wait ends with the first reading.
- The reason stands in \`NOTES.md\`.
${turn.answered.length > 0 ? `\nOn the way you asked for, and I took in:\n\n${turn.answered.map((text) => `1. ${quoted(text)}`).join("\n")}\n` : ""}
\`test_level_stays_in_range\` still sleeps between its readings. That costs 0.3 s but can not fail; shall I change it?`),
		),
];

const NOTES = `# Notes

- Tests wait for events (\`Watcher.ready\`), never for the clock: a gauge takes 5 to 60 ms to answer.
`;

// --- the provider -------------------------------------------------------------------------------------------------

function plan(turn: Turn): Answer {
	const step = FLAKY[turn.step];
	return step ? step(turn) : answer(say("Done."));
}

export default function (pi: ExtensionAPI) {
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
	let cwd = process.cwd();

	const stream = (kind: "stream" | "streamSimple") => (streamModel: any, context: any, options: any) => {
		const turn = readTurn(context.messages);
		if (turn.step === 0) restoreTest(cwd);
		const { blocks, pace, waitSeconds, stopReason, errorMessage } = plan(turn);
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
	pi.on("session_start", (_event, ctx) => {
		cwd = ctx.cwd;
	});
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

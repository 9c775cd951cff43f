/**
 * The scripted model of the benchmark, for pi 0.82.1 to 1.6.0:
 *
 *     pi -e bench.ts --provider bench --model bench-1
 *
 * Prompts (the answer ends with the word `endmark` and the NUMBER behind it, in a line and a delta of its own):
 *     burst KB NUMBER        an answer of KB kilobytes as fast as it goes
 *     reads KB NUMBER        the same, READ deltas in each turn of the event loop, as when they come in full network reads
 *     rate N KB NUMBER       the same at N deltas a second, by the clock: what is late follows as fast as it goes
 *     say NUMBER             just that last line
 *
 * Each delta is a turn of the event loop of its own (but for `reads`), as it is with a provider that waits for each.
 *
 * BENCH_LOG names a file that gets the time (ms since 1970) at which pi was done with each answer.
 */

import { appendFileSync } from "node:fs";
import { createAssistantMessageEventStream, fauxProvider } from "@earendil-works/pi-ai";
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";

/** Characters in a delta. */
const DELTA = 8;
/** Deltas in 64 KB of server-sent events of 200 bytes each. */
const READ = 320;

const SECTION = (n: number) => `
## Step ${n}: how the reading gets from the gauge to the table

The watcher asks **every gauge** for its level and keeps what it was told in \`Watcher.level\`. A gauge that is slow
does not hold up the others, because each one has a thread of its own; what counts is the *slowest* of them, and that is
noted in [the log](https://example.org/log/${n}) together with the time at which the answer came.

1. Start the watcher and wait for \`ready\`.
2. Read the level ${n} times:
   - once before the tide turns,
   - once after it has turned, with **at least** ${n % 7} minutes in between.
3. Write both into the table below.

| Station | High water | Now | Trend | Remark |
|:--------|-----------:|----:|:-----:|:-------|
| Cuxhaven | ${n % 5}.41 m | 2.07 m | ↘ | *ebb* since 14:${10 + (n % 50)} |
| Brest | 6.92 m | 5.${n % 90} m | ↗ | **spring tide** on Friday |
| Saint-Malo | 12.20 m | 9.75 m | ↗ | \`Watcher.level\` was \`None\` twice; the line is slow there |

\`\`\`python
def levels_${n}(gauges: dict[str, Gauge]) -> dict[str, float]:
    """Return the level of each station in metres."""
    with ThreadPoolExecutor(max_workers=len(gauges)) as pool:
        readings = pool.map(lambda gauge: gauge.read(), gauges.values())
        return dict(zip(gauges, readings, strict=True))  # ${n} of them
\`\`\`

> A gauge that answers \`None\` is not broken. It is asked again after ${n % 9} seconds, and only the third time counts.

So far for step ${n}; the next one goes on from what stands in the table, not from what the gauge said at first.
`;

function markdown(bytes: number): string {
	let text = "";
	for (let n = 1; text.length < bytes; n++) text += SECTION(n);
	return text.slice(0, text.lastIndexOf("\n", bytes));
}

type Answer = { text: string; word: string; rate?: number; together: number };

function answerTo(prompt: string): Answer {
	const words = prompt.trim().split(/\s+/);
	const word = `endmark${words.at(-1)}`;
	switch (words[0]) {
		case "burst":
			return { text: markdown(Number(words[1]) * 1000), word, together: 1 };
		case "reads":
			return { text: markdown(Number(words[1]) * 1000), word, together: READ };
		case "rate":
			return { text: markdown(Number(words[2]) * 1000), word, rate: Number(words[1]), together: 1 };
		default:
			return { text: "", word, together: 1 };
	}
}

function deltasOf({ text, word }: Answer): string[] {
	const deltas = text ? (text.match(new RegExp(`[^]{1,${DELTA}}`, "g")) ?? []) : [];
	return [...deltas, text ? `\n\n${word}` : word];
}

function lastPrompt(messages: any[]): string {
	const { content } = messages.findLast((message) => message.role === "user");
	return typeof content === "string" ? content : content.map((block: any) => block.text ?? "").join("\n");
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
const tick = () => new Promise<void>((resolve) => setTimeout(resolve, 1));

/** Push the deltas, each in a turn of its own, or by the clock. */
async function push(stream: any, message: any, answer: Answer, signal?: AbortSignal): Promise<void> {
	const deltas = deltasOf(answer);
	const partial = { ...message, content: [{ type: "text", text: "" }], stopReason: "pending" };
	stream.push({ type: "start", partial: { ...partial, content: [] } });
	stream.push({ type: "text_start", contentIndex: 0, partial: { ...partial } });
	const begun = performance.now();
	for (let sent = 0; sent < deltas.length && !signal?.aborted; sent++) {
		if (answer.rate) while (performance.now() < begun + (sent * 1000) / answer.rate) await tick();
		else if (sent % answer.together === 0) await turn();
		partial.content[0].text += deltas[sent];
		stream.push({ type: "text_delta", contentIndex: 0, delta: deltas[sent], partial: { ...partial } });
		if (answer.rate) await turn();
	}
	const { text } = partial.content[0];
	stream.push({ type: "text_end", contentIndex: 0, content: text, partial: { ...partial } });
	const done = { ...message, content: [{ type: "text", text }], stopReason: "stop" };
	stream.push({ type: "done", reason: "stop", message: done });
	stream.end(done);
}

export default function (pi: ExtensionAPI) {
	const { provider } = fauxProvider({
		api: "bench",
		provider: "bench",
		models: [{ id: "bench-1", name: "Bench 1", reasoning: false, input: ["text"], contextWindow: 100_000_000 }],
	});
	const stream = (model: any, context: any, options: any) => {
		const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 };
		const usage = { input: 100, output: 100, cacheRead: 0, cacheWrite: 0, totalTokens: 200, cost };
		const { api, provider, id } = model;
		const message = { role: "assistant", content: [], api, provider, model: id, usage, timestamp: Date.now() };
		const events = createAssistantMessageEventStream();
		queueMicrotask(() => push(events, message, answerTo(lastPrompt(context.messages)), options?.signal));
		return events;
	};
	pi.registerProvider({ ...provider, stream, streamSimple: stream });
	pi.on("message_end", ({ message }) => {
		const { BENCH_LOG } = process.env;
		if (BENCH_LOG && message.role === "assistant") appendFileSync(BENCH_LOG, `${Date.now()}\n`);
	});
}

/**
 * An extension that does with `ctx.ui` what a test tells it to.
 *
 *     /ui [["notify", "text", "warning"], ["select", "title", ["a", "b"], {"timeout": 1000}], ["sleep", 500]]
 *
 * The calls are made in order; dialogs are awaited at the end, all together, and their answers notified as JSON.
 * `/ui-start` is the same at the start of pi: the calls stand in the environment variable PITUI_TEST_START.
 */

import type { ExtensionAPI, ExtensionContext } from "@earendil-works/pi-coding-agent";

type Call = [string, ...any[]];

const DIALOGS = ["select", "confirm", "input", "editor"];

async function run(ctx: ExtensionContext, calls: Call[]): Promise<void> {
	const answers: Promise<unknown>[] = [];
	for (const [method, ...args] of calls) {
		if (method === "sleep") await new Promise((resolve) => setTimeout(resolve, args[0]));
		else if (method === "alive") setInterval(() => {}, 1000);
		else if (method === "fail") throw new Error(args[0]);
		else {
			const result = (ctx.ui as any)[method](...args.map((arg) => (arg === null ? undefined : arg)));
			if (DIALOGS.includes(method)) answers.push(result);
		}
	}
	if (answers.length) {
		const values = await Promise.all(answers);
		ctx.ui.notify(`answers: ${JSON.stringify(values.map((value) => (value === undefined ? null : value)))}`);
	}
}

export default function (pi: ExtensionAPI) {
	pi.registerCommand("ui", {
		description: "Call methods of ctx.ui",
		handler: async (args, ctx) => run(ctx, JSON.parse(args)),
	});
	pi.registerCommand("silent", { description: "Do nothing", handler: async () => {} });
	pi.registerCommand("screen", {
		description: "Draw a screen of its own",
		handler: async (_args, ctx) => void (await (ctx.ui as any).custom(() => ({ render: () => ["x"] }))),
	});
	pi.on("session_start", async (event, ctx) => {
		const calls = process.env.PITUI_TEST_START;
		if (calls && event.reason === "startup") await run(ctx, JSON.parse(calls));
	});
}

/**
 * What pi's RPC has no command for: moving in the session tree, labels, reload, active tools, the context, models.
 * One file for pi 0.82.1 to 1.6.0:
 *
 *     pi --mode rpc -e bridge.ts
 *
 * A command is sent as a prompt, `/pitui-nav {"req": 7, "id": "1a2b3c4d"}`. Each gives exactly one answer, JSON as a status
 * under the reserved key `pitui`, before the response to the prompt:
 *
 *     {"kind": "answer", "req": 7, "data": {…}}   or   {"kind": "answer", "req": 7, "error": "Entry 1a2b3c4d not found"}
 *
 *     pitui-nav {req, id, summarize?, instructions?, label?}   {cancelled, leaf, text?, summary?}
 *     pitui-stop-summary {req}                                 {stopped}: the summary of a running pitui-nav
 *     pitui-clone {req, id}                                    {cancelled}: a new session that ends with this entry
 *     pitui-label {req, id, label?}                            {id, label?}
 *     pitui-reload {req}                                       {}
 *     pitui-tools {req, set?}                                  {tools: [{name, description}], active}
 *     pitui-context {req}                                      {version, agentDir, packageDir, cwd, trusted, files, skills, prompt}
 *     pitui-refresh-models {req}                               {models}
 *
 * Without being asked it reports, by `kind`: session_start, session_shutdown, session_tree, model_select,
 * session_compact. pi 0.82.1 sends session_start twice after a replacement.
 */

import {
	type ExtensionAPI,
	type ExtensionCommandContext,
	type ExtensionContext,
	generateBranchSummary,
	getAgentDir,
	getPackageDir,
	VERSION,
} from "@earendil-works/pi-coding-agent";

const KEY = "pitui";

type Arguments = { req?: number; id?: string; summarize?: boolean; instructions?: string; label?: string; set?: string[] };
type Data = Record<string, unknown>;
type Run = (ctx: ExtensionCommandContext, args: Arguments) => Promise<Data> | Data;

/** pi < 0.85 does not stop a summary on `abort`; there the bridge writes it, and can stop it. */
const STOPS_SUMMARY = atLeast(0, 85);

/** pi < 0.84 takes every login for a subscription. */
const KNOWS_SUBSCRIPTIONS = atLeast(0, 84);

let navigating = false;
let stopping: AbortController | undefined;
let summaryId: string | undefined;

export default function bridge(pi: ExtensionAPI): void {
	const command = (name: string, description: string, run: Run) =>
		pi.registerCommand(`pitui-${name}`, {
			description,
			handler: async (text, ctx) => {
				const ui = ctx.ui;
				let args: Arguments = {};
				try {
					args = JSON.parse(text);
					const data = await run(ctx, args);
					ui.setStatus(KEY, JSON.stringify({ kind: "answer", req: args.req, data }));
				} catch (error) {
					const message = error instanceof Error ? error.message : String(error);
					ui.setStatus(KEY, JSON.stringify({ kind: "answer", req: args.req, error: message }));
				}
			},
		});

	command("nav", "Go on from an entry", navigate);
	command("stop-summary", "Stop the summary of a branch", () => {
		const stopped = stopping !== undefined;
		stopping?.abort();
		return { stopped };
	});
	command("clone", "Copy a branch into a new session", (ctx, { id }) => {
		entryOf(ctx, id);
		return ctx.fork(id as string, { position: "at" });
	});
	command("label", "Label an entry", (ctx, { id, label }) => {
		entryOf(ctx, id);
		pi.setLabel(id as string, label || undefined);
		return { id, label: label || undefined };
	});
	command("reload", "Reload extensions, skills, prompts, context files", async (ctx) => {
		if (!ctx.isIdle()) throw new Error("Wait for the current response to finish before reloading.");
		await ctx.reload();
		return {};
	});
	command("tools", "Choose the active tools", (_ctx, { set }) => {
		if (set) pi.setActiveTools(set);
		const tools = pi.getAllTools().map(({ name, description }) => ({ name, description }));
		return { tools, active: pi.getActiveTools() };
	});
	command("context", "Tell what the model knows", (ctx) => {
		const options = ctx.getSystemPromptOptions();
		const files = (options.contextFiles ?? []).map((file) => file.path);
		const skills = (options.skills ?? []).map((skill) => ({
			name: skill.name,
			description: skill.description,
			path: skill.filePath,
		}));
		return { ...place(ctx), packageDir: getPackageDir(), files, skills, prompt: ctx.getSystemPrompt() };
	});
	command("refresh-models", "Read models and keys anew", async (ctx) => {
		await ctx.modelRegistry.refresh();
		return { models: ctx.modelRegistry.getAvailable().length };
	});

	pi.on("session_start", (event, ctx) => report(ctx, "session_start", { reason: event.reason, ...place(ctx) }));
	pi.on("session_shutdown", (event, ctx) => report(ctx, "session_shutdown", { reason: event.reason }));
	pi.on("session_compact", (_event, ctx) => report(ctx, "session_compact", {}));
	pi.on("model_select", (event, ctx) =>
		report(ctx, "model_select", {
			provider: event.model.provider,
			model: event.model.id,
			subscription: isSubscription(ctx, event.model),
		}),
	);
	pi.on("session_tree", (event, ctx) => {
		summaryId = event.summaryEntry?.id;
		report(ctx, "session_tree", { leaf: event.newLeafId, oldLeaf: event.oldLeafId, summary: summaryId });
	});
	if (!STOPS_SUMMARY) pi.on("session_before_tree", summarize);
}

async function navigate(ctx: ExtensionCommandContext, args: Arguments): Promise<Data> {
	const entry = entryOf(ctx, args.id);
	if (!ctx.isIdle()) throw new Error("Wait for the current response to finish before moving in the session tree.");
	if (navigating) throw new Error("Wait for the move in the session tree that is under way.");
	navigating = true;
	summaryId = undefined;
	try {
		const { cancelled } = await ctx.navigateTree(args.id as string, {
			summarize: args.summarize,
			customInstructions: args.instructions,
			label: args.label,
		});
		const text = cancelled ? undefined : textFor(entry);
		return { cancelled, leaf: ctx.sessionManager.getLeafId(), text, summary: summaryId };
	} finally {
		navigating = false;
	}
}

/** The summary as pi 0.82.1 itself would write it, but so that it can be stopped. */
async function summarize(event: any, ctx: ExtensionContext): Promise<any> {
	const { entriesToSummarize, userWantsSummary, customInstructions, replaceInstructions } = event.preparation;
	const model = ctx.model;
	if (!userWantsSummary || !entriesToSummarize.length || !model) return undefined;
	const auth = await ctx.modelRegistry.getApiKeyAndHeaders(model);
	const provider = ctx.modelRegistry.getProvider(model.provider);
	if (!auth.ok || !provider) return undefined;
	stopping = new AbortController();
	try {
		const result = await generateBranchSummary(entriesToSummarize, {
			model,
			apiKey: auth.apiKey as string,
			headers: auth.headers,
			env: auth.env,
			signal: stopping.signal,
			customInstructions,
			replaceInstructions,
			streamFn: (...args: [any, any, any]) => provider.streamSimple(...args),
		} as any);
		if (result.aborted || stopping.signal.aborted) return { cancel: true };
		if (result.error || !result.summary) return undefined;
		const { summary, usage, readFiles = [], modifiedFiles = [] } = result;
		return { summary: { summary, usage, details: { readFiles, modifiedFiles } } };
	} finally {
		stopping = undefined;
	}
}

function entryOf(ctx: ExtensionContext, id: string | undefined): any {
	const entry = id ? ctx.sessionManager.getEntry(id) : undefined;
	if (!entry) throw new Error(`Entry ${id} not found`);
	return entry;
}

/** The text that pi's own TUI puts into the editor: moving to a message of the user takes it back. */
function textFor(entry: any): string | undefined {
	const isUser = entry.type === "message" && entry.message.role === "user";
	if (!isUser && entry.type !== "custom_message") return undefined;
	const content = isUser ? entry.message.content : entry.content;
	if (typeof content === "string") return content;
	return content
		.filter((block: any) => block.type === "text")
		.map((block: any) => block.text)
		.join("");
}

function place(ctx: ExtensionContext): Data {
	return {
		version: VERSION,
		agentDir: getAgentDir(),
		cwd: ctx.cwd,
		trusted: ctx.isProjectTrusted(),
		session: ctx.sessionManager.getSessionId(),
		file: ctx.sessionManager.getSessionFile(),
		subscription: isSubscription(ctx, ctx.model),
	};
}

/** Whether a model is paid for by a subscription, by the rules of pi's own footer. */
function isSubscription(ctx: ExtensionContext, model: ExtensionContext["model"]): boolean {
	if (!model) return false;
	if (model.provider === "kimi-coding") return true;
	const registry = ctx.modelRegistry as {
		isUsingOAuth?(model: unknown): boolean;
		getProvider?(provider: string): { auth?: { oauth?: { isSubscription?: boolean } } } | undefined;
	};
	if (!registry.isUsingOAuth?.(model)) return false;
	return !KNOWS_SUBSCRIPTIONS || registry.getProvider?.(model.provider)?.auth?.oauth?.isSubscription === true;
}

/** A report must not disturb what it reports. */
function report(ctx: ExtensionContext, kind: string, data: Data): void {
	try {
		ctx.ui.setStatus(KEY, JSON.stringify({ kind, ...data }));
	} catch {
		// Without a screen there is nobody to tell.
	}
}

function atLeast(major: number, minor: number): boolean {
	const [ownMajor, ownMinor] = VERSION.split(".").map(Number);
	return ownMajor > major || (ownMajor === major && ownMinor >= minor);
}

/**
 * A model that does what the prompt says: `[{"call": ["bash", {"command": "ls"}]}, {"text": "Done."}]`, an answer each.
 * Told to execute a plan (by the example extension plan-mode), it says that the first step is done.
 */

import { fauxAssistantMessage, fauxProvider, fauxText, fauxToolCall } from "@earendil-works/pi-ai";
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";

type Answer = { call?: [string, Record<string, unknown>]; text?: string };

const textOf = (message: any): string =>
	typeof message.content === "string"
		? message.content
		: message.content.map((block: any) => block.text ?? "").join("");

function next(messages: any[]): Answer {
	let answered = 0;
	for (const message of [...messages].reverse()) {
		if (message.role === "assistant") answered++;
		else if (message.role === "user") {
			const text = textOf(message);
			if (text.includes("Execute the plan.")) return { text: "[DONE:1] The first step is done." };
			if (text.startsWith("[{")) return JSON.parse(text)[answered] ?? { text: "Done." };
		}
	}
	return { text: "Nothing to do." };
}

export default function (pi: ExtensionAPI) {
	const model = { id: "scripted-1", name: "Scripted", contextWindow: 100_000, maxTokens: 1000 };
	const { provider, setResponses } = fauxProvider({ api: "scripted", provider: "scripted", models: [model] });
	const stream = (kind: "stream" | "streamSimple") => (streamModel: any, context: any, options: any) => {
		const { call, text } = next(context.messages);
		setResponses([
			call
				? fauxAssistantMessage([fauxToolCall(call[0], call[1])], { stopReason: "toolUse" })
				: fauxAssistantMessage([fauxText(text ?? "")]),
		]);
		return provider[kind](streamModel, context, options);
	};
	pi.registerProvider({ ...provider, stream: stream("stream"), streamSimple: stream("streamSimple") });
}

/**
 * A model that gives the answers of a scene, one after the other, and a tool that only it knows.
 * Environment: SCENE_ANSWERS, a JSON file `{"speed": tokens a second, "answers": [{"blocks": […], "seconds": 0}]}`.
 */

import { readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { fauxAssistantMessage, fauxProvider, Type } from "@earendil-works/pi-ai";
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";

const STATION = Type.Object({ station: Type.String(), days: Type.Number(), options: Type.Any() });
const HIGH_WATERS = [
	{ day: "Monday", high: "14:10", metres: 3.41 },
	{ day: "Tuesday", high: "14:58", metres: 3.52 },
];

export default function (pi: ExtensionAPI) {
	const { speed, answers } = JSON.parse(readFileSync(process.env.SCENE_ANSWERS!, "utf-8"));
	const { provider, setResponses } = fauxProvider({
		api: "scene",
		provider: "scene",
		models: [{ id: "scene-1", name: "Scene 1", reasoning: true, input: ["text", "image"], contextWindow: 100_000 }],
		tokensPerSecond: speed,
	});
	setResponses(
		answers.map(({ blocks, seconds }: any, turn: number) => async () => {
			await setTimeout(seconds * 1000);
			const content = blocks.map((block: any, index: number) => ({ ...block, id: `${turn}-${index}` }));
			const calls = content.some((block: any) => block.type === "toolCall");
			return fauxAssistantMessage(content, { stopReason: calls ? "toolUse" : "stop" });
		}),
	);
	pi.registerProvider(provider);
	pi.registerTool({
		name: "tide_table",
		label: "Tide table",
		description: "High waters of a station",
		parameters: STATION,
		execute: async () => ({ content: [{ type: "text", text: JSON.stringify(HIGH_WATERS, null, 2) }], details: {} }),
	});
}

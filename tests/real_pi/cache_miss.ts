/** After `/salt` each request begins otherwise than the one before, so that nothing of it is in the prompt cache. */

import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";

export default function (pi: ExtensionAPI) {
	let salt = 0;
	pi.registerCommand("salt", {
		description: "Begin the next requests otherwise",
		handler: async () => {
			salt++;
		},
	});
	pi.on("context", (event) => {
		if (!salt) return undefined;
		const first = { role: "user" as const, content: `salt ${salt}`, timestamp: 0 };
		return { messages: [first, ...event.messages] };
	});
}

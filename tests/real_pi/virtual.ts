/** A virtual model that always sends to the scripted one; only pi 1.6.0 knows such models. */

import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";

export default function (pi: ExtensionAPI) {
	pi.registerVirtualModel({
		provider: "router",
		id: "auto",
		name: "Auto",
		thinkingLevels: ["low", "high"],
		route(_request, ctx) {
			return { model: ctx.modelRegistry.find("demo", "demo-1")!, thinkingLevel: "low" };
		},
	});
}

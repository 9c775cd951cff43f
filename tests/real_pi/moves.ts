/** Moves the session by itself, as extensions may, and has commands with the bridge's names. */

import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";

export default function (pi: ExtensionAPI) {
	pi.registerCommand("move-new", {
		handler: async (_args, ctx) => void (await ctx.newSession()),
	});
	pi.registerCommand("move-to", {
		handler: async (args, ctx) => void (await ctx.navigateTree(args.trim(), {})),
	});
	pi.registerCommand("move-reload", {
		handler: async (_args, ctx) => {
			await ctx.reload();
		},
	});
	for (const name of ["nav", "label"]) {
		pi.registerCommand(`pitui-${name}`, {
			handler: async (_args, ctx) => ctx.ui.notify("This is not the bridge.", "error"),
		});
	}
}

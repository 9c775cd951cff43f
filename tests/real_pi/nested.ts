/** A model whose answer runs one codemode script: its calls are calls inside of a call (pi >= 0.99). */

import { fauxAssistantMessage, fauxProvider, fauxText, fauxToolCall } from "@earendil-works/pi-ai";
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";

const SCRIPT = `
const [listed] = await Promise.allSettled([
	tools.bash({ command: "echo inside" }),
	tools.read({ path: "no-such-file" }),
	tools.bash({ command: "exit 3" }),
]);
return listed.value;
`;

export default function (pi: ExtensionAPI) {
	const model = { id: "nested-1", name: "Nested", contextWindow: 100_000, maxTokens: 1000 };
	const { provider, setResponses } = fauxProvider({ api: "nested", provider: "nested", models: [model] });
	setResponses([
		fauxAssistantMessage([fauxToolCall("codemode", { code: SCRIPT })], { stopReason: "toolUse" }),
		fauxAssistantMessage([fauxText("Done.")]),
	]);
	pi.registerProvider(provider);
}

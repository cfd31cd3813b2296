import type { Recorder } from "./recorder.ts";

/** Records what begins a connection; the answers of tools are those of the operations that they read. */
export async function recordAgents(recorder: Recorder): Promise<void> {
  await recorder.show("answerAgent", "The beginning of a connection", {
    body: {
      jsonrpc: "2.0",
      id: 1,
      method: "initialize",
      params: {
        protocolVersion: "2025-11-25",
        capabilities: {},
        clientInfo: { name: "an-agent", version: "1.0.0" },
      },
    },
  });
}

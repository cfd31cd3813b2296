import * as z from "zod";
import { INSTRUCTIONS, runTool, type ToolContext, toolList } from "./run-tool.ts";

/** Body of POST /v1/mcp: one message of a client (JSON-RPC 2.0; MCP takes no batches since 2025-06-18). */
export const AgentMessage = z
  .looseObject({
    jsonrpc: z.literal("2.0").describe("Version of JSON-RPC, always `2.0`"),
    id: z
      .union([z.string().max(200), z.int()])
      .optional()
      .describe("Id of the request, which its answer repeats; absent for a notification"),
    method: z
      .string()
      .max(100)
      .describe(
        "Method of the message: `initialize`, `ping`, `tools/list`, `tools/call`, or a notification",
      ),
    params: z.looseObject({}).optional().describe("Parameters of the method"),
  })
  .meta({ id: "AgentMessage" });
type AgentMessage = z.output<typeof AgentMessage>;

/** Response of POST /v1/mcp to a request; a notification gets 202 without a body. */
export const AgentAnswer = z
  .strictObject({
    jsonrpc: z.literal("2.0").describe("Version of JSON-RPC, always `2.0`"),
    id: z.union([z.string(), z.int()]).describe("Id of the request that is answered"),
    result: z.looseObject({}).optional().describe("Result of the method; absent with `error`"),
    error: z
      .strictObject({
        code: z
          .int()
          .describe("Code of the error in JSON-RPC, such as -32601 for an unknown method"),
        message: z.string(),
      })
      .optional()
      .describe("Error of the protocol; an error of a tool is a result with `isError`"),
  })
  .meta({ id: "AgentAnswer" });
type AgentAnswer = z.output<typeof AgentAnswer>;

/** Versions of the protocol whose messages are the same for what this server has; the newest first. */
const VERSIONS = ["2025-11-25", "2025-06-18", "2025-03-26"] as const;

const SERVER = { name: "eu-vat", title: "EU VAT compliance", version: "0.1.0" };

const METHOD_NOT_FOUND = -32_601;
const INVALID_PARAMS = -32_602;

const ToolCall = z.object({ name: z.string(), arguments: z.looseObject({}).optional() });

function initialised({ params }: AgentMessage) {
  const asked = VERSIONS.find((version) => version === params?.["protocolVersion"]);
  return {
    protocolVersion: asked ?? VERSIONS[0],
    capabilities: { tools: {} },
    serverInfo: SERVER,
    instructions: INSTRUCTIONS,
  };
}

type Outcome = Pick<AgentAnswer, "result" | "error">;

async function outcomeOf(message: AgentMessage, context: ToolContext): Promise<Outcome> {
  if (message.method === "initialize") return { result: initialised(message) };
  if (message.method === "ping") return { result: {} };
  if (message.method === "tools/list") return { result: { tools: toolList({ writes: true }) } };
  if (message.method !== "tools/call") {
    return { error: { code: METHOD_NOT_FOUND, message: "this server has tools only" } };
  }
  const call = ToolCall.safeParse(message.params);
  if (!call.success) {
    return { error: { code: INVALID_PARAMS, message: "params needs the name of a tool" } };
  }
  return { result: { ...(await runTool(call.data.name, call.data.arguments, context)) } };
}

/**
 * Answers a message without any state of a session.
 * @returns undefined for a notification and for an answer of the client
 */
export async function answerTo(
  message: AgentMessage,
  context: ToolContext,
): Promise<AgentAnswer | undefined> {
  if (message.id === undefined) return undefined;
  return { jsonrpc: "2.0", id: message.id, ...(await outcomeOf(message, context)) };
}

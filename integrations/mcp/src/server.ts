import { randomUUID } from "node:crypto";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import {
  CallToolRequestSchema,
  type ElicitRequestFormParams,
  ListToolsRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { apiWith } from "../../../shared/api/agents/call-api.ts";
import {
  CONFIRMATION_MS,
  Confirmations,
  confirmationText,
  linkTo,
} from "../../../shared/api/agents/confirmation.ts";
import { INSTRUCTIONS, runTool, toolList } from "../../../shared/api/agents/run-tool.ts";
import { type Api, ApiRefusal, ToolRefusal } from "../../../shared/api/agents/tool.ts";
import type { Proposal } from "../../../shared/api/agents/write-tools.ts";
import { credentialOf } from "./credential.ts";
import type { Settings } from "./settings.ts";

const VERSION = "0.1.0";

/** The form that a client shows to the person. */
const FORM: ElicitRequestFormParams["requestedSchema"] = {
  type: "object",
  properties: {
    confirm: {
      type: "boolean",
      title: "Carry this out",
      description: "Nothing is written without it",
    },
  },
  required: ["confirm"],
};

/**
 * Returns what carries out a proposal: the person answers a form of the client while the tool call waits. The
 * confirmation never passes through the model, so there is no token that it could send.
 */
function confirmingBy(server: Server, api: Api, url: string) {
  const confirmations = new Confirmations();
  return async (proposal: Proposal): Promise<object> => {
    if (!server.getClientCapabilities()?.elicitation?.form) return linkTo(url)(proposal);
    const release = confirmations.begin(proposal, Date.now());
    const { action, content } = await server
      .elicitInput(
        { mode: "form", message: confirmationText(proposal), requestedSchema: FORM },
        { timeout: CONFIRMATION_MS },
      )
      .catch(() => ({ action: "cancel", content: undefined }));
    if (action !== "accept" || content?.["confirm"] !== true) {
      release();
      throw new ToolRefusal(
        "not_confirmed",
        "the person has not confirmed it: nothing was written",
      );
    }
    try {
      const response = await api({ ...proposal.call, idempotencyKey: randomUUID() });
      return { written: true, response };
    } catch (error) {
      // The service has refused it, so it may be proposed again. Without an answer it may have been carried out.
      if (error instanceof ApiRefusal && error.status < 500) release();
      throw error;
    }
  };
}

/** Builds the MCP server. Tools are those of the HTTP endpoint; only the confirmation differs. */
export function serverWith(settings: Settings): Server {
  const { url, account, allowWrites } = settings;
  const api = apiWith({ baseUrl: url, credential: credentialOf(settings), account });
  const server = new Server(
    { name: "eu-vat", title: "EU VAT compliance", version: VERSION },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  const confirm = allowWrites ? confirmingBy(server, api, url) : undefined;
  const tools = toolList({ writes: allowWrites });
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }) =>
    runTool(params.name, params.arguments, { api, account, confirm }),
  );
  return server;
}

import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { apiWith } from "../../shared/api/agents/call-api.ts";
import { accessOf } from "../../shared/api/agents/caller-access.ts";
import { linkTo } from "../../shared/api/agents/confirmation.ts";
import { AgentAnswer, AgentMessage, answerTo } from "../../shared/api/agents/json-rpc.ts";
import { HttpAnswer } from "../../shared/api/http-answer.ts";
import * as routes from "../../shared/api/routes.ts";

export const handler = accountEndpoint({
  route: routes.answerAgent,
  body: AgentMessage,
  output: AgentAnswer,
  prepare: async (call) => accessOf(call),
  run: async ({ body }, access) => {
    const { account, baseUrl } = access;
    const context = { api: apiWith(access), account, confirm: linkTo(baseUrl) };
    return (await answerTo(body, context)) ?? new HttpAnswer(202, { "cache-control": "no-store" });
  },
});

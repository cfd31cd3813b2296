import { clockView, SandboxClock, uncheckedDays } from "../../shared/accounts/sandbox.ts";
import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { HttpAnswer } from "../../shared/api/http-answer.ts";
import * as routes from "../../shared/api/routes.ts";
import { ClockRequest, moveSandboxClock } from "../../shared/returns/overview/sandbox-clock.ts";

export const handler = accountEndpoint({
  route: routes.moveSandboxClock,
  body: ClockRequest,
  output: SandboxClock,
  run: async ({ ledger, body }) => {
    const state = await moveSandboxClock(ledger, body.today);
    const clock = uncheckedDays(state).length === 0 ? clockView(state) : null;
    return clock ?? new HttpAnswer(202, { "cache-control": "no-store" });
  },
});

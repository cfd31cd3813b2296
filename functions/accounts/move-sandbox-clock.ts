import { SandboxClock } from "../../shared/accounts/sandbox.ts";
import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { HttpAnswer } from "../../shared/api/http-answer.ts";
import * as routes from "../../shared/api/routes.ts";
import { ClockRequest, moveSandboxClock } from "../../shared/returns/overview/sandbox-clock.ts";

export const handler = accountEndpoint({
  route: routes.moveSandboxClock,
  body: ClockRequest,
  output: SandboxClock,
  run: async ({ ledger, body }) => {
    const clock = await moveSandboxClock(ledger, body.today);
    if (clock.checked_to === clock.today) return clock;
    return new HttpAnswer(202, { "content-type": "application/json" }, JSON.stringify(clock));
  },
});

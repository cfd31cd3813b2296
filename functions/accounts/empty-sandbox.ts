import { describeSandbox, SandboxAnswer } from "../../shared/accounts/sandbox.ts";
import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { emptySandbox } from "../../shared/operations/lifecycle/remove-sandbox.ts";

export const handler = accountEndpoint({
  route: routes.emptySandbox,
  output: SandboxAnswer,
  run: async ({ ledger, account, author, now }) =>
    describeSandbox(account, await emptySandbox(ledger, { author, now })),
});

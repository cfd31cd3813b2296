import { SandboxAnswer, showSandbox } from "../../shared/accounts/sandbox.ts";
import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { routes } from "../../shared/api/routes.ts";
import { holderOf } from "../../shared/core/sandbox-account.ts";
import { emptySandbox } from "../../shared/operations/lifecycle/remove-sandbox.ts";

export const handler = accountEndpoint({
  route: routes.emptySandbox,
  output: SandboxAnswer,
  status: 202,
  run: async ({ account, keyId, now }) =>
    showSandbox(holderOf(account), await emptySandbox(account, { keyId, now })),
});

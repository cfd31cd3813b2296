import { holderOf } from "../../shared/accounts/sandbox.ts";
import { SandboxAnswer } from "../../shared/accounts/sandbox-answer.ts";
import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { routes } from "../../shared/api/routes.ts";
import { emptySandbox } from "../../shared/flows/empty-sandbox.ts";
import { showSandbox } from "../../shared/flows/show-sandbox.ts";

export const handler = accountEndpoint({
  route: routes.emptySandbox,
  output: SandboxAnswer,
  status: 202,
  run: async ({ account, keyId, now }) =>
    showSandbox(holderOf(account), await emptySandbox(account, { keyId, now })),
});

import { describeSandbox, SandboxAnswer } from "../../shared/accounts/sandbox.ts";
import { loadSandbox } from "../../shared/accounts/store-sandboxes.ts";
import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";

export const handler = accountEndpoint({
  route: routes.getSandbox,
  output: SandboxAnswer,
  run: async ({ account }) => describeSandbox(account, await loadSandbox(account)),
});

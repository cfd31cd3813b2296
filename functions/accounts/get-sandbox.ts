import { holderOf } from "../../shared/accounts/sandbox.ts";
import { SandboxAnswer } from "../../shared/accounts/sandbox-answer.ts";
import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { routes } from "../../shared/api/routes.ts";
import { showSandbox } from "../../shared/flows/show-sandbox.ts";
import { loadSandbox } from "../../shared/store/sandboxes.ts";

export const handler = accountEndpoint({
  route: routes.getSandbox,
  output: SandboxAnswer,
  run: async ({ account }) => {
    const holder = holderOf(account);
    return showSandbox(holder, await loadSandbox(holder));
  },
});

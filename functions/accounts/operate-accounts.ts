import { OperatorCommand } from "../../shared/accounts/account.ts";
import { operateAccounts } from "../../shared/operations/lifecycle/operate-accounts.ts";
import { loggedJob } from "../../shared/platform/telemetry/telemetry.ts";

/** Whoever may invoke this function is an operator: nothing else asks who calls. */
export const handler = loggedJob("operateAccounts", async (event: unknown) =>
  operateAccounts(OperatorCommand.parse(event), new Date()),
);

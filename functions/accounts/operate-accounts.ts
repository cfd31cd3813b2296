import { OperatorCommand } from "../../shared/accounts/account.ts";
import { operateAccounts } from "../../shared/operations/lifecycle/operate-accounts.ts";
import { loggedJob } from "../../shared/platform/telemetry/telemetry.ts";

/** Handles operator commands. IAM permission to invoke this function is the only authorization. */
export const handler = loggedJob("operateAccounts", async (event: unknown) =>
  operateAccounts(OperatorCommand.parse(event), new Date()),
);

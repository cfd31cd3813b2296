import { retryChecks } from "../../shared/ledger/vat-numbers/check-vat-number.ts";
import { loggedJob } from "../../shared/platform/telemetry/telemetry.ts";

export const handler = loggedJob("retryVatNumberChecks", () => retryChecks(() => new Date()));

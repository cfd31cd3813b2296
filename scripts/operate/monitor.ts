import type { CrossingEvent } from "../../shared/notifications/crossings.ts";
import { withStack } from "../local/connect.ts";
import { Failure, runCommand } from "../local/failure.ts";
import { monitorAccounts } from "../local/monitor-accounts.ts";

const USAGE = `usage: npm run monitor
Checks the annual threshold of every account, as the scheduled functions do, and prints each crossing
that was not told before; exits 1 when an account could not be checked.`;

await runCommand(async () => {
  if (process.argv.length > 2) throw new Failure(USAGE, 2);
  if (process.env["TABLE_NAME"] && !process.env["EVENT_BUS_NAME"]) {
    // Otherwise a crossing would count as published that no subscriber has received.
    throw new Failure("TABLE_NAME is set, so set EVENT_BUS_NAME to the event bus beside it");
  }
  const { done, dead } = await withStack(() =>
    monitorAccounts(async (event) => {
      const { publishEvent } = await import("../../shared/platform/event-bus.ts");
      if (process.env["EVENT_BUS_NAME"]) await publishEvent(event);
      console.log(lineOf(event));
    }),
  );
  console.log(`${done} account${done === 1 ? "" : "s"} checked, ${dead.length} failed`);
  if (dead.length > 0) process.exitCode = 1;
});

function lineOf({ detail_type, detail }: CrossingEvent): string {
  const { account, year, current_minor, threshold_minor, percentage_used, id } = detail;
  const amounts = `EUR ${inEuro(current_minor)} of ${inEuro(threshold_minor)}`;
  return `${account} ${detail_type} ${year}: ${amounts}, ${percentage_used} % (${id})`;
}

function inEuro(minor: number): string {
  return (minor / 100).toFixed(2);
}

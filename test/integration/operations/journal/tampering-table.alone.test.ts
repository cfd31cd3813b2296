import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ApiServer } from "../../../../scripts/local/api-server.ts";
import type { IsoDate } from "../../../../shared/core/calendar/iso-date.ts";
import { eventKey } from "../../../../shared/platform/table/keys.ts";
import { startApiHere } from "../../../stack/api-here.ts";
import { auditOf } from "../../../stack/audit.ts";
import { journalOfOwn } from "../../../stack/journal-of-own.ts";
import { tableOfOwn } from "../../../stack/table-of-own.ts";
import { temporaryFolder } from "../../../stack/temporary-folder.ts";
import { TAMPERINGS } from "./tamperings.ts";
import { verified, writeJournal } from "./verified.ts";
import { Victim } from "./victim.ts";

/*
 * Each tampering of a table or a bucket that was tried, by which command it is noticed: all of them while the journal is
 * written, as on AWS. What no command notices says why it does no harm, or that Object Lock alone stands in its way.
 */
const folder = temporaryFolder();
const closing = new AsyncDisposableStack();
const DAY = "2025-09-30" as IsoDate;
const PUBLISHED = [{ day: DAY, rates: { PLN: "4.2698", SEK: "11.0565" } }];

let api: ApiServer;
beforeAll(async () => {
  await tableOfOwn();
  await journalOfOwn(folder, closing);
  api = await startApiHere();
  const { storeEcbDays } = await import("../../../../shared/ledger/rates/store-rates.ts");
  await storeEcbDays(PUBLISHED, new Date());
});
afterAll(async () => {
  await api.stop();
  await closing.disposeAsync();
});

/** The commands that notice something in the data of an account. */
async function noticing(victim: Victim): Promise<string[]> {
  const { linesOf } = await import("../../../../shared/operations/audit/findings.ts");
  const { auditLocks } = await import("../../../../shared/operations/audit/audit-locks.ts");
  const { verifyRates } = await import("../../../../shared/ledger/rates/verify-rates.ts");
  const { account } = victim.account;
  const journal = await verified(victim.account);
  const findings = {
    "verify-tallies": linesOf(await auditOf(account)),
    "verify-locks": (await auditLocks(account)).faults,
    "verify-journal": journal.faults,
    "list of keys": journal.operator_keys.slice(2),
    "verify-rates": (await verifyRates(PUBLISHED)).differing,
  };
  return Object.entries(findings).flatMap(([name, { length }]) => (length > 0 ? [name] : []));
}

it("nothing is noticed where the service alone has written", async () => {
  expect(await noticing(await Victim.begin(api.url))).toEqual([]);
});

describe("a tampering", () => {
  it.for(TAMPERINGS.map((one) => [one.what, one] as const))("%s", async ([, tampering]) => {
    const victim = await Victim.begin(api.url);
    await writeJournal();
    await tampering.change(victim, () => Victim.begin(api.url));
    const noticed = await noticing(victim);
    expect(noticed.sort()).toEqual([...("noticed" in tampering ? tampering.noticed : [])].sort());
  });

  it("of an event in the table and in all files of the journal: Object Lock alone stands in its way", async () => {
    const victim = await Victim.begin(api.url);
    await writeJournal();
    const { forgeJournal } = await import("./forged-journal.ts");
    await forgeJournal(victim, eventKey(victim.name, "sale-1"), { description: "a desk" });
    // Without the stream, which holds the true change for a day: the command would write it again.
    const { verifyJournal } = await import(
      "../../../../shared/operations/journal/verify-journal.ts"
    );
    const { streamOfTable } = await import(
      "../../../../shared/operations/journal/store-journal-files.ts"
    );
    const question = { account: victim.name, restored: false, settle: async () => undefined };
    const { faults } = await verifyJournal({ ...question, stream: await streamOfTable() });
    expect(faults).toEqual([]);
  });
});

it("an exchange rate that was altered is noticed for every account", async () => {
  const victim = await Victim.begin(api.url);
  const { ecbDayKey } = await import("../../../../shared/platform/table/keys.ts");
  await victim.rewrite(ecbDayKey(DAY), (item) =>
    Object.assign(item["rates"] as object, { PLN: "1.0000" }),
  );
  expect(await noticing(victim)).toEqual(["verify-journal", "verify-rates"]);
});

import { isDeepStrictEqual } from "node:util";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ApiServer } from "../../../../scripts/local/api-server.ts";
import type { IsoDate } from "../../../../shared/core/calendar/dates.ts";
import type { EventId, LedgerId } from "../../../../shared/core/ids.ts";
import type { JournalAudit } from "../../../../shared/operations/journal/verify-journal.ts";
import {
  ecbDayKey,
  eventKey,
  type Key,
  recountKey,
  registrationsKey,
} from "../../../../shared/platform/table/keys.ts";
import { lockChainKey } from "../../../../shared/platform/table/periods.ts";
import { webhooksKey } from "../../../../shared/platform/table/webhooks.ts";
import { startApiHere } from "../../../stack/api-here.ts";
import { auditOf } from "../../../stack/audit.ts";
import { journalOfOwn } from "../../../stack/journal-of-own.ts";
import { everyTurn, soaking, turn } from "../../../stack/soak.ts";
import { tableOfOwn } from "../../../stack/table-of-own.ts";
import { temporaryFolder } from "../../../stack/temporary-folder.ts";
import { rememberHonest } from "./put-back.ts";
import { TAMPERINGS, TAMPERINGS_OF_FILES, type Tampering } from "./tamperings.ts";
import { verified, verifiedByPartitions, writeJournal } from "./verified.ts";
import { Victim } from "./victim.ts";

/*
 * Each tampering of a table or a bucket that was tried, by which command it is noticed: all of them while the journal is
 * written, as on AWS; in npm test one of those that the same commands notice, and in a soak all of them. What no command notices says why it does no harm, or that Object Lock alone stands in its way.
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
  const { storeEcbDays } = await import(
    "../../../../shared/vat/exchange-rates/store-exchange-rates.ts"
  );
  await storeEcbDays(PUBLISHED, new Date());
});
afterAll(async () => {
  await api.stop();
  await closing.disposeAsync();
});

const sorted = (audit: JournalAudit) => ({ ...audit, faults: audit.faults.toSorted() });

/** The partitions of a journal find together what is found in the whole. */
async function expectSameByPartitions(victim: Victim, whole: JournalAudit): Promise<void> {
  const together = await verifiedByPartitions(victim.account, 3);
  const isWhole = !whole.faults.some((fault) => fault.endsWith("not what its name says"));
  if (isWhole) return expect(sorted(together)).toEqual(sorted(whole));
  // Without its file, a partition does not know the refunds that lie in other partitions.
  expect(together.faults).toEqual(expect.arrayContaining([...whole.faults]));
}

const rateItem = { pk: "RATE_OVERLAY", sk: "RATE_OVERLAY" };

/** Items that an audit parses, each in a form that it cannot parse. Webhooks decide nothing that is audited. */
const MALFORMED: readonly [
  what: string,
  key: (account: LedgerId) => Key,
  change: object,
  command: string,
][] = [
  ["registrations", registrationsKey, { items: "none" }, "verify-tallies"],
  ["a recount", recountKey, { event_months: 3 }, "verify-tallies"],
  ["the end of the chain", lockChainKey, { last: 1 }, "verify-locks"],
  [
    "an event",
    (account) => eventKey(account, "sale-1" as EventId),
    { version: "x" },
    "verify-journal",
  ],
  ["an exchange rate", () => ecbDayKey(DAY), { rates: 4 }, "verify-rates"],
  ["a set of webhooks", webhooksKey, { webhooks: [{ url: "no address" }] }, ""],
];

let reads = 0;

/** The commands that notice something in the data of an account. */
async function noticing(victim: Victim): Promise<string[]> {
  const { linesOf } = await import("../../../../shared/operations/audit/findings.ts");
  const { auditLocks } = await import("../../../../shared/operations/audit/audit-locks.ts");
  const { verifyRates } = await import("../../../../shared/vat/exchange-rates/refresh-rates.ts");
  const { account } = victim.account;
  const journal = await verified(victim.account);
  reads += 1;
  // In `npm test` for each fourth; units have the division of a journal.
  if (soaking || reads % 4 === 1) await expectSameByPartitions(victim, journal);
  const findings = {
    "verify-tallies": linesOf(await auditOf(account)),
    "verify-locks": (await auditLocks(account)).faults,
    "verify-journal": journal.faults,
    "list of keys": journal.operator_keys.slice(2),
    "verify-rates": await verifyRates(PUBLISHED).then(({ differing, unreadable }) => [
      ...differing,
      ...unreadable,
    ]),
  };
  return Object.entries(findings).flatMap(([name, { length }]) => (length > 0 ? [name] : []));
}

const expected = (tampering: Tampering): string[] =>
  [...("noticed" in tampering ? tampering.noticed : [])].sort();

const ALL = [...TAMPERINGS, ...TAMPERINGS_OF_FILES];

const named = (tamperings: readonly Tampering[]) =>
  tamperings
    .filter((tampering) => {
      const alike = ALL.filter((other) => isLike(tampering, other));
      return everyTurn || tampering === alike[turn % alike.length];
    })
    .map((tampering) => [tampering.what, tampering] as const);

/** True if the same commands notice both. */
const isLike = (one: Tampering, other: Tampering): boolean =>
  isDeepStrictEqual(expected(one), expected(other));

/* One account for all of them: each is undone, in the table and in the journal, as if it had never been. */
describe("a tampering with items", () => {
  let victim: Victim;
  let other: Victim;
  let putBack: () => Promise<void>;
  beforeAll(async () => {
    [victim, other] = [await Victim.begin(api.url), await Victim.begin(api.url)];
    putBack = await rememberHonest();
  });
  afterEach(() => putBack());

  it.for(named(TAMPERINGS))("%s", async ([, tampering]) => {
    await tampering.change(victim, other);
    expect((await noticing(victim)).sort()).toEqual(expected(tampering));
  });

  it("accepted rates that cannot be read are a finding, and the audit of sums goes on", async () => {
    const { putItem, removeItem } = await import("../../../stack/tampering.ts");
    const { forgetVatRates } = await import("../../../../shared/vat/reference-data/vat-rates.ts");
    const { account } = victim.account;
    await putItem({ ...rateItem, schema_version: 1, version: 1, rows: "none", thresholds: [] });
    forgetVatRates();
    const { faults, events } = await auditOf(account);
    expect(events).toBe(2);
    expect(faults).toEqual(["RATE_OVERLAY: the accepted rates cannot be read"]);
    await removeItem(rateItem);
    forgetVatRates();
    expect((await auditOf(account)).faults).toEqual([]);
  });

  it.for(MALFORMED)(
    "a finding, and not the end of an audit: %s",
    async ([, key, change, command]) => {
      await victim.rewrite(key(victim.name as LedgerId), (item) => Object.assign(item, change));
      expect((await noticing(victim)).join()).toContain(command);
    },
  );

  it("an exchange rate that was altered is noticed for every account", async () => {
    await victim.rewrite(ecbDayKey(DAY), (item) =>
      Object.assign(item["rates"] as object, { PLN: "1.0000" }),
    );
    expect(await noticing(victim)).toEqual(["verify-journal", "verify-rates"]);
  });
});

describe("a tampering with files", () => {
  let victim: Victim;
  beforeEach(async () => {
    victim = await Victim.begin(api.url);
    await writeJournal();
  });

  it.for(named(TAMPERINGS_OF_FILES))("%s", async ([, tampering]) => {
    await tampering.change(victim, victim);
    expect((await noticing(victim)).sort()).toEqual(expected(tampering));
  });

  it("of an event in the table and in all files of the journal is prevented by Object Lock alone", async () => {
    const { forgeJournal } = await import("./forged-journal.ts");
    await forgeJournal(victim, eventKey(victim.name as LedgerId, "sale-1" as EventId), {
      description: "a desk",
    });
    // Without the stream, which holds the true change for a day: the command would write it again.
    const { verifyJournal } = await import(
      "../../../../shared/operations/journal/verify-journal.ts"
    );
    const { streamOfTable } = await import(
      "../../../../shared/operations/journal/store-journal-files.ts"
    );
    const account = victim.name as LedgerId;
    const question = { account, restored: false, settle: async () => undefined };
    const { faults } = await verifyJournal({ ...question, stream: await streamOfTable() });
    expect(faults).toEqual([]);
  });
});

import { expect, it } from "vitest";
import type { IsoDate } from "../../../shared/core/calendar/dates.ts";
import { commitImportPart } from "../../../shared/imports/jobs/commit-part.ts";
import type { SplitJob } from "../../../shared/imports/jobs/job.ts";
import { loadImportJob } from "../../../shared/imports/jobs/store-jobs.ts";
import { makeRefund, makeSale, type SentEvent } from "../../make/supply-event.ts";
import { type Account, call } from "../../stack/api.ts";
import { auditOf } from "../../stack/audit.ts";
import { controlled, importedFile, overImport } from "../../stack/imports.ts";
import { committed, listed, newSeller, shown, summaryOf, sumsOf } from "../../stack/seller.ts";
import { lengthOf, report } from "../../stack/soak.ts";

/*
 * An import is undone whose events lie in a locked quarter and after it, beside events that were there
 * before and a refund that came after it from elsewhere. All sums are those of an account that never
 * imported; what the lock has declared is corrected in the next return.
 */
const EVENTS = lengthOf("EVENTS", 12, 10_000);
/** The events whose ids come again after the undo. */
const AGAIN = Math.min(EVENTS, 20);
const PERIODS = ["2025-Q3", "2025-Q4", "2025"];

const idOf = (n: number): string => `file-${String(n).padStart(5, "0")}`;

/** A sale in either quarter, or, each tenth, a refund of the one before it. */
function eventOf(n: number): SentEvent {
  const supply_date = (n % 4 < 2 ? "2025-09-15" : "2025-10-15") as IsoDate;
  const amounts = {
    taxable_amount_minor: 1_000 + n,
    vat_amount_minor: Math.round((1_000 + n) * 0.19),
  };
  return n % 10 === 9
    ? makeRefund({
        event_id: idOf(n),
        original_event_id: idOf(n - 1),
        supply_date: "2025-10-20" as IsoDate,
      })
    : makeSale({ event_id: idOf(n), supply_date, description: `for Ada, ${n}`, ...amounts });
}

const fileOf = (events: readonly SentEvent[]) => ({
  format: "events_ndjson",
  settings: { source_id: "erp" },
  bytes: new TextEncoder().encode(events.map((event) => `${JSON.stringify(event)}\n`).join("")),
});

const FILE = Array.from({ length: EVENTS }, (_, n) => eventOf(n));

/** What both accounts commit themselves: a sale before the import that its file has, too; a refund after it. */
const before = [
  FILE[0] as SentEvent,
  makeSale({ event_id: "own", supply_date: "2025-09-01" as IsoDate }),
];
const after = makeRefund({
  event_id: "later",
  original_event_id: idOf(1),
  supply_date: "2025-10-25" as IsoDate,
  taxable_amount_minor: 100,
  vat_amount_minor: 19,
});
/** As the file has it: its source is that of the import. */
const ofFile = (event: SentEvent): SentEvent => ({ ...event, source_id: "erp" });

async function sellerWithOwn(): Promise<Account> {
  const seller = await newSeller("SE");
  await committed(seller, before.map(ofFile));
  return seller;
}

const allSums = (seller: Account) => Promise.all(PERIODS.map((period) => sumsOf(seller, period)));

it(
  "an import that is undone leaves the sums as if it had never been",
  async () => {
    const [seller, other] = [await sellerWithOwn(), await sellerWithOwn()];
    const done = await importedFile(seller, fileOf(FILE));
    expect(done.counts).toMatchObject({ committed: EVENTS - 1, duplicate: 1, rejected: 0 });
    for (const account of [seller, other]) await committed(account, after);
    const lock = "/v1/reports/locked-return-periods/union-oss?period=2025-Q3";
    for (const account of [seller, other])
      expect((await call(account.full, "POST", lock)).status).toBe(201);
    const declared = await summaryOf(seller, "2025-Q3");
    expect(await allSums(seller)).not.toEqual(await allSums(other));

    const began = Date.now();
    expect(await controlled(seller, done.id, "undo")).toMatchObject({ status: "undoing" });
    const undone = await overImport(seller, done.id);
    report(`imports undo: ${EVENTS} events in ${Math.round((Date.now() - began) / 1000)} s`);
    const { status, error, counts } = undone;
    expect({ status, error, counts }).toEqual({
      status: "undone",
      error: null,
      counts: done.counts,
    });
    expect(await allSums(seller)).toEqual(await allSums(other));
    expect(await controlled(seller, done.id, "undo")).toMatchObject({ status: "undone" });

    // What the lock has declared is taken back by the return that follows it.
    const next = await summaryOf(seller, "2025-Q4");
    expect(next.late_changes).toMatchObject([{ original_period: "2025-Q3" }]);
    expect((await summaryOf(other, "2025-Q4")).late_changes).toEqual([]);
    expect(declared.rows).not.toEqual((await summaryOf(other, "2025-Q3")).rows);

    const ids = (await listed(seller)).body.items.map(({ event_id }) => event_id);
    expect(ids.sort()).toEqual(
      (await listed(other)).body.items.map(({ event_id }) => event_id).sort(),
    );
    expect((await shown(seller, "later")).body).toMatchObject({ link_status: "waiting" });
    const ended = (await shown(seller, idOf(2))).body;
    expect(ended).toHaveProperty("description", null);
    expect(ended).toMatchObject({
      treatment: "outside_scope",
      classification_status: "excluded",
      classification_reasons: ["import_undone"],
      classification_history: [{ from: "classified", to: "excluded" }],
    });
    expect(await auditOf(seller.account)).toMatchObject({
      events: 3,
      differences: [],
      stale_links: [],
      stale_events: [],
      faults: [],
    });
  },
  120_000 + EVENTS * 400,
);

it("ids of an undone import are free, for other content and for the same", async () => {
  const [seller, other] = [await newSeller("SE"), await newSeller("SE")];
  const { id } = await importedFile(seller, fileOf(FILE.slice(0, AGAIN)));
  await committed(seller, after);
  await controlled(seller, id, "undo");
  await overImport(seller, id);
  // A part that is still on its way does not come after the undo.
  const job = (await loadImportJob(seller.account, id)) as SplitJob;
  expect(
    await commitImportPart(seller.account, { ...job, pass: 1 }, 1, new Date()),
  ).toBeUndefined();
  expect((await listed(seller)).body.items.map(({ event_id }) => event_id)).toEqual(["later"]);
  const changed = FILE.slice(0, AGAIN).map((one, n) =>
    n % 2 === 0 ? one : { ...one, taxable_amount_minor: 500, vat_amount_minor: 95 },
  );
  const again = await importedFile(seller, fileOf(changed));
  expect(again.counts).toMatchObject({ committed: AGAIN, duplicate: 0, conflict: 0, rejected: 0 });
  await importedFile(other, fileOf(changed));
  await committed(other, after);
  expect(await allSums(seller)).toEqual(await allSums(other));
  for (const event_id of [idOf(8), idOf(9), "later"]) {
    const { committed_at, ...own } = (await shown(seller, event_id)).body;
    const { committed_at: _, ...others } = (await shown(other, event_id)).body;
    expect(own).toEqual(others);
  }
  expect(await auditOf(seller.account)).toMatchObject({
    events: AGAIN + 1,
    differences: [],
    stale_links: [],
    stale_events: [],
    faults: [],
  });
  // The later import owns them now: the first one has nothing more to undo.
  await controlled(seller, id, "undo");
  expect(await allSums(seller)).toEqual(await allSums(other));
});

import { describe, expect, it } from "vitest";
import type { IsoDate } from "../../../../shared/core/calendar/dates.ts";
import type { PeriodKey } from "../../../../shared/core/ids.ts";
import { auditLocks } from "../../../../shared/operations/audit/audit-locks.ts";
import {
  loadPeriodRates,
  storeEcbDays,
} from "../../../../shared/vat/exchange-rates/store-exchange-rates.ts";
import { type Account, call } from "../../../stack/api.ts";
import { register } from "../../../stack/seller.ts";
import { testsInTurn } from "../../../stack/tests-in-turn.ts";
import { commit, current, download, locked, refund, sale, sellerWith } from "./locking.ts";

const { itInTurn } = testsInTurn(import.meta.url);

const NOTHING = {
  taxable_minor: 0,
  current_vat_minor: 0,
  correction_vat_minor: 0,
  payable_vat_minor: 0,
};
const UNCHANGED = {
  changed: false,
  source_event_count_difference: 0,
  totals: NOTHING,
  member_states: [],
};
/** One `sale()` more or less. */
const ONE_SALE = {
  ...NOTHING,
  taxable_minor: 10_000,
  current_vat_minor: 1_900,
  payable_vat_minor: 1_900,
};

type Summary = { totals: object; corrections: object[]; rows: object[]; exchange_rates: object[] };

async function live({ readOnly }: Account, period: string): Promise<Summary> {
  const path = `/v1/reports/oss-quarterly-summary?period=${period}`;
  return (await call<Summary>(readOnly, "GET", path)).body;
}

/** Rates of 2013 and 2014, which no other test looks at. */
const loadRate = (day: string, CZK: string) =>
  storeEcbDays([{ day: day as IsoDate, rates: { CZK } }], new Date());

/** What is frozen: the snapshot without the comparison with today, and the bytes of its files. */
async function frozen(seller: Account, period: string) {
  const { changed_since_lock, declared_in, recount_pending, ...lock } = await current(
    seller,
    period,
  );
  const files = await Promise.all(lock.exports.map(({ id }) => download(seller, id)));
  return { lock, files: files.map((bytes) => bytes.toString("hex")) };
}

const changes = async (seller: Account, period: string) =>
  (await current(seller, period)).changed_since_lock;

describe("after the lock", () => {
  it("nothing has changed; a late supply changes the live preview, not what is locked", async () => {
    const seller = await sellerWith(sale());
    await locked(seller, "2025-Q3");
    expect(await changes(seller, "2025-Q3")).toEqual(UNCHANGED);
    const before = await frozen(seller, "2025-Q3");
    await commit(seller, sale({ event_id: "late", consumption_country: "FR" }));
    expect(await live(seller, "2025-Q3")).toMatchObject({ totals: { payable_vat_minor: 3_800 } });
    expect(await changes(seller, "2025-Q3")).toEqual({
      changed: true,
      source_event_count_difference: 1,
      totals: ONE_SALE,
      member_states: [{ member_state_of_consumption: "FR", ...ONE_SALE }],
    });
    expect(await frozen(seller, "2025-Q3")).toEqual(before);
    expect((await auditLocks(seller.account)).faults).toEqual([]);
  });

  it("a late supply that is excluded counts, and changes no amount", async () => {
    const seller = await sellerWith(sale());
    await locked(seller, "2025-Q3");
    await commit(seller, sale({ event_id: "odd", dispatch_country: undefined }));
    expect(await changes(seller, "2025-Q3")).toEqual({
      ...UNCHANGED,
      changed: true,
      source_event_count_difference: 1,
    });
  });

  it("a reclassification takes away, Member State by Member State", async () => {
    const seller = await sellerWith(sale(), sale({ event_id: "fr", consumption_country: "FR" }));
    await locked(seller, "2025-Q3");
    const before = await frozen(seller, "2025-Q3");
    const path = "/v1/supply-events/sale-1/classification";
    const body = { classification_status: "excluded", note: "a business customer" };
    expect((await call(seller.full, "POST", path, body)).status).toBe(200);
    const less = {
      ...NOTHING,
      taxable_minor: -10_000,
      current_vat_minor: -1_900,
      payable_vat_minor: -1_900,
    };
    expect(await changes(seller, "2025-Q3")).toEqual({
      changed: true,
      source_event_count_difference: 0,
      totals: less,
      member_states: [{ member_state_of_consumption: "DE", ...less }],
    });
    expect(await frozen(seller, "2025-Q3")).toEqual(before);
  });

  itInTurn("a move between rows with the same sum is a change, too", async () => {
    const half = { taxable_amount_minor: 5_000, vat_amount_minor: 950 };
    const seller = await sellerWith(sale({ event_id: "b", ...half }));
    await locked(seller, "2025-Q3");
    await commit(seller, sale({ event_id: "c", ...half, dispatch_country: "PL" }));
    await commit(seller, refund("b", { event_id: "rb", ...half }));
    expect(await changes(seller, "2025-Q3")).toEqual({
      ...UNCHANGED,
      changed: true,
      source_event_count_difference: 2,
    });
  });

  it("a corrected exchange rate changes the live preview, not what is locked", async () => {
    await loadRate("2014-09-30", "25");
    const crowns = { supply_date: "2014-08-01", currency: "CZK" };
    const seller = await sellerWith(
      sale({ ...crowns, taxable_amount_minor: 100_000, vat_amount_minor: 19_000 }),
    );
    const lock = await locked(seller, "2014-Q3");
    expect(lock.totals).toMatchObject({ taxable_minor: 4_000, payable_vat_minor: 760 });
    const before = await frozen(seller, "2014-Q3");

    await loadRate("2014-09-30", "20");
    expect(await live(seller, "2014-Q3")).toMatchObject({
      totals: { taxable_minor: 5_000, payable_vat_minor: 950 },
    });
    const more = {
      taxable_minor: 1_000,
      current_vat_minor: 190,
      correction_vat_minor: 0,
      payable_vat_minor: 190,
    };
    expect(await changes(seller, "2014-Q3")).toEqual({
      changed: true,
      source_event_count_difference: 0,
      totals: more,
      member_states: [{ member_state_of_consumption: "DE", ...more }],
    });
    expect(await frozen(seller, "2014-Q3")).toEqual(before);
  });

  it("no comparison is possible without a registration, or in another currency; another Member State is a change without a difference", async () => {
    const seller = await sellerWith(sale());
    await locked(seller, "2025-Q3");
    const patch = (body: object) => call(seller.full, "PATCH", "/v1/tax-registrations/1", body);
    await patch({ status: "excluded" });
    expect(await changes(seller, "2025-Q3")).toBeNull();
    await register(seller, "DK");
    expect(await changes(seller, "2025-Q3")).toBeNull();
    await call(seller.full, "PATCH", "/v1/tax-registrations/2", { status: "excluded" });
    await register(seller, "FI");
    expect(await changes(seller, "2025-Q3")).toEqual({ ...UNCHANGED, changed: true });
  });
});

describe("a correction of a locked quarter", () => {
  const crowns = {
    supply_kind: "other_services",
    establishment_country: "CZ",
    dispatch_country: undefined,
    currency: "CZK",
    taxable_amount_minor: 10_000_000,
    vat_amount_minor: 1_900_000,
  };
  const giveBack = { ...crowns, establishment_country: undefined, event_id: "back" };

  /** Case FX9 of github.com/radekhulan/myucto: the rate of the filed return wins. */
  it("takes the rate that was declared with, whatever the table says now", async () => {
    await loadRate("2014-03-31", "50");
    await loadRate("2014-06-30", "25");
    const seller = await sellerWith(sale({ ...crowns, event_id: "a", supply_date: "2014-02-15" }));
    await locked(seller, "2014-Q1");
    await loadRate("2014-03-31", "25");
    await commit(seller, refund("a", { ...giveBack, supply_date: "2014-05-15" }));
    expect(await live(seller, "2014-Q2")).toMatchObject({
      corrections: [
        {
          original_period: "2014-Q1" as PeriodKey,
          member_state_of_consumption: "DE",
          taxable_amount_minor: -200_000,
          vat_amount_minor: -38_000,
        },
      ],
      exchange_rates: [{ currency: "CZK", rate: "50", date: "2014-03-31", period: "2014-Q1" }],
    });
    // The quarter's own preview goes by the table, or nobody would see that it has moved.
    expect(await live(seller, "2014-Q1")).toMatchObject({ totals: { payable_vat_minor: 76_000 } });

    const lock = await locked(seller, "2014-Q2");
    expect(lock.totals).toMatchObject({ correction_vat_minor: -38_000, payable_vat_minor: 0 });
    expect(await changes(seller, "2014-Q2")).toEqual(UNCHANGED);
  });

  it("takes the rate of the table where the quarter is not locked", async () => {
    await loadRate("2013-09-30", "50");
    const seller = await sellerWith(sale({ ...crowns, event_id: "a", supply_date: "2013-08-15" }));
    await loadRate("2013-09-30", "25");
    await commit(seller, refund("a", { ...giveBack, supply_date: "2013-11-15" }));
    expect(await live(seller, "2013-Q4")).toMatchObject({
      corrections: [{ vat_amount_minor: -76_000 }],
    });
  });

  itInTurn("takes the rate of the table for a currency that the snapshot has none of", async () => {
    const seller = await sellerWith(sale({ ...crowns, event_id: "a", supply_date: "2014-11-15" }));
    expect(
      (await loadPeriodRates({ key: "2014-Q4" as PeriodKey, lastDay: "2014-12-31" as IsoDate }))
        .quotes.size,
    ).toBe(0);
    expect(await locked(seller, "2014-Q4")).toMatchObject({
      included_source_event_count: 0,
      excluded_source_event_count: 1,
    });
    await loadRate("2014-12-31", "50");
    await commit(seller, refund("a", { ...giveBack, supply_date: "2015-01-15" }));
    // The sale was never declared: it is now, and taken back at once.
    expect(await live(seller, "2015-Q1")).toMatchObject({
      late_changes: [{ original_period: "2014-Q4" as PeriodKey, vat_amount_minor: 38_000 }],
      corrections: [],
    });
  });

  itInTurn("finds on record rates that the quarter itself had no use for", async () => {
    await loadRate("2014-03-31", "50");
    const seller = await sellerWith(sale({ event_id: "a", supply_date: "2014-02-15" }));
    await locked(seller, "2014-Q1");
    await loadRate("2014-03-31", "25");
    const { currency, taxable_amount_minor, vat_amount_minor } = crowns;
    const inCrowns = { currency, taxable_amount_minor, vat_amount_minor };
    await commit(seller, refund("a", { event_id: "back", supply_date: "2014-05-15", ...inCrowns }));
    expect(await live(seller, "2014-Q2")).toMatchObject({
      corrections: [{ vat_amount_minor: -38_000 }],
    });
  });
});

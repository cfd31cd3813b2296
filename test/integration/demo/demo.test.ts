import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import type * as z from "zod";
import { demoEvents } from "../../../scripts/demo/events.ts";
import type { DemoEvent } from "../../../scripts/demo/sales.ts";
import { seedDemo } from "../../../scripts/demo/seed.ts";
import { storyOn } from "../../../scripts/demo/story.ts";
import { issueKey } from "../../../scripts/operate/api-keys/keys.ts";
import {
  type IsoDate,
  monthsOf,
  type Period,
  plusDays,
  quarterKeyOn,
  quarterOf,
} from "../../../shared/core/calendar/dates.ts";
import type { LedgerId } from "../../../shared/core/ids.ts";
import type { ImportList } from "../../../shared/imports/jobs/schema.ts";
import type { SupplyEventList } from "../../../shared/ledger/events/listing.ts";
import type { SupplyEventResponse } from "../../../shared/ledger/events/schema.ts";
import { loadRegistrations } from "../../../shared/ledger/settings/store-settings.ts";
import { loadSums } from "../../../shared/ledger/sums/store-sums.ts";
import type { LockedPeriodList } from "../../../shared/returns/locks/schema.ts";
import { loadDueReturns } from "../../../shared/returns/overview/load-due-returns.ts";
import type { FilingPrep } from "../../../shared/returns/overview/schema.ts";
import type { Return } from "../../../shared/returns/schema.ts";
import { ratesInForce } from "../../../shared/vat/reference-data/vat-rates.ts";
import { bookNamed } from "../../make/book.ts";
import { BUILT_IN_RATES } from "../../make/built-in-rates.ts";
import { call } from "../../stack/api.ts";
import { auditOf } from "../../stack/audit.ts";
import { testsInTurn } from "../../stack/tests-in-turn.ts";

const { describeInTurn } = testsInTurn(import.meta.url);

type Listed = z.output<typeof SupplyEventResponse>;

const day = (text: string) => text as IsoDate;

/** A day on which the rates of all quarters but the running one are known, and of the open month. */
const NOW = new Date("2026-08-14T10:00:00Z");
const STORY = storyOn(day("2026-08-14"));
const QUARTERS = ["2025-Q3", "2025-Q4", "2026-Q1", "2026-Q2", "2026-Q3"];
const COMPLETE = QUARTERS.slice(0, 4);
/** Filed months: the import scheme begins in the third quarter, and the last month that has ended is open. */
const MONTHS = COMPLETE.slice(2)
  .flatMap((key) => monthsOf(quarterOf(key) as Period))
  .map(({ key }) => key);

/** The rates that come along end after the last complete quarter. */
const RATES_UNTIL = day("2026-10-30");
/** Sales that come late, and what the imports bring: one was undone. */
const LATE = 3;
const IMPORTED = 12;
const UNDONE = 11;

const distinct = <T, K>(items: readonly T[], key: (item: T) => K) => [...new Set(items.map(key))];

describe("the events", () => {
  const eventsOn = (today: string) => demoEvents(storyOn(day(today)), RATES_UNTIL);
  const events = eventsOn("2026-08-14");

  it("are the same for everybody on the same day", () => {
    expect(eventsOn("2026-08-14")).toEqual(events);
  });

  it("stay what they are on later days", () => {
    const later = new Map(eventsOn("2026-09-30").map((event) => [event.event_id, event]));
    expect(events.map(({ event_id }) => later.get(event_id))).toEqual(events);
    expect(later.size).toBeGreaterThan(events.length);
  });

  it.for(["2025-12-31", "2026-01-01", "2026-02-28", "2026-07-01", "2028-02-29"])(
    "of %s are about 1,600 in five quarters, none of them later",
    (today) => {
      const made = eventsOn(today);
      expect(made.length).toBeGreaterThan(1_300);
      expect(made.length).toBeLessThan(1_800);
      expect(distinct(made, ({ event_id }) => event_id)).toHaveLength(made.length);
      expect(made.every(({ supply_date }) => supply_date <= today)).toBe(true);
      const first = made[0]?.supply_date as IsoDate;
      expect(quarterKeyOn(plusDays(first, 4 * 92))).toBe(quarterKeyOn(day(today)));
    },
  );

  it("carry VAT at a rate that is in force, to the cent", () => {
    const sales = events.filter(
      ({ event_id, event_type }) => event_type === "sale" && !event_id.endsWith("old-rate"),
    );
    const wrong = sales.filter((sale) => !isBookedRight(sale));
    expect(wrong.map(({ event_id }) => event_id)).toEqual([]);
  });
});

/** The VAT in a price, rounded once: less than one minor unit from the exact VAT on the net amount. */
function isBookedRight({
  taxable_amount_minor,
  vat_amount_minor,
  vat_rate_bps = 0,
  consumption_country = "",
  ...sale
}: DemoEvent) {
  const exact = (taxable_amount_minor * vat_rate_bps) / 10_000;
  const rates = ratesInForce(consumption_country, day(sale.supply_date), BUILT_IN_RATES);
  return Math.abs(vat_amount_minor - exact) < 1 && rates?.has(vat_rate_bps);
}

describeInTurn("the demo account", () => {
  const account = `demo-${randomUUID()}` as LedgerId;
  let key: string;
  let listed: readonly Listed[];
  const summaries = new Map<string, Return>();

  const all = async (filter: string) => {
    const items: Listed[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const after: string = cursor && `&cursor=${cursor}`;
      const path = `/v1/supply-events?limit=200${filter}${after}`;
      const { body } = await call<z.output<typeof SupplyEventList>>(key, "GET", path);
      items.push(...body.items);
      cursor = body.next_cursor;
    }
    return items;
  };

  beforeAll(async () => {
    await seedDemo(NOW, RATES_UNTIL, account);
    key = await issueKey({ account, scope: "read-only", mode: "live" }, NOW);
    listed = await all("");
    for (const quarter of QUARTERS) {
      const path = `/v1/reports/oss-quarterly-summary?period=${quarter}`;
      summaries.set(quarter, (await call<Return>(key, "GET", path)).body);
    }
  });

  const statusOf = async (quarter: string) =>
    (
      await call<z.output<typeof FilingPrep>>(
        key,
        "GET",
        `/v1/reports/filing-prep?period=${quarter}`,
      )
    ).body.union_oss.status;
  const summary = (quarter: string) => summaries.get(quarter) as Return;

  it("has about 1,600 events in five quarters", () => {
    expect(listed).toHaveLength(demoEvents(STORY, RATES_UNTIL).length + LATE + IMPORTED);
    expect(distinct(listed, (event) => quarterKeyOn(event.supply_date)).sort()).toEqual(QUARTERS);
  });

  it.for(COMPLETE)("has all four sections, currencies and rates in %s", (quarter) => {
    const { rows, exchange_rates } = summary(quarter);
    expect(distinct(rows, ({ section }) => section)).toEqual(["2a", "2b", "2c", "2d"]);
    expect(distinct(rows, (row) => row.rate_category).sort()).toEqual(["reduced", "standard"]);
    const from = (one: string) =>
      distinct(
        rows.filter(({ section }) => section === one),
        (row) => row.from_member_state,
      ).sort();
    expect(from("2c")).toEqual(["FR"]);
    expect(from("2d")).toEqual(["DE", "PL"]);
    expect(distinct(exchange_rates, ({ currency }) => currency).sort()).toEqual(
      expect.arrayContaining(["CZK", "DKK", "PLN", "SEK", "USD"]),
    );
  });

  it.for(COMPLETE.slice(1))("corrects earlier quarters in %s", (quarter) => {
    const periods = summary(quarter).corrections.map((row) => row.original_period);
    expect(periods.length).toBeGreaterThan(0);
    expect(periods.every((period) => period < quarter)).toBe(true);
  });

  it("leaves out what does not belong in a return, and in the running quarter what waits", () => {
    const left = ["classification_excluded", "unsupported_rate_category_excluded"];
    for (const quarter of QUARTERS) {
      const codes = summary(quarter).warnings.map(({ code }) => code);
      expect(codes).toEqual(expect.arrayContaining(left));
      expect(codes.includes("needs_review_excluded")).toBe(quarter === "2026-Q3");
      expect(codes).not.toContain("missing_exchange_rate_excluded");
    }
  });

  it("has filed four quarters, of which one has changed since, and all months but the last", async () => {
    const lists = await Promise.all(
      ["union-oss", "ioss"].map(async (scheme) => {
        const path = `/v1/reports/locked-return-periods/${scheme}?limit=50`;
        return (await call<z.output<typeof LockedPeriodList>>(key, "GET", path)).body.items;
      }),
    );
    expect(lists.map((items) => items.map((lock) => lock.period_key))).toEqual([
      COMPLETE.toReversed(),
      MONTHS.toReversed(),
    ]);
    expect(lists.flat().every(({ status }) => status === "filed")).toBe(true);
    expect(summary("2026-Q3").late_changes.map((change) => change.original_period)).toEqual([
      "2026-Q2",
      "2026-Q2",
    ]);
    expect(await statusOf("2026-Q3")).toBe("review_required");
  });

  it("has recorded its sales before their returns were locked, but for those that are late", async () => {
    type Page = { items: { event_id: string; after_lock: boolean }[]; next_cursor: string | null };
    const late: string[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const path: string = `/v1/returns/union-oss/2026-Q2/events?limit=200${cursor && `&cursor=${cursor}`}`;
      const page: Page = (await call<Page>(key, "GET", path)).body;
      late.push(...page.items.filter((one) => one.after_lock).map(({ event_id }) => event_id));
      cursor = page.next_cursor;
    }
    expect(late.sort()).toEqual(["2026-Q2-fair-1", "2026-Q2-fair-2", "2026-Q2-fair-3"]);
  });

  it("has no overdue return, and paid what it filed", async () => {
    const { items } = await loadRegistrations(account);
    const due = await loadDueReturns(account, items, STORY.today, []);
    expect(due.filter((one) => one.overdue || (one.outstanding_minor ?? 0) > 0)).toEqual([]);
  });

  it("has undone an import with mistakes, and imported the corrected file, of which one row waits", async () => {
    const { body } = await call<z.output<typeof ImportList>>(key, "GET", "/v1/imports");
    expect(body.items).toMatchObject([
      { status: "completed", counts: { rows: 13, committed: IMPORTED, rejected: 0, excluded: 1 } },
      { status: "undone", counts: { rows: 13, committed: UNDONE, rejected: 1, excluded: 1 } },
    ]);
    const waiting = await all("&classification_status=needs_review");
    expect(waiting.map(({ source_id, period }) => [source_id, period])).toEqual([
      ["phone-orders", "2026-Q3"],
    ]);
  });

  it("lists as many events as a warning counts", async () => {
    const { warnings, excluded_source_event_count } = summary("2026-Q2");
    const counts = await Promise.all(
      warnings.map(async ({ code }) => {
        const found = await all(`&period=2026-Q2&warning=${code}`);
        return {
          code,
          count: found.filter((event) => event.supply_kind !== "imported_goods").length,
        };
      }),
    );
    expect(counts).toEqual(warnings);
    expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(excluded_source_event_count);
  });

  it("has every kind of event, reason and check", () => {
    expect(distinct(listed, (event) => event.event_type).sort()).toEqual([
      "adjustment",
      "cancellation",
      "credit_note",
      "refund",
      "sale",
    ]);
    expect(listed.flatMap((event) => event.classification_reasons)).toEqual(
      expect.arrayContaining([
        "b2b_customer",
        "domestic_goods",
        "services_taxed_at_establishment",
        "dispatch_country_missing",
        "classified_by_review",
        "excluded_by_review",
      ]),
    );
    expect(listed.flatMap((event) => event.checks.map(({ code }) => code))).toEqual(
      expect.arrayContaining(["rate_not_in_force", "location_evidence_missing"]),
    );
    expect(distinct(listed, (event) => event.link_status)).toEqual(
      expect.arrayContaining(["linked", "missing", "waiting", "invalid"]),
    );
    expect(distinct(listed, (event) => event.source_id).length).toBeGreaterThan(5);
    const deemed = listed.filter(({ supplier_role }) => supplier_role === "deemed_supplier");
    expect(deemed.some((event) => event.exclusion_code === null)).toBe(true);
  });

  it("has imported goods in its months, some of them outside the scheme", async () => {
    const imports = listed.filter((event) => event.supply_kind === "imported_goods");
    const months = distinct(imports, (event) => event.period).sort();
    expect(months).toHaveLength(8);
    expect(imports.map((event) => event.exclusion_code)).toEqual(
      expect.arrayContaining([
        null,
        "excise_goods_excluded",
        "consignment_value_exceeded_excluded",
        "classification_excluded",
      ]),
    );
    const counted = await Promise.all(months.map((month) => loadSums(account, bookNamed(month))));
    const lines = counted.map((sums) => sums.some((sum) => sum.key.startsWith("line|")));
    expect(lines.every(Boolean)).toBe(true);
  });

  it("has sums that a recount confirms", async () => {
    const { events, differences, stale_links } = await auditOf(account);
    expect({ events, differences, stale_links }).toEqual({
      events: listed.length,
      differences: [],
      stale_links: [],
    });
  });

  it("is left alone by a second seeding, on a later day too", async () => {
    const before = await loadSums(account, bookNamed("2026-Q3"));
    await seedDemo(NOW, RATES_UNTIL, account);
    await seedDemo(new Date("2026-09-20T10:00:00Z"), RATES_UNTIL, account);
    expect(await loadSums(account, bookNamed("2026-Q3"))).toEqual(before);
  });
});

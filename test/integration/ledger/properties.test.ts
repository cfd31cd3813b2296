import fc from "fast-check";
import { expect, test } from "vitest";
import { seeded } from "../../../scripts/demo/dice.ts";
import { history } from "../../make/history.ts";
import type { SentEvent } from "../../make/supply-event.ts";
import { type Account, call, newAccount } from "../../stack/api.ts";
import { auditOf } from "../../stack/audit.ts";
import { lengthOf, seedOf, soaking } from "../../stack/soak.ts";

const QUARTERS = ["2025-Q1", "2025-Q2", "2025-Q3"];
const SEED = seedOf(7);

async function registered(): Promise<Account> {
  const account = await newAccount();
  await call(account.full, "POST", "/v1/tax-registrations", {
    scheme_type: "union_oss",
    member_state_identification: "SE",
    effective_from: "2024-01-01",
    status: "active",
  });
  return account;
}

const commit = (account: Account, events: readonly SentEvent[]) =>
  call(account.full, "POST", "/v1/supply-events", { events });

/** What a user sees: every report of every quarter, as one text. */
async function reportsOf(account: Account): Promise<string> {
  const paths = QUARTERS.flatMap((period) => [
    `/v1/reports/oss-quarterly-summary?period=${period}`,
    `/v1/reports/country-vat-breakdown?period=${period}`,
  ]);
  const answers = await Promise.all(paths.map((path) => call(account.readOnly, "GET", path)));
  return answers.map(({ body }) => JSON.stringify(body)).join("\n");
}

const histories = (size: number, count: number): SentEvent[][] =>
  fc.sample(history({ min: size, max: size }), {
    seed: SEED,
    numRuns: lengthOf("ROUNDS", count, 50),
  });

function shuffled<T>(items: readonly T[], random: () => number): T[] {
  return items
    .map((item) => ({ item, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

test.for(histories(soaking ? 30 : 15, 1))(
  "any order and batching of the same commits gives the same reports: %#",
  async (events) => {
    const random = seeded(SEED);
    const [inOneBatch, oneByOne, atOnce] = await Promise.all([
      registered(),
      registered(),
      registered(),
    ]);
    await commit(inOneBatch, events);
    for (const event of shuffled(events, random)) await commit(oneByOne, [event]);
    const parts = Map.groupBy(shuffled(events, random), () => Math.floor(random() * 6));
    await Promise.all([...parts.values()].map((part) => commit(atOnce, part)));

    const reports = await reportsOf(inOneBatch);
    expect(await reportsOf(oneByOne)).toBe(reports);
    expect(await reportsOf(atOnce)).toBe(reports);
  },
);

test.for(histories(soaking ? 60 : 30, 1))(
  "sums equal a recount after replays, reclassifications and late originals: %#",
  async (events) => {
    const random = seeded(SEED);
    const account = await registered();
    for (let at = 0; at < events.length; at += 20) {
      await commit(account, events.slice(at, at + 20));
      await Promise.all(
        shuffled(events.slice(0, at + 20), random)
          .slice(0, 10)
          .map((event) => {
            const to = ["classified", "excluded", "needs_review"][Math.floor(random() * 3)];
            const body = { classification_status: to, note: "property test" };
            return call(
              account.full,
              "POST",
              `/v1/supply-events/${event.event_id}/classification`,
              body,
            );
          }),
      );
      await commit(account, shuffled(events.slice(0, at + 20), random).slice(0, 7));
    }
    const audit = await auditOf(account.account);
    expect(audit).toMatchObject({ events: events.length, differences: [], stale_links: [] });
  },
);

test.for(histories(50, 1))(
  "every view of a quarter ties to the cent, and no event is lost: %#",
  async (events) => {
    const account = await registered();
    await commit(account, events);
    const imported = events.filter((event) => event.supply_kind === "imported_goods");
    let counted = 0;
    for (const period of QUARTERS) {
      const { body: summary } = await call<Summary>(
        account.readOnly,
        "GET",
        `/v1/reports/oss-quarterly-summary?period=${period}`,
      );
      const { body: breakdown } = await call<Breakdown>(
        account.readOnly,
        "GET",
        `/v1/reports/country-vat-breakdown?period=${period}`,
      );
      expectTies(summary, breakdown);
      counted += summary.total_source_event_count;
    }
    expect(counted + imported.length).toBe(events.length);
  },
);

type Amounts = { taxable_amount_minor: number; vat_amount_minor: number };
type Balance = {
  current_vat_minor: number;
  correction_vat_minor: number;
  payable_vat_minor: number;
  included_in_grand_total: boolean;
};
type Totals = Record<
  "taxable_minor" | "current_vat_minor" | "correction_vat_minor" | "payable_vat_minor",
  number
>;
type Summary = {
  totals: Totals;
  rows: Amounts[];
  corrections: Amounts[];
  balances: Balance[];
  warnings: { count: number }[];
  total_source_event_count: number;
  included_source_event_count: number;
  excluded_source_event_count: number;
};
type Breakdown = Omit<Summary, "rows"> & {
  countries: { totals: Totals; rows: Amounts[]; corrections: Amounts[]; balance: Balance }[];
};

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

function expectTies(summary: Summary, breakdown: Breakdown): void {
  const { rows, corrections, balances, totals, warnings } = summary;
  const positive = balances.map((balance) => Math.max(0, balance.payable_vat_minor));
  expect(totals).toEqual({
    taxable_minor: sum(rows.map((row) => row.taxable_amount_minor)),
    current_vat_minor: sum(rows.map((row) => row.vat_amount_minor)),
    correction_vat_minor: sum(corrections.map((row) => row.vat_amount_minor)),
    // A negative balance never lowers the total.
    payable_vat_minor: sum(positive),
  });
  expect(breakdown.totals).toEqual(totals);
  expect(breakdown.countries.flatMap((country) => country.rows)).toHaveLength(rows.length);
  expect(breakdown.countries.map((country) => country.balance)).toEqual(balances);
  for (const name of Object.keys(totals) as (keyof Totals)[]) {
    expect(sum(breakdown.countries.map((country) => country.totals[name]))).toBe(totals[name]);
  }
  expect(sum(warnings.map((warning) => warning.count))).toBe(summary.excluded_source_event_count);
  expect(summary.included_source_event_count + summary.excluded_source_event_count).toBe(
    summary.total_source_event_count,
  );
}

import { expect } from "vitest";
import type { LockedPeriodDetail } from "../../../../shared/returns/locks/schema.ts";
import type { Return } from "../../../../shared/returns/schema.ts";
import type { SentEvent } from "../../../make/supply-event.ts";
import { type Account, call } from "../../../stack/api.ts";
import { committed } from "../../../stack/seller.ts";
import { got } from "../paths/sellers.ts";

/** A period of a year as it is told: what reaches the ledger, and the return that is made of it. */
export type Chapter = {
  readonly period: string;
  readonly events: readonly SentEvent[];
  /** Part 2, "DE 19% 880.00 167.20": the section and where it comes from go first, if there are any. */
  readonly rows?: readonly string[];
  /** Part 3, "2025-Q1 FR -512.32 -102.46". */
  readonly corrections?: readonly string[];
  /** Member States that owe the seller: in no total, for nothing is set off. */
  readonly owed_back?: readonly string[];
  readonly payable: string;
  /** Why events are not in the return. */
  readonly left_out?: Readonly<Record<string, number>>;
  readonly status?: "ready" | "nil_return";
};

/** Commits the events of a chapter, compares its return to the cent, locks it, and marks it as filed. */
export async function tellAndFile(seller: Account, slug: string, chapter: Chapter): Promise<void> {
  const { period, events } = chapter;
  if (events.length > 0) await committed(seller, events);
  const report = await got<Return>(seller, `/v1/returns/${slug}/${period}`);
  expect(figuresOf(report)).toEqual({
    rows: chapter.rows ?? [],
    corrections: chapter.corrections ?? [],
    owed_back: chapter.owed_back ?? [],
    payable: chapter.payable,
    left_out: chapter.left_out ?? {},
  });
  const locks = `/v1/reports/locked-return-periods/${slug}`;
  const lock = await posted(seller, `${locks}?period=${period}`);
  const { filing_status_detail: detail } = lock;
  expect(lock.filing_status, detail).toBe(chapter.status ?? "ready");
  expect(lock.totals).toEqual(report.totals);
  const filed = await posted(seller, `${locks}/filed?period=${period}`, {
    filing_reference: `${slug}/${period}`,
  });
  expect([filed.status, filed.sha256]).toEqual(["filed", lock.sha256]);
}

async function posted({ full }: Account, path: string, body?: object) {
  const answer = await call<LockedPeriodDetail>(full, "POST", path, body);
  expect([200, 201], answer.text).toContain(answer.status);
  return answer.body;
}

const euro = (minor: number): string => (minor / 100).toFixed(2);

function figuresOf({ rows, corrections, balances, totals, warnings }: Return) {
  return {
    rows: rows.map((row) => {
      const origin = [row.section, row.from_member_state].filter((part) => part !== null);
      const rate = `${row.vat_rate_bps / 100}%`;
      const amounts = [row.taxable_amount_minor, row.vat_amount_minor].map(euro);
      return [...origin, row.member_state_of_consumption, rate, ...amounts].join(" ");
    }),
    corrections: corrections.map((row) =>
      [
        row.original_period,
        row.member_state_of_consumption,
        euro(row.taxable_amount_minor),
        euro(row.vat_amount_minor),
      ].join(" "),
    ),
    owed_back: balances
      .filter((balance) => !balance.included_in_grand_total)
      .map(
        (balance) => `${balance.member_state_of_consumption} ${euro(balance.payable_vat_minor)}`,
      ),
    payable: euro(totals.payable_vat_minor),
    left_out: Object.fromEntries(warnings.map(({ code, count }) => [code, count])),
  };
}

import type { LateChange, LockedReturn, ReturnRow } from "../../../client/src/eu-vat-client.ts";
import type { FigurePart, Measure } from "../events/opened-figure.ts";
import type { ReturnQuery } from "../events/source-events.ts";
import type { Words } from "../session/console-context.ts";
import type { PartProps } from "./part-props.ts";
import { sumOf } from "./rate-sums.ts";

type Amounts = Pick<LateChange, "taxable_amount_minor" | "vat_amount_minor"> &
  ({ readonly event_count: number } | { readonly event_count_difference: number });

export const measured = (row: Amounts, measure: Measure): number => {
  if (measure === "taxable") return row.taxable_amount_minor;
  if (measure === "vat") return row.vat_amount_minor;
  return "event_count" in row ? row.event_count : row.event_count_difference;
};

/** What is added up: which parts of the return, of which Member State, rate or corrected period. */
export type Asked = {
  readonly measure: Measure;
  readonly of: readonly ("rows" | "corrections" | "late")[];
  readonly named?: ReturnQuery;
  /** True for the change since the lock. */
  readonly isSince?: boolean;
};

/** Returns the fields that name a row in a query. */
export function fieldsOfRow(row: ReturnRow): ReturnQuery {
  const { section, from_member_state, rate_category } = row;
  return {
    ...(section ? { section } : {}),
    member_state_of_consumption: row.member_state_of_consumption,
    supply_kind: row.supply_kind,
    vat_rate_bps: row.vat_rate_bps,
    ...(from_member_state ? { from_member_state } : {}),
    ...(rate_category === "standard" || rate_category === "reduced" ? { rate_category } : {}),
  };
}

/**
 * Returns the amounts that a figure adds up, each with its source events: lines, corrections without their late changes,
 * and late changes. Parts without events and amounts are left out.
 */
export function partsOfFigure(
  { facts: { shown, today }, identity }: Pick<PartProps, "facts" | "identity">,
  { say, format }: Words,
  { measure, of, named = {}, isSince = false }: Asked,
): FigurePart[] {
  const kinds = [
    { of: "rows", name: say("sections.title"), query: { ...named, part: "rows" } },
    { of: "corrections", name: say("corrections.title"), query: { ...named, part: "corrections" } },
    { of: "late", name: say("lateChanges.title"), query: { ...named, late: "true" } },
  ] as const;
  const found = kinds
    .filter((kind) => of.includes(kind.of))
    .map((kind) => {
      const all = (column: Measure) =>
        isSince && today
          ? sumIn(today, kind.of, named, column) - sumIn(shown, kind.of, named, column)
          : sumIn(shown, kind.of, named, column);
      return { ...kind, value: all(measure), isEmpty: MEASURES.every((one) => all(one) === 0) };
    })
    .filter(({ isEmpty }) => !isEmpty);
  const text = (value: number) => {
    if (measure === "count") return format.count(value);
    return isSince
      ? format.change(value, shown.return_currency)
      : format.amount(value, shown.return_currency);
  };
  return found.map(({ name, query, value }) => ({
    ...(found.length > 1 ? { heading: `${name}: ${text(value)}` } : {}),
    sourceEvents: { identity, query },
    shown: { measure, value, isSince },
  }));
}

const MEASURES: readonly Measure[] = ["taxable", "vat", "count"];

/** Adds up a column of a part of a return. */
function sumIn(
  { rows, corrections, late_changes }: Pick<LockedReturn, "rows" | "corrections" | "late_changes">,
  of: Asked["of"][number],
  named: NonNullable<Asked["named"]>,
  measure: Measure,
): number {
  const isNamed = (row: object) =>
    Object.entries(named).every(([field, asked]) => row[field as keyof typeof row] === asked);
  const sum = (all: readonly Amounts[]) =>
    sumOf(all.filter(isNamed), (row) => measured(row, measure));
  if (of === "rows") return sum(rows);
  const late = sum(late_changes);
  return of === "late" ? late : sum(corrections) - late;
}

/** Returns the sentence about balances below zero, which are no part of what is to be paid. */
export function notSetOff({ say, format }: Words, { balances, return_currency }: LockedReturn) {
  const minor = sumOf(balances, (row) => Math.min(0, row.payable_vat_minor));
  return minor === 0
    ? undefined
    : say("balances.notSetOff", { amount: format.amount(minor, return_currency) });
}

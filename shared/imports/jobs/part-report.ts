import { CHECK_WORDS, type Check, isTaxWarning } from "../../vat/schemes/warnings.ts";
import type { ImportedEvent, Original, ReadRow, RowOutcome } from "../formats/outcome.ts";
import { EXCLUSIONS, OPEN_QUESTIONS, REMARKS } from "../formats/reasons.ts";
import type { RowFacts } from "../formats/row-facts.ts";
import type { ImportCounts } from "./job.ts";
import { addedUp, type LeftOut, leftOutRow } from "./left-out.ts";

/** Number of rows of a file by result; all counts except `rows` add up to `rows`. */
type RowCounts = {
  readonly rows: number;
  readonly committed: number;
  readonly duplicate: number;
  readonly conflict: number;
  readonly excluded: number;
  readonly unresolved: number;
  readonly rejected: number;
};

type RowResult = Exclude<keyof RowCounts, "rows">;

/** The results of rows that need an action of the user. */
type OpenResult = Extract<RowResult, "unresolved" | "rejected" | "conflict">;

export const NO_ROWS: RowCounts = {
  rows: 0,
  committed: 0,
  duplicate: 0,
  conflict: 0,
  excluded: 0,
  unresolved: 0,
  rejected: 0,
};

const withRow = (counts: RowCounts, result: RowResult): RowCounts => ({
  ...counts,
  rows: counts.rows + 1,
  [result]: counts[result] + 1,
});

/** Returns the result of a row of several events: "committed" if any event is new. */
export const resultOfCommit = (statuses: readonly ("committed" | "duplicate")[]): RowResult =>
  statuses.includes("committed") ? "committed" : "duplicate";

/** The amounts of a file under one name, such as a country or a month, and in one currency. */
type NamedSum = {
  readonly name: string;
  readonly currency: string;
  readonly events: number;
  readonly taxable_amount_minor: number;
  readonly vat_amount_minor: number;
};

/** Adds up events by name and currency; refunds are subtracted. */
class EventSums {
  readonly #sums = new Map<string, NamedSum>();

  add(name: string, { currency, event_type, ...amounts }: ImportedEvent): void {
    const key = `${name} ${currency}`;
    const sum = this.#sums.get(key);
    const sign = event_type === "sale" || event_type === "adjustment" ? 1 : -1;
    this.#sums.set(key, {
      name,
      currency,
      events: (sum?.events ?? 0) + 1,
      taxable_amount_minor: (sum?.taxable_amount_minor ?? 0) + sign * amounts.taxable_amount_minor,
      vat_amount_minor: (sum?.vat_amount_minor ?? 0) + sign * amounts.vat_amount_minor,
    });
  }

  /** The sums, sorted by name. */
  get all(): readonly NamedSum[] {
    return [...this.#sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
  }
}

/** A finding of a row that was not imported without remarks. */
export type RowFinding = {
  readonly at: string;
  readonly outcome: RowOutcome["outcome"] | "conflict";
  readonly reason: string;
  readonly column?: string;
  /** The beginning of the cell at fault. */
  readonly value?: string;
  readonly message: string;
  readonly day?: string | undefined;
  /** The id that the events of the order have in common, of a shop whose orders have ids. */
  readonly shop_order_id?: string | undefined;
} & RowFacts;

const monthOf = (day: string): string => day.slice(0, "2026-01".length);

/** Collects the results of the rows of a part. */
export class PartReportBuilder {
  #counts: ImportCounts["counts"] = NO_ROWS;
  readonly #reasons = new Map<string, number>();
  readonly #countries = new EventSums();
  readonly #months = new EventSums();
  readonly #open = new Map<string, number>();
  readonly #corrections = new EventSums();
  readonly #leftOut: LeftOut[] = [];
  readonly findings: RowFinding[] = [];

  count(result: RowResult, events: readonly ImportedEvent[] = []): void {
    this.#counts = withRow(this.#counts, result);
    for (const event of events) this.#countries.add(event.consumption_country ?? "", event);
    // Events that were in the ledger before do not belong to this import.
    if (result !== "committed") return;
    for (const event of events) this.#months.add(monthOf(event.supply_date), event);
    for (const event of events.filter(({ event_type }) => event_type !== "sale")) {
      this.#corrections.add("", event);
    }
  }

  /** Notes the amount of a row that is not in the ledger by this import. */
  leaveOut(reason: string, day: string | undefined, facts: RowFacts): void {
    this.#leftOut.push(leftOutRow(reason, day, facts));
  }

  /** Counts a row that is not in the ledger and must not be lost, in the month of its supply if that is known. */
  countOpen(result: OpenResult, day: string | undefined): void {
    this.count(result);
    const month = day === undefined ? "" : monthOf(day);
    this.#open.set(month, (this.#open.get(month) ?? 0) + 1);
  }

  find(finding: RowFinding): void {
    this.#reasons.set(finding.reason, (this.#reasons.get(finding.reason) ?? 0) + 1);
    this.findings.push(finding);
  }

  get totals(): ImportCounts {
    return {
      counts: this.#counts,
      reasons: Object.fromEntries(this.#reasons),
      countries: this.#countries.all.map(({ name, ...sums }) => ({ country: name, ...sums })),
      months: this.#months.all.map(({ name, ...sums }) => ({ month: name, ...sums })),
      open_rows: Object.fromEntries(this.#open),
      left_out: addedUp(this.#leftOut),
      corrections: this.#corrections.all.map(({ name, ...sums }) => sums),
    };
  }
}

/** Returns the findings of an outcome; none for a row imported without remarks. */
export function findingsOf(at: string, outcome: RowOutcome): RowFinding[] {
  switch (outcome.outcome) {
    case "event":
      return outcome.findings.map((reason) => ({
        at,
        outcome: "event",
        reason,
        message: REMARKS[reason],
      }));
    case "excluded":
      return [
        { at, outcome: "excluded", reason: outcome.reason, message: EXCLUSIONS[outcome.reason] },
      ];
    case "unresolved": {
      const { reason, column, value, details = {} } = outcome;
      const values = Object.entries(details).map(([name, value]) => `${name} ${value}`);
      const message = [
        OPEN_QUESTIONS[reason],
        ...(values.length > 0 ? [`(${values.join(", ")})`] : []),
      ];
      return [
        {
          at,
          outcome: "unresolved",
          reason,
          ...(column && { column }),
          ...(value && { value }),
          message: message.join(" "),
        },
      ];
    }
    case "rejected":
      return outcome.faults.map(({ reason, column, value, message }) => ({
        at,
        outcome: "rejected",
        reason,
        ...(column && { column }),
        ...(value && { value }),
        message,
      }));
  }
}

/**
 * Returns the findings on the rate and the VAT of events that the ledger took, each code once. Other checks, such as
 * missing evidence, may be of every row of a file.
 */
export const taxFindings = (at: string, checks: readonly Check[]): RowFinding[] => {
  const own = checks.filter((check) => check.severity === "blocking" || isTaxWarning(check));
  return [...new Set(own.map(({ code }) => code))].map((code) => ({
    at,
    outcome: "event",
    reason: `check:${code}`,
    message: `${CHECK_WORDS[code]}.`,
  }));
};

/** A row in a part of a file; for a correction, `own` is its sale if the file has it. */
export type PartRow = ReadRow & { readonly own?: Original };

/**
 * Number of rows per part. Small enough that a killed worker repeats little, and that a step takes few seconds; large
 * enough that its files, its lease and its counts cost little beside two commits: 450 rows take an eighth more.
 */
export const ROWS_PER_PART = 900;

/** Returns the rows as JSON lines. Only the version that wrote a part reads it, so no validation is needed. */
export const partText = (rows: readonly PartRow[]): string =>
  rows.map((row) => `${JSON.stringify(row)}\n`).join("");

export const partRows = (text: string): PartRow[] =>
  text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line) as PartRow]));

import type { FileFaultCode } from "../import-files/file-fault.ts";
import type { ImportedEvent, RowOutcome } from "../import-formats/outcome.ts";
import { EXCLUSIONS, OPEN_QUESTIONS, REMARKS } from "../import-formats/reasons.ts";
import { type CountrySum, CountrySums } from "./country-sums.ts";
import { type ImportCounts, NO_ROWS, type RowFate, withRow } from "./counts.ts";

/** A row that is not simply taken, in words. */
type Finding = {
  readonly at: string;
  readonly outcome: RowOutcome["outcome"] | "conflict";
  readonly reason: string;
  readonly column?: string;
  readonly message: string;
};

/** A finished import. */
export type ImportReport = {
  /** `checked` of a dry run; `failed` of a file that could not be read as a whole. */
  readonly status: "completed" | "checked" | "failed";
  readonly format: string;
  readonly source_id: string;
  readonly dry_run: boolean;
  readonly error?: { readonly code: FileFaultCode; readonly message: string };
  /** In a dry run, `committed` are those that would be committed, or are there already. */
  readonly counts: ImportCounts;
  readonly reasons: Readonly<Record<string, number>>;
  readonly countries: readonly CountrySum[];
  /** The first findings; `reasons` counts all of them. */
  readonly findings: readonly Finding[];
};

/** So many are told; a file that is wrong in every row says the same a million times. */
const MOST_FINDINGS = 100;

/** Gathers what becomes of rows, in constant memory. */
export class ReportInMaking {
  #counts: ImportCounts = NO_ROWS;
  readonly #reasons = new Map<string, number>();
  readonly #sums = new CountrySums();
  readonly #findings: Finding[] = [];

  /** Counts a row, and the events that it brought. */
  count(fate: RowFate, events: readonly ImportedEvent[] = []): void {
    this.#counts = withRow(this.#counts, fate);
    for (const one of events) this.#sums.add(one);
  }

  find(finding: Finding): void {
    this.#reasons.set(finding.reason, (this.#reasons.get(finding.reason) ?? 0) + 1);
    if (this.#findings.length < MOST_FINDINGS) this.#findings.push(finding);
  }

  get rows(): number {
    return this.#counts.rows;
  }

  get parts(): Pick<ImportReport, "counts" | "reasons" | "countries" | "findings"> {
    return {
      counts: this.#counts,
      reasons: Object.fromEntries([...this.#reasons].sort(([a], [b]) => (a < b ? -1 : 1))),
      countries: this.#sums.all,
      findings: this.#findings,
    };
  }
}

/** What there is to say of an outcome; of a row that is simply taken, nothing. */
export function findingsOf(at: string, outcome: RowOutcome): Finding[] {
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
      const { reason, column, details = {} } = outcome;
      const told = Object.entries(details).map(([name, value]) => `${name} ${value}`);
      const message = [
        OPEN_QUESTIONS[reason],
        ...(told.length > 0 ? [`(${told.join(", ")})`] : []),
      ];
      return [
        {
          at,
          outcome: "unresolved",
          reason,
          ...(column && { column }),
          message: message.join(" "),
        },
      ];
    }
    case "rejected":
      return outcome.faults.map(({ reason, column, message }) => ({
        at,
        outcome: "rejected",
        reason,
        ...(column && { column }),
        message,
      }));
  }
}

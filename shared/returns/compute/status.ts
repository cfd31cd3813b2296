import type { Period } from "../../core/calendar/dates.ts";
import { DomainError } from "../../core/errors/errors.ts";
import type { Scheme } from "../../vat/schemes/scheme.ts";
import { COVERING } from "../../vat/seller/in-force.ts";
import type { Registration } from "../../vat/seller/registration.ts";
import { isFiledElsewhere } from "./assign-sums.ts";
import { type ComputedReturn, type Covered, openExclusions } from "./compute.ts";
import type { Coverage, Uncovered } from "./coverage.ts";
import { negativeRowCount } from "./late-changes.ts";

/** A reason why a return cannot be filed in its current state, with the number of occurrences. */
type OpenPoint = { readonly code: string; readonly count: number; readonly message: string };

/**
 * Returns the points to resolve before the return is filed: excluded events that may belong in it, blocking checks, and
 * figures that no portal accepts.
 */
export function openPoints(drawn: ComputedReturn): OpenPoint[] {
  const excluded = openExclusions(drawn).map(({ code, count }) => ({
    code,
    count,
    message: `${count} left out, to be resolved`,
  }));
  const found = drawn.checks
    .filter(({ severity }) => severity === "blocking")
    .map(({ code, count }) => ({ code, count, message: `${count} found, to be looked at` }));
  return [...excluded, ...found, ...figures(drawn), ...outside(drawn)].filter(
    ({ count }) => count > 0,
  );
}

/** Returns the supplies that no return has and that may belong in this one. */
function outside(drawn: ComputedReturn): OpenPoint[] {
  const { unregistered = [], open_import_rows = [] } = drawn;
  const ids = [...new Set(open_import_rows.map((one) => one.import_id ?? one.connection_id))];
  const rows = openRowCount(drawn);
  // They say that there may be no nil return, and nothing about the figures of another return.
  const others = hasNothing(drawn) ? unregistered : [];
  return [
    ...others.map(({ scheme_type, period_key, event_count }) => ({
      code: "supplies_without_registration",
      count: event_count,
      message: `${event_count} of ${scheme_type} in ${period_key}, which no registration covers`,
    })),
    {
      code: "open_import_rows",
      count: rows,
      message: `${rows} of imported files or connected shops are not in the ledger, to be looked at: ${ids.join(", ")}`,
    },
  ];
}

const openRowCount = ({ open_import_rows = [] }: ComputedReturn): number =>
  open_import_rows.reduce((sum, { row_count }) => sum + row_count, 0);

/** True without any source event. A return that corrects earlier ones is no nil return (Art. 4(2) of Regulation (EU) 2020/194). */
const hasNothing = (drawn: ComputedReturn): boolean =>
  drawn.total_source_event_count === 0 && !corrects(drawn);

const corrects = (drawn: ComputedReturn): boolean =>
  drawn.status === "covered" && drawn.report.corrections.length > 0;

function figures(drawn: ComputedReturn): OpenPoint[] {
  if (drawn.status !== "covered") return [];
  const negative = negativeRowCount(drawn.report.rows);
  const below = drawn.corrections_below_zero?.length ?? 0;
  return [
    { code: "negative_row", count: negative, message: `${negative} of the return below zero` },
    {
      code: "correction_below_zero",
      count: below,
      message: `${below} taking back more VAT than was declared`,
    },
  ];
}

type Readiness = {
  readonly status: "nil_return" | "ready" | "review_required";
  /** A sentence for the user, with the deciding counts. */
  readonly detail: string;
};

/**
 * Decides if a period can be filed in its current state. A period without any source event is a nil return, which is
 * due as well (Art. 369f, 369s VAT Directive). A period with only excluded events is not.
 */
export function readinessOf(drawn: ComputedReturn): Readiness {
  const { scheme, period } = drawn;
  if (isFiledElsewhere(drawn.input)) {
    const detail = `The return of ${period.key} was filed elsewhere; what comes to it now is declared in the next open return.`;
    return { status: "ready", detail };
  }
  if (hasNothing(drawn)) {
    return readinessOfNothing(drawn, `No ${scheme.supply_noun} is recorded for ${period.key}`);
  }
  const counts = countsIn(drawn);
  const open = openPoints(drawn);
  if (open.length > 0) {
    const list = open.map(({ code, count }) => `${code} ${count}`).join(", ");
    const detail = `${counts}; to be resolved before filing: ${list}.`;
    return { status: "review_required", detail };
  }
  if (drawn.included_source_event_count === 0 && !corrects(drawn)) {
    const detail = `${counts}; check that all of them belong elsewhere.`;
    return { status: "review_required", detail };
  }
  const left = drawn.excluded_source_event_count;
  const detail = left === 0 ? `${counts}.` : `${counts}; ${left} do not belong in it.`;
  return { status: "ready", detail };
}

function readinessOfNothing(drawn: ComputedReturn, nothing: string): Readiness {
  const others = (drawn.unregistered ?? []).map(
    (one) => `${one.scheme_type} ${one.period_key}: ${one.event_count}`,
  );
  const rows = openRowCount(drawn);
  const found = [
    ...(others.length > 0
      ? [
          `supplies of schemes without a registration are: ${others.join(", ")}. Register for the scheme, or declare them in the Member States of consumption.`,
        ]
      : []),
    ...(rows > 0
      ? [`rows of imported files or connected shops are not in the ledger: ${rows}.`]
      : []),
  ];
  return found.length === 0
    ? { status: "nil_return", detail: `${nothing}: a nil return.` }
    : { status: "review_required", detail: `${nothing}, but ${found.join(" Besides, ")}` };
}

/** Returns a text with the number of source events that are in the return, or with its late changes if it has no others. */
export function countsIn(drawn: ComputedReturn): string {
  const late = drawn.status === "covered" ? drawn.report.late_changes : [];
  if (drawn.total_source_event_count === 0 && late.length > 0) {
    const periods = [...new Set(late.map(({ original_period }) => original_period))].join(", ");
    return `No ${drawn.scheme.supply_noun} is recorded for ${drawn.period.key}; the return declares late changes of ${periods}`;
  }
  return `${drawn.included_source_event_count} of ${drawn.total_source_event_count} source events are in the return`;
}

/** Returns a text with the reason why there is no return. */
export const uncoveredDetail = (
  status: "registration_required" | "registration_conflict",
  scheme: ComputedReturn["scheme"],
  { key }: Period,
): string =>
  status === "registration_required"
    ? `No active or ended ${scheme.id} registration covers ${key}.`
    : `More than one ${scheme.id} registration covers ${key}; end or exclude all but one.`;

export const FILING_STATUSES = ["ready", "nil_return", "review_required"] as const;

/** The filing state of a return in the accountant report and in a lock. */
type FilingState = {
  readonly filing_status: (typeof FILING_STATUSES)[number];
  readonly filing_status_detail: string;
  readonly nil_return_eligible: boolean;
};

export function filingStateOf(drawn: ComputedReturn): FilingState {
  const { status, detail } = readinessOf(drawn);
  return {
    filing_status: status,
    filing_status_detail: detail,
    nil_return_eligible: status === "nil_return",
  };
}

/**
 * Returns the computed return of a period under its registration.
 * @throws DomainError `registration_required` if no active or ended registration shares a day with
 * the period, `registration_conflict` if several do and none was chosen: each Member State of identification
 * requires its own return.
 */
export function requireReturn(drawn: ComputedReturn): Covered {
  if (drawn.status === "covered") return drawn;
  throw errorOf(drawn.scheme, drawn.period, drawn);
}

/**
 * Returns the registration that makes the return of a period.
 * @throws DomainError the errors of `requireReturn`
 */
export function requireCoverage(scheme: Scheme, period: Period, coverage: Coverage): Registration {
  if (coverage.status === "covered") return coverage.registration;
  throw errorOf(scheme, period, coverage);
}

function errorOf({ id }: Scheme, { key }: Period, uncovered: Uncovered): DomainError {
  const { status, seen, asked } = uncovered;
  if (status === "registration_conflict") {
    const ids = seen.filter((row) => COVERING.has(row.status)).map((row) => row.id);
    const message = `more than one ${id} registration covers ${key}: ${ids.join(", ")}; each makes a return, which registration_id of /v1/returns chooses`;
    return new DomainError(status, message);
  }
  const rows = seen.map((row) => `${row.id} is ${row.status}`).join(", ");
  const which = asked === undefined ? "" : ` with id ${asked}`;
  const message = `no active or ended ${id} registration${which} covers ${key}`;
  return new DomainError(status, rows ? `${message}: registration ${rows}` : message);
}

/**
 * Rejects a return that cannot be filed yet.
 * @throws DomainError `return_not_ready` with every open point of the return
 */
export function rejectUnready(drawn: ComputedReturn): void {
  const { status, detail } = readinessOf(drawn);
  if (status !== "review_required") return;
  const details = openPoints(drawn).map(({ code, message }) => ({ field: code, message }));
  throw new DomainError("return_not_ready", detail, details);
}

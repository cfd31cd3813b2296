import type { Period } from "../../core/calendar/dates.ts";
import { DomainError } from "../../core/errors/errors.ts";
import type { Scheme } from "../../vat/schemes/scheme.ts";
import { COVERING } from "../../vat/seller/in-force.ts";
import type { Registration } from "../../vat/seller/registration.ts";
import { isFiledElsewhere } from "./assign-sums.ts";
import type { ComputedReturn, Covered } from "./compute.ts";
import type { Coverage, Uncovered } from "./coverage.ts";
import {
  blocksFiling,
  corrects,
  countOfQuestions,
  hasNothing,
  openQuestions,
  questionOfRows,
  type ReturnQuestion,
} from "./open-questions.ts";

/** A reason why a return cannot be filed in its current state, with the number of occurrences. */
type OpenPoint = { readonly code: string; readonly count: number; readonly message: string };

const NOTHING_INCLUDED = "nothing_included";

/** Returns the points to resolve before the return is filed: its open questions, the rows and orders as one. */
export function openPoints(computed: ComputedReturn): OpenPoint[] {
  const found = openQuestions(computed).filter(
    (one) => blocksFiling(one) && one.kind !== NOTHING_INCLUDED,
  );
  const isOfRows = ({ code }: ReturnQuestion) => code === "open_import_rows";
  const points = found
    .filter((one) => !isOfRows(one))
    .map(({ kind, code, count, message }) => ({
      code,
      count,
      message: `${count} ${POINTS[kind] ?? `${message.charAt(0).toLowerCase()}${message.slice(1)}`}`,
    }));
  return [...points, ...rowsPoint(found.filter(isOfRows))];
}

/** The texts of points after their numbers; other points have the message of the question. */
const POINTS: Readonly<Partial<Record<ReturnQuestion["kind"], string>>> = {
  exclusion: "left out, to be resolved",
  check: "found, to be looked at",
  negative_row: "of the return below zero",
  correction_below_zero: "taking back more VAT than was declared",
};

function rowsPoint(rows: readonly ReturnQuestion[]): OpenPoint[] {
  const count = countOfQuestions(rows);
  const ids = [...new Set(rows.map(({ import_id, connection_id }) => import_id ?? connection_id))];
  const message = `${count} of imported files or connected shops are not in the ledger, to be looked at: ${ids.join(", ")}`;
  return count > 0 ? [{ code: "open_import_rows", count, message }] : [];
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
export function readinessOf(computed: ComputedReturn): Readiness {
  const { scheme, period } = computed;
  if (isFiledElsewhere(computed.input)) {
    const detail = `The return of ${period.key} was filed elsewhere; what comes to it now is declared in the next open return.`;
    return { status: "ready", detail };
  }
  if (hasNothing(computed)) {
    return readinessOfNothing(computed, `No ${scheme.supply_noun} is recorded for ${period.key}`);
  }
  const counts = countsIn(computed);
  const open = openPoints(computed);
  if (open.length > 0) {
    const list = open.map(({ code, count }) => `${code} ${count}`).join(", ");
    const detail = `${counts}; to be resolved before filing: ${list}.`;
    return { status: "review_required", detail };
  }
  if (computed.included_source_event_count === 0 && !corrects(computed)) {
    const detail = `${counts}; check that all of them belong elsewhere.`;
    return { status: "review_required", detail };
  }
  const left = computed.excluded_source_event_count;
  const outside = `${left} ${left === 1 ? "does" : "do"} not belong in it`;
  const detail = left === 0 ? `${counts}.` : `${counts}; ${outside}.`;
  return { status: "ready", detail };
}

function readinessOfNothing(computed: ComputedReturn, nothing: string): Readiness {
  const others = (computed.unregistered ?? []).map(
    (supplies) => `${supplies.scheme_type} ${supplies.period_key}: ${supplies.event_count}`,
  );
  const rows = countOfQuestions(
    (computed.open_import_rows ?? []).map(questionOfRows).filter(blocksFiling),
  );
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
export function countsIn(computed: ComputedReturn): string {
  const late = computed.status === "covered" ? computed.report.late_changes : [];
  if (computed.total_source_event_count === 0 && late.length > 0) {
    const periods = [...new Set(late.map(({ original_period }) => original_period))].join(", ");
    return `No ${computed.scheme.supply_noun} is recorded for ${computed.period.key}; the return declares late changes of ${periods}`;
  }
  return `${computed.included_source_event_count} of ${computed.total_source_event_count} source events are in the return`;
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

export function filingStateOf(computed: ComputedReturn): FilingState {
  const { status, detail } = readinessOf(computed);
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
export function requireReturn(computed: ComputedReturn): Covered {
  if (computed.status === "covered") return computed;
  throw errorOf(computed.scheme, computed.period, computed);
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
 * Rejects a return with any open question. Rows without a day may be of any period: they keep no return from being ready,
 * but nobody has looked at one that is locked among many.
 * @throws DomainError `return_not_ready` with each open question
 */
export function rejectOpen(computed: ComputedReturn): void {
  const open = openQuestions(computed);
  if (open.length === 0) return;
  const details = open.map(({ code, count, message }) => ({
    field: code,
    message: `${count}: ${message}`,
  }));
  const list = details.map(({ message }) => message).join("; ");
  const message = `questions of the return are open: ${list}. Answer them, or lock it in the account of the client`;
  throw new DomainError("return_not_ready", message, details);
}

/**
 * Rejects a return that cannot be filed yet. The filer may confirm that all of its events belong elsewhere.
 * @throws DomainError `return_not_ready` with every open point of the return
 */
export function rejectUnready(computed: ComputedReturn, confirmed?: typeof NOTHING_INCLUDED): void {
  const { status, detail } = readinessOf(computed);
  if (status !== "review_required") return;
  const details = openPoints(computed).map(({ code, message }) => ({ field: code, message }));
  if (details.length === 0) {
    if (confirmed === NOTHING_INCLUDED) return;
    const message =
      "all events are left out; when they belong elsewhere, send confirm=nothing_included";
    details.push({ field: NOTHING_INCLUDED, message });
  }
  throw new DomainError("return_not_ready", detail, details);
}

import type { Period } from "../../core/calendar/period.ts";
import { DomainError } from "../../core/errors/errors.ts";
import type { Scheme } from "../../vat/schemes/scheme.ts";
import { COVERING } from "../../vat/seller/in-force.ts";
import type { Registration } from "../../vat/seller/registration.ts";
import type { ComputedReturn, Covered } from "./compute.ts";
import type { Coverage, Uncovered } from "./coverage.ts";
import { openPoints, readinessOf } from "./status.ts";

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

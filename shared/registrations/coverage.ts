import type { IsoDate } from "../calendar/iso-date.ts";
import { DomainError } from "../refusals/errors.ts";
import type { Registration } from "./registration.ts";
import { overlap } from "./windows.ts";

/** What coverage needs to know of a quarter; both days included. */
type Days = { readonly key: string; readonly firstDay: IsoDate; readonly lastDay: IsoDate };

/** The states in which a registration can make a return. */
export const COVERING = new Set<Registration["status"]>(["active", "ended"]);

/**
 * The Union scheme registration that a quarter's return is made under.
 * @throws DomainError `registration_required` when no active or ended registration shares a day with
 * the quarter, `registration_conflict` when several do: each identification state wants a return
 * of its own then, and the rows must be ended or excluded until one is left.
 */
export function unionRegistrationFor(
  registrations: readonly Registration[],
  { key, firstDay, lastDay }: Days,
): Registration {
  const quarter = { effective_from: firstDay, effective_to: lastDay };
  const rows = registrations.filter(
    (row) => row.scheme_type === "union_oss" && overlap(row, quarter),
  );
  const covering = rows.filter((row) => COVERING.has(row.status));
  const [only, ...more] = covering;
  if (!only) throw noneFor(key, rows);
  if (more.length > 0) {
    const ids = covering.map(({ id }) => id).join(", ");
    const message = `more than one union_oss registration covers ${key}: ${ids}; end or exclude all but one`;
    throw new DomainError("registration_conflict", message);
  }
  return only;
}

function noneFor(key: string, seen: readonly Registration[]): DomainError {
  const rows = seen.map(({ id, status }) => `${id} is ${status}`).join(", ");
  const message = `no active or ended union_oss registration covers ${key}`;
  return new DomainError(
    "registration_required",
    rows ? `${message}: registration ${rows}` : message,
  );
}

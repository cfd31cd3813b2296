import { overlap } from "../../vat/seller/in-force.ts";
import type { Registration, SchemeType } from "../../vat/seller/registration.ts";

/**
 * Registrations of a scheme that share days with an active one, by id. No request can make any, but
 * rows that were loaded from elsewhere may hold stale duplicates. An ended or excluded duplicate is
 * settled.
 */
export function unresolvedOverlaps(
  registrations: readonly Registration[],
  scheme: SchemeType,
): number[] {
  const open = registrations.filter(
    (row) => row.scheme_type === scheme && (row.status === "active" || row.status === "pending"),
  );
  return open
    .filter((row) =>
      open.some(
        (other) =>
          other !== row &&
          overlap(row, other) &&
          (row.status === "active" || other.status === "active"),
      ),
    )
    .map(({ id }) => id)
    .sort((a, b) => a - b);
}

import type { Period } from "../../core/calendar/dates.ts";
import type { Currency } from "../../core/money/money.ts";
import { filingCurrencyOn } from "../../vat/reference-data/member-states.ts";
import type { Scheme } from "../../vat/schemes/scheme.ts";
import { inForce, overlap } from "../../vat/seller/in-force.ts";
import type { Registration } from "../../vat/seller/registration.ts";

/** The registration under which a period's return is filed, or the reason why there is none. */
export type Coverage =
  | { readonly status: "covered"; readonly registration: Registration }
  | Uncovered;

export type Uncovered = {
  readonly status: "registration_required" | "registration_conflict";
  /** The scheme's registrations that share a day with the period, in any status. */
  readonly seen: readonly Registration[];
  /** The id of the requested registration. */
  readonly asked?: number;
};

/**
 * Returns the current coverage of a period whose return was made under the registration with that id. A registration
 * that replaces an excluded one makes the same return.
 */
export function coverageToday(
  scheme: Scheme,
  registrations: readonly Registration[],
  period: Pick<Period, "firstDay" | "lastDay">,
  registration_id: number,
): Coverage {
  const own = coverageOf(scheme, registrations, period, registration_id);
  return own.status === "covered" ? own : coverageOf(scheme, registrations, period);
}

/**
 * Returns the one active or ended registration of the scheme that shares a day with the period, or the requested one.
 * If two follow each other, each Member State of identification requires its own return (Annex III note d of
 * Implementing Regulation (EU) 2020/194).
 */
export function coverageOf(
  scheme: Scheme,
  registrations: readonly Registration[],
  { firstDay, lastDay }: Pick<Period, "firstDay" | "lastDay">,
  registration_id?: number,
): Coverage {
  const activeRegistrations = inForce(registrations, scheme.id, firstDay, lastDay);
  const asked = activeRegistrations.filter(
    ({ id }) => registration_id === undefined || id === registration_id,
  );
  const [registration, ...more] = asked;
  if (registration && more.length === 0) return { status: "covered", registration };
  const window = { effective_from: firstDay, effective_to: lastDay };
  const seen = registrations.filter((row) => row.scheme_type === scheme.id && overlap(row, window));
  const status = registration ? "registration_conflict" : "registration_required";
  return { status, seen, ...(registration_id === undefined ? {} : { asked: registration_id }) };
}

/** Returns the currency of the period's return; undefined if no registration makes it, or several do. */
export const returnCurrencyOf = ({
  coverage,
  period,
}: {
  readonly coverage: Coverage;
  readonly period: Period;
}): Currency | undefined =>
  coverage.status === "covered"
    ? filingCurrencyOn(coverage.registration.member_state_identification, period.lastDay)
    : undefined;

import type {
  LockedPeriod,
  SchemeSlug,
  TaxRegistration,
} from "../../../../client/src/eu-vat-client.ts";
import type { IsoDate } from "../../../../shared/calendar/iso-date.ts";
import {
  type Period,
  type PeriodKind,
  periodBefore,
  periodOn,
} from "../../../../shared/calendar/period.ts";
import type { OverviewFacts } from "./load-overview.ts";

/** A return that is due, or will be. */
export type DueReturn = {
  readonly scheme: SchemeSlug;
  readonly period: string;
  readonly due: IsoDate;
  /** `running`: its period has not ended. */
  readonly state: "running" | "open" | "locked" | "filed";
  readonly isOverdue: boolean;
  /** Of the Union scheme and the import scheme: whether it can be filed as it stands. */
  readonly readiness: string | undefined;
};

/** How far back a return that nobody has filed is still shown. */
const SHOWN: Readonly<Record<PeriodKind, number>> = { quarter: 3, month: 4 };

const SLUGS = {
  union_oss: "union-oss",
  non_union_oss: "non-union-oss",
  ioss: "ioss",
} as const satisfies Record<TaxRegistration["scheme_type"], SchemeSlug>;

/** The returns of the last periods of every scheme that the account is registered for, by due day. */
export function dueReturns(facts: OverviewFacts): DueReturn[] {
  const standing = facts.registrations.filter(({ status }) => status !== "excluded");
  const schemes = new Set(standing.map(({ scheme_type }) => scheme_type));
  return [...schemes]
    .flatMap((scheme_type) => {
      const own = standing.filter((one) => one.scheme_type === scheme_type);
      return lastPeriods(scheme_type === "ioss" ? "month" : "quarter", facts.today)
        .filter((period) => own.some((one) => covers(one, period)))
        .map((period) => dueReturn(facts, SLUGS[scheme_type], period));
    })
    .sort((a, b) => (a.due < b.due ? -1 : 1));
}

function lastPeriods(kind: PeriodKind, today: IsoDate): Period[] {
  const found = [periodOn(kind, today)];
  while (found.length < SHOWN[kind]) found.push(periodBefore(found.at(-1) as Period));
  return found;
}

const covers = ({ effective_from, effective_to }: TaxRegistration, period: Period): boolean =>
  effective_from <= period.lastDay && (effective_to ?? "9999-12-31") >= period.firstDay;

function dueReturn(facts: OverviewFacts, scheme: SchemeSlug, period: Period): DueReturn {
  const locked = facts.locked[scheme].find(({ period_key }) => period_key === period.key);
  const state = stateOf(locked, period, facts.today);
  return {
    scheme,
    period: period.key,
    due: period.filingDueDate,
    state,
    isOverdue: state !== "filed" && facts.today > period.filingDueDate,
    readiness: readinessOf(facts, scheme, period.key),
  };
}

function stateOf(
  locked: LockedPeriod | undefined,
  { lastDay }: Period,
  today: IsoDate,
): DueReturn["state"] {
  if (locked) return locked.status;
  return today > lastDay ? "open" : "running";
}

function readinessOf({ quarters }: OverviewFacts, scheme: SchemeSlug, period: string) {
  if (scheme === "union-oss") {
    return quarters.find(({ period_key }) => period_key === period)?.union_oss.status;
  }
  return quarters
    .flatMap(({ ioss }) => (scheme === "ioss" ? ioss.months : []))
    .find(({ period_key }) => period_key === period)?.status;
}

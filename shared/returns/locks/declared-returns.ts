import {
  type IsoDate,
  type Period,
  periodAfter,
  periodBefore,
  periodNamed,
  periodsBack,
} from "../../core/calendar/dates.ts";
import type { PeriodKey } from "../../core/ids.ts";
import type { DirectReason } from "../../ledger/events/declared-in.ts";
import { returnPartition } from "../../ledger/sums/sum.ts";
import type { PeriodRates } from "../../vat/exchange-rates/period-rates.ts";
import { isCorrectable } from "../../vat/schemes/common-exclusions.ts";
import type { Scheme } from "../../vat/schemes/scheme.ts";
import {
  COVERING,
  daysInForce,
  inForce,
  isOfSpell,
  overlap,
  type RegistrationSpell,
  spellOf,
} from "../../vat/seller/in-force.ts";
import type { Registration } from "../../vat/seller/registration.ts";
import type { ReturnRules } from "../compute/assign-sums.ts";
import type { ComputedReturn } from "../compute/compute.ts";
import { returnCurrencyOf } from "../compute/coverage.ts";
import { type ChangedReturn, changedReturn, lateChanges } from "../compute/late-changes.ts";
import type { LateChange, UsedRate } from "../schema.ts";
import type {
  LockedPeriod,
  LockMarker,
  MarkersOfPeriod,
  OpeningMarker,
  PeriodMarkers,
} from "./locked-period.ts";

/** A declared return: locked here, or filed elsewhere with sales that are not in the ledger. */
export type DeclaredReturn = LockMarker & { readonly filed_elsewhere: boolean };

/** The late changes of a return: frozen in its own lock, or still to be declared. */
type LockedRun =
  | { readonly frozen: readonly LateChange[] }
  | {
      /** All declared returns of the run. */
      readonly returns: readonly DeclaredReturn[];
      readonly changed: readonly DeclaredReturn[];
      readonly declared: readonly LateChange[];
    };

type Report = Pick<ReturnRules, "scheme" | "period" | "coverage" | "registrations">;

/**
 * Returns the declared returns whose changes the period's return declares. These are the periods directly before it, as
 * far back as each is declared, in the same spell of registrations, and within three years of their due day (Art. 61(2),
 * 61a CIR 282/2011). A change is in the earliest open return after its period.
 */
export function lockedRun(report: Report, markers: PeriodMarkers): LockedRun {
  const { scheme, coverage, registrations } = report;
  if (coverage.status !== "covered") return { frozen: [] };
  const spell = spellOf(registrations, coverage.registration);
  const own = ownReturn(report, coverage.registration, markers);
  if (own) return { frozen: own.late_changes };
  const currency = returnCurrencyOf(report);
  const ours = declaredBefore(report, markers).filter(
    ({ declared }) =>
      isReturnOfSpell(declared, registrations, spell) && declared.return_currency === currency,
  );
  return {
    returns: ours.map(({ declared }) => declared),
    changed: ours
      .filter(({ declared, changes }) => mayDiffer(scheme, registrations, declared, changes))
      .map(({ declared }) => declared),
    declared: ours.flatMap(({ declared }) => declared.late_changes),
  };
}

/** True if a declared return was made under a registration of the spell, which may have been replaced since. */
function isReturnOfSpell(
  declared: DeclaredReturn,
  registrations: readonly Registration[],
  spell: RegistrationSpell,
): boolean {
  if (declared.member_state_identification !== spell.member_state_identification) return false;
  const registration = registrations.find(({ id }) => id === declared.registration_id);
  if (registration && COVERING.has(registration.status)) return isOfSpell(registration, spell);
  const { firstDay, lastDay } = periodNamed(declared.period_key) as Period;
  return overlap(spell, { effective_from: firstDay, effective_to: lastDay });
}

const markedOf = (markers: PeriodMarkers, scheme: Scheme, { key }: Period): MarkersOfPeriod =>
  markers.get(returnPartition(scheme, key)) ?? NO_MARKERS;

/** Returns the current return if it is declared already, possibly under a registration that was since replaced. */
export function ownReturn(
  { scheme, period, registrations }: Omit<Report, "coverage">,
  { id, member_state_identification }: Registration,
  markers: PeriodMarkers,
): DeclaredReturn | undefined {
  const declared = declaredReturnsOf(markedOf(markers, scheme, period));
  const activeRegistrations = inForce(registrations, scheme.id, period.firstDay, period.lastDay);
  return (
    declared.find((declared) => declared.registration_id === id) ??
    declared.find(
      (declared) =>
        declared.member_state_identification === member_state_identification &&
        !activeRegistrations.some((row) => row.id === declared.registration_id),
    )
  );
}

/** Goes back from a period to the first with a return that is not declared; some periods have no return. */
function declaredBefore({ scheme, period, registrations }: Report, markers: PeriodMarkers) {
  const run: { readonly declared: DeclaredReturn; readonly changes: number }[] = [];
  for (
    let earlier = periodBefore(period);
    isCorrectable(earlier, period);
    earlier = periodBefore(earlier)
  ) {
    const marked = markedOf(markers, scheme, earlier);
    const declared = declaredReturnsOf(marked);
    const hasReturn =
      inForce(registrations, scheme.id, earlier.firstDay, earlier.lastDay).length > 0;
    if (declared.length === 0 && hasReturn) break;
    run.push(...declared.map((declared) => ({ declared, changes: marked.changes })));
  }
  return run;
}

export const mayDiffer = (
  scheme: Scheme,
  registrations: readonly Registration[],
  declared: DeclaredReturn,
  changes: number,
): boolean => declared.lacks_rates || hasMoved(scheme, registrations, declared, changes);

/** True if the sums or registration days of a declared return have changed since it was locked. */
const hasMoved = (
  { id }: Scheme,
  registrations: readonly Registration[],
  { period_key, changes_seen, days_in_force, filed_elsewhere }: DeclaredReturn,
  changes: number,
): boolean => {
  if (changes > changes_seen || filed_elsewhere) return changes > changes_seen;
  const { lastDay } = periodNamed(period_key) as Period;
  return daysInForce(registrations, id, lastDay) !== days_in_force;
};

const NO_MARKERS: MarkersOfPeriod = { changes: 0, locks: [], openings: [] };

/** Returns the declared returns of a period. An opening has seen no change: any event in its period is one. */
const declaredReturnsOf = ({ locks, openings }: MarkersOfPeriod): DeclaredReturn[] => [
  ...locks.map((lock) => ({ ...lock, filed_elsewhere: false })),
  ...openings.map(filedElsewhere),
];

export const filedElsewhere = (opening: OpeningMarker): DeclaredReturn => ({
  ...opening,
  changes_seen: 0,
  days_in_force: "",
  lacks_rates: false,
  late_changes: [],
  locked_at: null,
  submitted_on: null,
  filed_elsewhere: true,
});

/** A return that is not declared yet. */
export type OpenReport = Report & {
  readonly coverage: { readonly status: "covered"; readonly registration: Registration };
};

/** The declared returns of a scheme, and those with changes that no open return declares. */
export type BeyondReturns = {
  readonly declared: readonly { readonly one: DeclaredReturn; readonly mayDiffer: boolean }[];
  readonly open: readonly OpenReport[];
  readonly beyond: readonly { readonly one: DeclaredReturn; readonly reason: DirectReason }[];
};

/**
 * Finds the changed returns that no open return corrects any more: their correction goes directly to the Member State of
 * consumption (Art. 61(2), 61a CIR 282/2011).
 */
export function changedBeyondReturns(
  { scheme, registrations }: Pick<Report, "scheme" | "registrations">,
  markers: PeriodMarkers,
  today: IsoDate,
): BeyondReturns {
  const declared = [...markers.values()].flatMap((marked) =>
    declaredReturnsOf(marked).map((declared) => ({
      one: declared,
      mayDiffer: mayDiffer(scheme, registrations, declared, marked.changes),
    })),
  );
  const changed = declared.filter((row) => row.mayDiffer).map(({ one }) => one);
  if (changed.length === 0) return { declared, open: [], beyond: [] };
  const open = openReports({ scheme, registrations }, markers, today);
  const taken = new Set(open.flatMap((report) => returnsIn(lockedRun(report, markers))));
  const beyond = changed
    .filter((declared) => !taken.has(nameOf(declared)))
    .map((declared) => ({ one: declared, reason: directReason(declared, open) }));
  return { declared, open, beyond };
}

/** Returns the open return that declares the changes of a declared one, or the reason why none does. */
export function openReturnOf(
  declared: DeclaredReturn,
  context: Pick<Report, "scheme" | "registrations">,
  markers: PeriodMarkers,
  today: IsoDate,
): OpenReport | DirectReason {
  const open = openReports(context, markers, today);
  return (
    open.find((report) => returnsIn(lockedRun(report, markers)).includes(nameOf(declared))) ??
    directReason(declared, open)
  );
}

/** Returns the locked returns that declared the changes of a declared one when they were locked, the oldest lock first. */
export function laterReturnsOf(
  declared: DeclaredReturn,
  { scheme, registrations }: Pick<Report, "scheme" | "registrations">,
  markers: PeriodMarkers,
): DeclaredReturn[] {
  const later = [...markers.values()]
    .flatMap(declaredReturnsOf)
    .filter(
      ({ locked_at, period_key }) =>
        locked_at !== null &&
        locked_at > (declared.locked_at ?? "") &&
        period_key > declared.period_key,
    );
  return later
    .filter(({ period_key, registration_id, locked_at }) => {
      const registration = registrations.find(({ id }) => id === registration_id);
      if (!registration) return false;
      const coverage = { status: "covered", registration } as const;
      const period = periodNamed(period_key) as Period;
      const report = { scheme, registrations, period, coverage };
      const run = lockedRun(report, markersBefore(markers, locked_at as string));
      return returnsIn(run).includes(nameOf(declared));
    })
    .sort((a, b) => ((a.locked_at as string) < (b.locked_at as string) ? -1 : 1));
}

/** Returns the markers of the locks before an instant, and those whose instant is not known. */
const markersBefore = (markers: PeriodMarkers, instant: string): PeriodMarkers =>
  new Map(
    [...markers].map(([partition, marked]) => [
      partition,
      { ...marked, locks: marked.locks.filter(({ locked_at }) => (locked_at ?? "") < instant) },
    ]),
  );

const nameOf = (declared: DeclaredReturn): string =>
  `${declared.period_key} ${declared.registration_id}`;

const returnsIn = (run: LockedRun): string[] => ("returns" in run ? run.returns.map(nameOf) : []);

/** Returns the open returns since the first declared one, the running period included. */
function openReports(
  { scheme, registrations }: Pick<Report, "scheme" | "registrations">,
  markers: PeriodMarkers,
  today: IsoDate,
): OpenReport[] {
  const [first] = [...markers.values()]
    .flatMap(declaredReturnsOf)
    .map(({ period_key }) => (periodNamed(period_key) as Period).firstDay)
    .sort();
  if (first === undefined) return [];
  return periodsBack(scheme.period_kind, today, first).flatMap((period) => {
    const report = { scheme, period, registrations };
    return inForce(registrations, scheme.id, period.firstDay, period.lastDay)
      .filter((registration) => !ownReturn(report, registration, markers))
      .map(
        (registration): OpenReport => ({
          ...report,
          coverage: { status: "covered", registration },
        }),
      );
  });
}

function directReason(declared: DeclaredReturn, open: readonly OpenReport[]): DirectReason {
  const later = open.find(
    ({ period, registrations, coverage }) =>
      period.firstDay > (periodNamed(declared.period_key) as Period).firstDay &&
      isReturnOfSpell(declared, registrations, spellOf(registrations, coverage.registration)),
  );
  if (!later) return "former_registration";
  return returnCurrencyOf(later) === declared.return_currency
    ? "after_three_years"
    : "former_currency";
}

/** A declared period whose return may have changed. */
export type ChangedPeriod = { readonly scheme_type: Scheme["id"]; readonly period_key: PeriodKey };

/** Returns the declared periods of a scheme that have changed since, in calendar order. */
export const changedPeriods = (
  scheme: Scheme,
  registrations: readonly Registration[],
  markers: PeriodMarkers,
): ChangedPeriod[] =>
  [...markers.values()]
    .map((marked) => ({ changes: marked.changes, declared: declaredReturnsOf(marked) }))
    .filter(({ changes, declared }) =>
      declared.some((declared) => hasMoved(scheme, registrations, declared, changes)),
    )
    .flatMap(({ declared: [first] }) =>
      first ? [{ scheme_type: scheme.id, period_key: first.period_key }] : [],
    )
    .sort((a, b) => (a.period_key < b.period_key ? -1 : 1));

/**
 * Returns the rates that corrections of a period convert with. These are the recorded rates of its locked return,
 * because a correction repairs an amount declared then (see docs/decisions/0013). A currency without a recorded rate,
 * because its rate was not known at the time, uses the published one.
 */
export function withRecordedRates(
  published: PeriodRates,
  recorded: readonly UsedRate[],
): PeriodRates {
  const quotes = new Map(published.quotes);
  for (const { currency, rate, date, period } of recorded) {
    if (period === published.period) quotes.set(currency, { rate, date });
  }
  return { ...published, quotes };
}

type DeclaringContext = {
  readonly scheme: Scheme;
  readonly registrations: readonly Registration[];
  readonly markers: PeriodMarkers;
};

/**
 * Returns the periods of the returns that declare the changes of a locked return, in calendar order: locked returns that
 * have declared some, then the earliest open return if some are left. Undefined if nothing has to be declared; empty if
 * no return declares it. `today` is the current return at the rates of the lock.
 */
export function declaredIn(
  context: DeclaringContext,
  lock: LockedPeriod,
  today: ComputedReturn,
): PeriodKey[] | undefined {
  const changed = changedReturn(lock, today);
  if (!changed) return [];
  if (lateChanges([changed], []).length === 0) return undefined;
  return laterPeriods(periodNamed(lock.period_key) as Period)
    .filter((period) => declares(context, lock, changed, period))
    .map(({ key }) => key);
}

/** Returns the periods after `period` whose returns may correct it. */
function laterPeriods(period: Period): Period[] {
  const later: Period[] = [];
  for (
    let earlier = periodAfter(period);
    isCorrectable(period, earlier);
    earlier = periodAfter(earlier)
  ) {
    later.push(earlier);
  }
  return later;
}

/** True if a return of the period declares some of the changes. */
function declares(
  { scheme, registrations, markers }: DeclaringContext,
  lock: LockedPeriod,
  changed: ChangedReturn,
  period: Period,
): boolean {
  const isOfChanges = (change: LateChange) => lateChanges([changed], []).some(isOfKey(change));
  return inForce(registrations, scheme.id, period.firstDay, period.lastDay)
    .filter((row) => row.member_state_identification === lock.member_state_identification)
    .some((registration) => {
      const coverage = { status: "covered", registration } as const;
      const run = lockedRun({ scheme, period, registrations, coverage }, markers);
      if ("frozen" in run) return run.frozen.some(isOfChanges);
      const isOfRun = run.changed.some(
        (declared) =>
          declared.period_key === lock.period_key &&
          declared.registration_id === lock.registration_id,
      );
      return isOfRun && lateChanges([changed], run.declared, period).some(isOfChanges);
    });
}

const isOfKey =
  (change: LateChange) =>
  (other: LateChange): boolean =>
    change.original_period === other.original_period &&
    change.member_state_of_consumption === other.member_state_of_consumption;

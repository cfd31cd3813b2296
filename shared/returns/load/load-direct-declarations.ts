import {
  type IsoDate,
  type Period,
  periodNamed,
  periodOn,
  plusDays,
  plusYears,
} from "../../core/calendar/dates.ts";
import type { LedgerId } from "../../core/ids.ts";
import type { Currency } from "../../core/money/money.ts";
import { loadSums } from "../../ledger/sums/store-sums.ts";
import { directPartition, type RunningSum } from "../../ledger/sums/sum.ts";
import { type PeriodRates, quoteFor } from "../../vat/exchange-rates/period-rates.ts";
import { CORRECTION_YEARS, isCorrectable } from "../../vat/schemes/common-exclusions.ts";
import type { Scheme } from "../../vat/schemes/scheme.ts";
import type { Registration } from "../../vat/seller/registration.ts";
import { computeReturn, correctionRows } from "../compute/compute.ts";
import {
  type ChangedReturn,
  type DirectDeclaration,
  directDeclarations,
} from "../compute/late-changes.ts";
import {
  type BeyondReturns,
  changedBeyondReturns,
  type DeclaredReturn,
  type OpenReport,
} from "../locks/declared-returns.ts";
import { type DirectCorrection, directCorrections } from "../locks/direct-corrections.ts";
import { openingsIn, type PeriodMarkers } from "../locks/locked-period.ts";
import { loadMarkers } from "../locks/store-locks.ts";
import type { CorrectionRow } from "../schema.ts";
import { correctedRates, loadChanged, loadReturn } from "./load-return.ts";

/** Loads the changes of declared returns of the schemes that no return declares any more. */
export async function loadDirectDeclarations(
  ledger: LedgerId,
  schemes: readonly Scheme[],
  registrations: readonly Registration[],
  today: IsoDate,
): Promise<DirectDeclaration[]> {
  const sums = await loadDirectSums(ledger, registrations, today);
  const ofSchemes = await Promise.all(
    schemes.map(async (scheme) => {
      const markers = await loadMarkers(ledger, scheme.partitionPrefix);
      const found = changedBeyondReturns({ scheme, registrations }, markers, today);
      const context = { scheme, registrations, markers };
      const differing = Map.groupBy(differingIn(found, context), groupOf);
      const tooLate = Map.groupBy(directCorrections(sums, context), groupOf);
      const names = [...new Set([...differing.keys(), ...tooLate.keys()])];
      const loaded = await Promise.all(
        names.map((name) => {
          const corrections = tooLate.get(name) ?? [];
          const group = { ...found, name, corrections, isChanged: differing.has(name) };
          return loadGroup(ledger, context, group);
        }),
      );
      return loaded.flat();
    }),
  );
  return ofSchemes.flat();
}

/**
 * Returns the declared returns of whose changes no return may declare some: those that no open return takes, and others
 * where an open return may not correct all that they have corrected.
 */
function differingIn(
  { declared, open, beyond }: BeyondReturns,
  { scheme, registrations }: Declarations,
): DeclaredReturn[] {
  const first = firstDayOf(registrations);
  const oldest = first && periodOn(scheme.period_kind, first);
  return oldest && open.some(({ period }) => !isCorrectable(oldest, period))
    ? declared.filter(({ mayDiffer }) => mayDiffer).map(({ one }) => one)
    : beyond.map(({ one }) => one);
}

const firstDayOf = (registrations: readonly Registration[]): IsoDate | undefined =>
  registrations.map(({ effective_from }) => effective_from).sort()[0];

/** Loads the corrections that came after three years, of all days on which they may be. */
async function loadDirectSums(
  ledger: LedgerId,
  registrations: readonly Registration[],
  today: IsoDate,
): Promise<RunningSum[]> {
  const first = firstDayOf(registrations);
  if (first === undefined) return [];
  const from = yearOf(plusYears(first, CORRECTION_YEARS));
  // An event may be dated a day ahead.
  const count = Math.max(0, yearOf(plusDays(today, 1)) - from + 1);
  const years = Array.from({ length: count }, (_, n) => directPartition(String(from + n)));
  return (await Promise.all(years.map((year) => loadSums(ledger, year)))).flat();
}

const yearOf = (day: IsoDate): number => Number(day.slice(0, 4));

type Declarer = Pick<DeclaredReturn, "member_state_identification" | "return_currency">;

const groupOf = ({ member_state_identification, return_currency }: Declarer): string =>
  `${member_state_identification} ${return_currency}`;

type Declarations = {
  readonly scheme: Scheme;
  readonly registrations: readonly Registration[];
  readonly markers: PeriodMarkers;
};

type FoundGroup = BeyondReturns & {
  readonly name: string;
  readonly corrections: readonly DirectCorrection[];
  /** True if no return may declare some of the changes of the group. */
  readonly isChanged: boolean;
};

async function loadGroup(
  ledger: LedgerId,
  context: Declarations,
  group: FoundGroup,
): Promise<DirectDeclaration[]> {
  const { name, corrections, isChanged } = group;
  const beyond = group.beyond.filter(({ one }) => groupOf(one) === name);
  const [member_state_identification, return_currency] = name.split(" ") as [string, Currency];
  const { changed, declared } = isChanged
    ? await loadGroupChanges(ledger, context, group)
    : NO_CHANGES;
  const rows = await loadCorrectionRows(ledger, context.scheme, corrections, return_currency);
  return directDeclarations({
    scheme_type: context.scheme.id,
    member_state_identification,
    return_currency,
    reasons: new Map([
      ...beyond.map(({ one, reason }) => [one.period_key, reason] as const),
      ...rows.map(({ original_period }) => [original_period, "after_three_years"] as const),
    ]),
    changed: [...changed, ...asChanges(rows)],
    declared,
  });
}

const NO_CHANGES = { changed: [], declared: [] };

/** Returns corrections as what a return would declare that has declared nothing. */
function asChanges(corrections: readonly CorrectionRow[]): ChangedReturn[] {
  const [first] = corrections;
  if (!first) return [];
  const frozen = { period_key: first.original_period, rows: [], corrections: [], late_changes: [] };
  return [{ frozen, today: { ...frozen, corrections: [...corrections] } }];
}

/** Returns the changes of the declared returns of a group, and what of them returns have declared or declare. */
async function loadGroupChanges(
  ledger: LedgerId,
  { scheme, registrations, markers }: Declarations,
  { name, declared, open }: FoundGroup,
) {
  const context = { scheme, registrations, openings: openingsIn(markers) };
  const ours = declared.filter(({ one }) => groupOf(one) === name);
  const changed = await Promise.all(
    ours.filter(({ mayDiffer }) => mayDiffer).map(({ one }) => loadChanged(ledger, context, one)),
  );
  const late = await Promise.all(
    open
      .filter(({ coverage }) => name.startsWith(coverage.registration.member_state_identification))
      .map((report) => loadLateIn(ledger, report, { name, markers })),
  );
  return {
    changed: changed.filter((change) => change !== undefined),
    declared: [...ours.flatMap(({ one }) => one.late_changes), ...late.flat()],
  };
}

/** Converts the corrections at the rates that their periods were declared with; those without a rate are left out. */
async function loadCorrectionRows(
  ledger: LedgerId,
  scheme: Scheme,
  corrections: readonly DirectCorrection[],
  currency: Currency,
): Promise<CorrectionRow[]> {
  const keys = [...new Set(corrections.map(({ original_period }) => original_period))];
  const rates = await Promise.all(
    keys.map((key) => correctedRates(ledger, scheme, periodNamed(key) as Period)),
  );
  const byPeriod = new Map(rates.map((rate) => [rate.period, rate]));
  const isKnown = (one: DirectCorrection) => {
    const ofPeriod = byPeriod.get(one.original_period) as PeriodRates;
    return (
      one.currency === currency ||
      [one.currency, currency].every((code) => quoteFor(ofPeriod, code))
    );
  };
  return correctionRows(corrections.filter(isKnown), byPeriod, currency);
}

/** Returns the late changes that an open return of the group declares. */
async function loadLateIn(
  ledger: LedgerId,
  { scheme, period, registrations, coverage }: OpenReport,
  { name, markers }: { readonly name: string; readonly markers: PeriodMarkers },
) {
  const known = { registrations, coverage, markers };
  const computed = computeReturn((await loadReturn(ledger, { scheme, period }, known)).input);
  return computed.status === "covered" && groupOf(computed.report) === name
    ? computed.report.late_changes
    : [];
}

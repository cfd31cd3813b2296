import { type IsoDate, type Period, periodNamed, periodOn } from "../../core/calendar/dates.ts";
import type { PeriodKey } from "../../core/ids.ts";
import type { Currency } from "../../core/money/money.ts";
import {
  parseReturnKey,
  type ReturnKey,
  type RunningSum,
  type SumCorrection,
  type SumLine,
} from "../../ledger/sums/sum.ts";
import { SALE_OUTSIDE } from "../../ledger/sums/sums-of-event.ts";
import { type PeriodRates, quoteFor } from "../../vat/exchange-rates/period-rates.ts";
import { isInTime } from "../../vat/schemes/common-exclusions.ts";
import { correctionDayIn, segmentStart } from "../../vat/schemes/registration-segments.ts";
import type { Scheme } from "../../vat/schemes/scheme.ts";
import {
  AFTER_THREE_YEARS,
  type Exclusion,
  exclusion,
  outsideScheme,
  type WarningCode,
} from "../../vat/schemes/warnings.ts";
import {
  inForce,
  isInForceOn,
  isOfSpell,
  overlap,
  type RegistrationSpell,
  spellOf,
} from "../../vat/seller/in-force.ts";
import type { Registration } from "../../vat/seller/registration.ts";
import { type Coverage, returnCurrencyOf } from "./coverage.ts";

/** The part of an externally filed return that corrections need. */
type FiledElsewhere = {
  readonly period_key: PeriodKey;
  readonly registration_id: number;
  readonly member_state_identification: string;
};

/**
 * Returns the reason why a correction that names only its period is not in this return. Either no opening of the period
 * is recorded, or the return was filed in a former Member State of identification. Such a correction goes directly to
 * the Member State of consumption (Art. 61a(1) CIR 282/2011).
 */
function openingExclusion(
  original_period: PeriodKey,
  openings: readonly FiledElsewhere[],
  { member_state_identification }: Registration,
): WarningCode | undefined {
  const filed = openings.filter(({ period_key }) => period_key === original_period);
  if (filed.length === 0) return "correction_opening_missing_excluded";
  return filed.some(
    (filedElsewhere) => filedElsewhere.member_state_identification === member_state_identification,
  )
    ? undefined
    : "correction_to_former_state_excluded";
}

/** True if the return of the period itself was filed elsewhere. */
export const isFiledElsewhere = ({
  openings,
  coverage,
  period,
}: Pick<ReturnRules, "openings" | "coverage" | "period">): boolean =>
  coverage.status === "covered" &&
  openings.some(
    ({ period_key, registration_id }) =>
      period_key === period.key && registration_id === coverage.registration.id,
  );

/** The rules and data that sort the sums of a period. */
export type ReturnRules = {
  readonly scheme: Scheme;
  readonly period: Period;
  /** All registrations of the account. */
  readonly registrations: readonly Registration[];
  readonly coverage: Coverage;
  /** Rates of the period and of every period that a correction refers to. */
  readonly rates: ReadonlyMap<string, PeriodRates>;
  /** The scheme's openings. */
  readonly openings: readonly FiledElsewhere[];
  /** The day of submission that a lock states. */
  readonly submitted_on?: IsoDate | undefined;
};

/** The rules that need no exchange rates. */
export type PlacingRules = Omit<ReturnRules, "rates">;

/** One sum of a tax period in its own currency. */
type Sum = {
  readonly key: string;
  readonly count: bigint;
  readonly taxable: bigint;
  readonly vat: bigint;
};

export type LineSum = Sum & SumLine;
export type CorrectionSum = Sum & SumCorrection;
type ExcludedSum = Sum & Exclusion;

/** The sums of the period, each in exactly one list, so that none is silently dropped. */
export type AssignedSums = {
  readonly lines: readonly LineSum[];
  readonly corrections: readonly CorrectionSum[];
  readonly excluded: readonly ExcludedSum[];
};

/**
 * Applies the rules that depend on registrations and rates, which may both be recorded after the events. Sums of
 * another registration of the period belong to its own return and are ignored.
 */
export function assignSums(sums: readonly RunningSum[], rules: ReturnRules): AssignedSums {
  const lines: LineSum[] = [];
  const corrections: CorrectionSum[] = [];
  const excluded: ExcludedSum[] = [];
  const return_currency = returnCurrencyOf(rules);
  const days = new Map<string, SegmentDays>();
  for (const { key, sum } of countedSums(sums)) {
    const segment = days.get(key.segment) ?? segmentDays(key.segment, rules);
    days.set(key.segment, segment);
    const owner = ownerOf(key, rules, segment);
    if (owner === "other") continue;
    const found = exclusionOfSum(key, rules, { owner, return_currency });
    if (found) excluded.push({ ...sum, ...found });
    else if (key.family === "line") lines.push({ ...key, ...sum });
    else if (key.family === "correction") corrections.push({ ...key, ...sum });
  }
  return { lines, corrections, excluded };
}

/** A key that places events in a return, unlike the count of a check. */
type PlacingKey = Exclude<ReturnKey, { family: "check" }>;

const countedSums = (sums: readonly RunningSum[]): { key: PlacingKey; sum: Sum }[] =>
  sums.flatMap((running) => {
    const key = parseReturnKey(running.key);
    const sum = sumOf(running);
    return key.family === "check" || sum.count === 0n ? [] : [{ key, sum }];
  });

export const sumOf = ({ key, amounts }: RunningSum): Sum => ({
  key,
  count: amounts["event_count"] ?? 0n,
  taxable: amounts["taxable_amount_minor"] ?? 0n,
  vat: amounts["vat_amount_minor"] ?? 0n,
});

/** Exclusion codes for a period without a single registration, and so without a return. */
const UNCOVERED = {
  registration_required: "registration_missing_excluded",
  registration_conflict: "registration_overlap_excluded",
} as const;

/** The parts of an exclusion that were computed before. */
type KnownParts = {
  readonly owner: Owner;
  readonly return_currency: Currency | undefined;
};

/** Returns the exclusion of a sum from the period's return. Coverage comes first, in the published order. */
export function exclusionOfSum(
  key: PlacingKey,
  rules: ReturnRules,
  { owner, return_currency }: KnownParts = {
    owner: ownerOf(key, rules),
    return_currency: returnCurrencyOf(rules),
  },
): Exclusion | undefined {
  const found = placeExclusionOf(key, rules, owner);
  if (found || key.family === "excluded") return found;
  const converted = key.family === "line" ? rules.period.key : key.original_period;
  return canConvert(key.currency, converted, rules, return_currency)
    ? undefined
    : exclusion("missing_exchange_rate_excluded");
}

/**
 * Returns the exclusion of a sum that no exchange rate decides. A declared correction that comes after three years goes
 * directly to the Member State of consumption, whichever registration declared it.
 */
export function placeExclusionOf(
  key: PlacingKey,
  rules: PlacingRules,
  owner: Owner = ownerOf(key, rules),
): Exclusion | undefined {
  const found = exclusionOfOwner(key, rules, owner);
  const isDeclared = found === undefined || found.code === NOT_OWN.former.code;
  return isDeclared && isTooLate(key, rules.period) ? AFTER_THREE_YEARS : found;
}

function exclusionOfOwner(
  key: PlacingKey,
  rules: PlacingRules,
  owner: Owner,
): Exclusion | undefined {
  const { scheme, coverage } = rules;
  if (coverage.status !== "covered") return exclusion(UNCOVERED[coverage.status]);
  if (owner === "submitted") return NOT_OWN.submitted;
  if (key.family === "excluded") {
    return knownExclusion(scheme, owner === "none" ? outsideScheme(key) : key);
  }
  if (owner !== "own") return NOT_OWN[owner];
  const { registration } = coverage;
  const isNamed = key.family === "correction" && key.named;
  const code =
    (isNamed ? openingExclusion(key.original_period, rules.openings, registration) : undefined) ??
    scheme.exclusionUnder({ from_country: "", ...key }, registration.member_state_identification);
  return code && exclusion(code);
}

/** True for a correction of a day on which no return may correct its period any more (Art. 61(2) CIR 282/2011). */
function isTooLate(key: PlacingKey, period: Period): boolean {
  if (key.family !== "correction") return false;
  const day = correctionDayIn(key.segment);
  const correcting = day ? periodOn(period.kind, day) : period;
  return !isInTime(key, correcting);
}

/** The registration of a segment's days: that of the return, another one, or none. */
type SegmentDays = "own" | "other" | "none";

function segmentDays(
  segment: string,
  { scheme, period, coverage, registrations }: PlacingRules,
): SegmentDays {
  if (coverage.status !== "covered") return "none";
  const day = segmentStart(period, segment);
  if (isInForceOn([coverage.registration], scheme.id, day)) return "own";
  return isInForceOn(registrations, scheme.id, day) ? "other" : "none";
}

/**
 * The registration whose return declares a sum. Of a correction that no return of the period declares: `undeclared` if
 * its sale lies outside all registrations, `former` if the registration of its sale has ended before the period and no
 * recount has moved it to the final return yet, `submitted` if it is dated after the submission of that return.
 */
type Owner = SegmentDays | "undeclared" | "former" | "submitted";

/** The exclusions of sums that the return does not declare. A sale that was never declared needs no correction. */
const NOT_OWN: Readonly<Record<Exclude<Owner, "own">, Exclusion>> = {
  none: exclusion("outside_registration_window_excluded"),
  other: exclusion("outside_registration_window_excluded"),
  undeclared: SALE_OUTSIDE,
  former: exclusion("correction_to_former_state_excluded"),
  submitted: exclusion("correction_to_former_state_excluded"),
};

/** True for a correction that is dated after a day, such as the submission of its final return (Art. 61a(1) CIR 282/2011). */
export function isDatedAfter(key: string, day: IsoDate | undefined): boolean {
  const parsed = parseReturnKey(key);
  const dated = parsed.family === "check" ? undefined : correctionDayIn(parsed.segment);
  return day !== undefined && dated !== undefined && dated > day;
}

/**
 * Returns the registration whose return declares a sum. A correction belongs to the registration of its sale and not to
 * that of its own day. After its end corrections are counted in its final return (shared/ledger/sums/sums-of-event.ts),
 * even if the seller has joined the scheme in the same Member State again (Art. 61a(1) CIR 282/2011).
 */
function ownerOf(key: PlacingKey, rules: PlacingRules, ofDay?: SegmentDays): Owner {
  const owner = registrationOwner(key, rules, ofDay ?? segmentDays(key.segment, rules));
  const day = correctionDayIn(key.segment);
  const { submitted_on } = rules;
  return owner === "own" && day && submitted_on && day > submitted_on ? "submitted" : owner;
}

function registrationOwner(key: PlacingKey, rules: PlacingRules, ofDay: SegmentDays): Owner {
  const { coverage, period, registrations } = rules;
  if (key.family !== "correction" || key.named || coverage.status !== "covered") return ofDay;
  const declared = registrationOfSale(key, rules);
  const spell = declared && spellOf(registrations, declared);
  if (spell && isOfSpell(coverage.registration, spell)) {
    // Two registrations of the spell may make a return of the period each: the day decides between them.
    return ofDay === "other" && isDayOfSpell(key.segment, rules, spell) ? "other" : "own";
  }
  if (ofDay === "other" || (spell && overlap(spell, periodWindow(period)))) return "other";
  return spell ? "former" : "undeclared";
}

/** True if a registration of the spell is in force on a segment's days. */
function isDayOfSpell(
  segment: string,
  { scheme, period, registrations }: PlacingRules,
  spell: RegistrationSpell,
): boolean {
  const day = segmentStart(period, segment);
  return inForce(registrations, scheme.id, day, day).some((row) => isOfSpell(row, spell));
}

const periodWindow = ({ firstDay, lastDay }: Period) => ({
  effective_from: firstDay,
  effective_to: lastDay,
});

export function registrationOfSale(
  { original_period, original_segment }: SumCorrection,
  { scheme, registrations }: Pick<PlacingRules, "scheme" | "registrations">,
): Registration | undefined {
  const original = periodNamed(original_period);
  if (!original) throw new RangeError(`no period ${original_period}`);
  const day = segmentStart(original, original_segment);
  return inForce(registrations, scheme.id, day, day)[0];
}

/** True if another registration declares a sum in its own return of the period. */
export const isOfOtherRegistration = (key: PlacingKey, rules: PlacingRules): boolean =>
  ownerOf(key, rules) === "other";

function knownExclusion({ id, warning_codes }: Scheme, { code, status }: Exclusion): Exclusion {
  if (!warning_codes.includes(code)) throw new RangeError(`no warning code of ${id}: ${code}`);
  return { code, status };
}

function canConvert(
  currency: Currency,
  period: PeriodKey,
  rules: ReturnRules,
  return_currency: Currency | undefined,
): boolean {
  if (return_currency === undefined) return false;
  if (currency === return_currency) return true;
  const rates = rules.rates.get(period);
  if (!rates) throw new RangeError(`rates of ${period} were not loaded`);
  return [currency, return_currency].every((code) => quoteFor(rates, code) !== undefined);
}

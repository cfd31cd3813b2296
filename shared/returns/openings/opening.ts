import type * as z from "zod";
import { type IsoDate, type Period, periodNamed } from "../../core/calendar/dates.ts";
import { DomainError, type Fault, rejectFaulty } from "../../core/errors/errors.ts";
import { faultIf } from "../../core/errors/field-errors.ts";
import type { AuthorId } from "../../core/ids.ts";
import type { Currency } from "../../core/money/money.ts";
import { OPENING_ITEM } from "../../platform/table/periods.ts";
import { filingCurrencyOn, memberStateOf } from "../../vat/reference-data/member-states.ts";
import type { Placed, Scheme } from "../../vat/schemes/scheme.ts";
import { declaredKinds } from "../../vat/schemes/supply-event.ts";
import type { Registration } from "../../vat/seller/registration.ts";
import { balancesOf, totalsOf } from "../compute/compute.ts";
import type { DeclaredBefore } from "../compute/late-changes.ts";
import { futureFilingFaults } from "../locks/schema.ts";
import type { Balance } from "../schema.ts";
import type { GivenRow, Opening, OpeningAnswer, OpeningRequest, OpeningRow } from "./schema.ts";

/** Returns the public view of an opening, with the totals of a return. */
export function openingView(opening: Opening): z.output<typeof OpeningAnswer> {
  const { schema_version, fingerprint, withdrawn_at, ...shown } = opening;
  const balances = openingBalances(opening);
  return {
    ...shown,
    filing_reference: shown.filing_reference ?? null,
    status: withdrawn_at === undefined ? "recorded" : "withdrawn",
    totals: totalsOf(opening.member_states, balances),
    balances,
  };
}

/** Returns the balances of an opening. Part 3 of a return has no taxable amounts. */
const openingBalances = ({ member_states, corrections }: Opening): Balance[] =>
  balancesOf(
    member_states,
    corrections.map((row) => ({ ...row, taxable_amount_minor: 0 })),
  );

/** Returns the openings that were declared in the same Member State and currency. */
export const declaredElsewhere = (
  openings: readonly Opening[],
  report: { readonly member_state_identification: string; readonly return_currency: Currency },
): DeclaredBefore[] =>
  openings
    .filter(
      (opening) =>
        opening.withdrawn_at === undefined &&
        opening.member_state_identification === report.member_state_identification &&
        opening.currency === report.return_currency,
    )
    .map((opening) => ({
      period_key: opening.period_key,
      balances: openingBalances(opening),
      corrections: opening.corrections,
      late_changes: [],
    }));

/** Returns one fault for each entry of a list that repeats an earlier name. */
function repeatedFaults(list: string, names: readonly object[]): Fault[] {
  const seen = new Map<string, number>();
  return names.flatMap((name, n) => {
    const text = JSON.stringify(Object.entries(name).sort());
    const first = seen.get(text) ?? n;
    seen.set(text, first);
    return first === n ? [] : [{ field: `${list}.${n}`, message: `the same as ${list}.${first}` }];
  });
}

type Filed = { readonly scheme: Scheme; readonly member_state_identification: string };

/** Rows in the form of this service's returns, and the faults of rows that cannot be converted. */
type ReadRows = { readonly rows: readonly OpeningRow[]; readonly faults: readonly Fault[] };

/** Reads the rows of a return that was filed elsewhere, by the rules of its scheme. */
export function openingRows(given: readonly GivenRow[], filed: Filed): ReadRows {
  const rows = given.map((row) => rowOf(row, filed));
  const keys = rows.map(({ taxable_amount_minor, vat_amount_minor, ...key }) => key);
  return {
    rows,
    faults: [
      ...given.flatMap((row, n) => rowFaults(row, filed, `rows.${n}`)),
      ...repeatedFaults("rows", keys),
    ],
  };
}

/** Returns the key of a row. An omitted kind is that of the scheme, if it has only one. */
function placeOf(row: GivenRow, { scheme, member_state_identification }: Filed): Placed {
  const [onlyKind = "goods"] = declaredKinds(scheme);
  return {
    supply_kind: row.supply_kind ?? onlyKind,
    from_country: row.from_member_state ?? member_state_identification,
    consumption_country: row.member_state_of_consumption,
  };
}

function rowOf(row: GivenRow, filed: Filed): OpeningRow {
  const placed = placeOf(row, filed);
  const { section, from_member_state } = filed.scheme.sectionOf(
    placed,
    filed.member_state_identification,
  );
  return {
    section,
    member_state_of_consumption: row.member_state_of_consumption,
    supply_kind: placed.supply_kind,
    from_member_state,
    rate_category: row.rate_category,
    vat_rate_bps: row.vat_rate_bps,
    taxable_amount_minor: row.taxable_amount_minor,
    vat_amount_minor: row.vat_amount_minor,
  };
}

function rowFaults(row: GivenRow, filed: Filed, at: string): Fault[] {
  const { scheme } = filed;
  const kinds = declaredKinds(scheme);
  if (row.supply_kind === undefined && kinds.size > 1) {
    return [{ field: `${at}.supply_kind`, message: "required" }];
  }
  const { supply_kind, section, from_member_state } = rowOf(row, filed);
  const from = row.from_member_state ?? null;
  const isFrom = [null, from_member_state, filed.member_state_identification].includes(from);
  const said = row.section ?? section;
  const name = section ?? "null";
  return [
    ...faultIf(
      !kinds.has(supply_kind),
      `${at}.supply_kind`,
      `no return of ${scheme.slug} has ${supply_kind}`,
    ),
    ...faultIf(
      !isFrom,
      `${at}.from_member_state`,
      `no return of ${scheme.slug} says so of ${supply_kind}`,
    ),
    ...faultIf(said !== section, `${at}.section`, `must be ${name}, by what the row says else`),
    ...consumptionFaults(placeOf(row, filed), filed, `${at}.member_state_of_consumption`),
  ];
}

/**
 * Finds rows for a Member State of consumption that cannot be in a return filed in that Member State, or in any return.
 */
function consumptionFaults(placed: Placed, filed: Filed, field: string): Fault[] {
  const { scheme, member_state_identification } = filed;
  const isForGoods = memberStateOf(placed.consumption_country)?.goods_only === true;
  return [
    ...faultIf(
      isForGoods && placed.supply_kind === "services",
      field,
      `${placed.consumption_country} is a Member State for goods only`,
    ),
    ...faultIf(
      scheme.exclusionUnder(placed, member_state_identification) !== undefined,
      field,
      `no return to ${member_state_identification} declares such ${placed.supply_kind}`,
    ),
  ];
}

type Recording = {
  readonly scheme: Scheme;
  readonly period: Period;
  readonly registration: Registration;
  readonly author: AuthorId;
  readonly now: Date;
  /** SHA-256 of the request. */
  readonly fingerprint: string;
};

/**
 * Builds the record of a return that was filed elsewhere, under the registration that made it.
 * @throws DomainError `currency_mismatch` if returns in that Member State are in another currency,
 * `invalid_request` if such returns cannot have these rows.
 */
export function openingOf(given: OpeningRequest, recording: Recording): Opening {
  const { scheme, period, registration, author, now, fingerprint } = recording;
  const { member_state_identification } = registration;
  const read = openingRows(given.rows ?? [], { scheme, member_state_identification });
  rejectFaulty(read.faults);
  rejectOtherCurrency(given, recording);
  return {
    schema_version: OPENING_ITEM.version,
    scheme_type: scheme.id,
    period_key: period.key,
    registration_id: registration.id,
    member_state_identification,
    currency: given.currency,
    filed_at: given.filed_at,
    ...(given.filing_reference === undefined ? {} : { filing_reference: given.filing_reference }),
    rows: given.rows ? [...read.rows] : null,
    member_states: byState(given.member_states ?? addedUp(read.rows)),
    corrections: given.corrections,
    recorded_at: now.toISOString(),
    recorded_by: author,
    fingerprint,
  };
}

function rejectOtherCurrency(
  { currency }: OpeningRequest,
  { registration, period }: Recording,
): void {
  const { member_state_identification: state } = registration;
  const expected = filingCurrencyOn(state, period.lastDay);
  if (currency === expected) return;
  const message = `returns of ${period.key} to ${state} are in ${expected}`;
  throw new DomainError("currency_mismatch", `currency: ${message}`, [
    { field: "currency", message },
  ]);
}

type StateAmounts = Opening["member_states"][number];

const byState = (states: readonly StateAmounts[]): StateAmounts[] =>
  states.toSorted((a, b) =>
    a.member_state_of_consumption < b.member_state_of_consumption ? -1 : 1,
  );

/** Adds up rows by Member State of consumption. */
function addedUp(rows: readonly StateAmounts[]): StateAmounts[] {
  const groups = Map.groupBy(rows, (row) => row.member_state_of_consumption);
  return [...groups].map(([state, own]) => ({
    member_state_of_consumption: state,
    taxable_amount_minor: own.reduce((sum, row) => sum + row.taxable_amount_minor, 0),
    vat_amount_minor: own.reduce((sum, row) => sum + row.vat_amount_minor, 0),
  }));
}

/**
 * Returns the faults of a body that do not depend on the return. Reads the unparsed body: only there a missing field
 * differs from an unreadable field, which already has its own fault.
 */
export function openingBodyFaults(body: unknown, today: IsoDate): Fault[] {
  const fields = typeof body === "object" && body !== null ? body : {};
  const [rows, states] = ["rows", "member_states"].map((name) => Object.hasOwn(fields, name));
  return [
    ...faultIf(!rows && !states, "rows", "required, or give member_states"),
    ...faultIf(rows === true && states === true, "member_states", "not together with rows"),
    ...futureFilingFaults(body, today),
  ];
}

export function openingFaults(given: OpeningRequest, { key, kind, lastDay }: Period): Fault[] {
  const { corrections, member_states = [], filed_at } = given;
  const named = ({ member_state_of_consumption }: { member_state_of_consumption: string }) => ({
    member_state_of_consumption,
  });
  return [
    ...faultIf(
      filed_at <= lastDay,
      "filed_at",
      `must lie after ${lastDay}, the last day of ${key}`,
    ),
    ...repeatedFaults("member_states", member_states.map(named)),
    ...repeatedFaults(
      "corrections",
      corrections.map(({ vat_amount_minor, ...name }) => name),
    ),
    ...corrections.flatMap(({ original_period }, n) =>
      faultIf(
        periodNamed(original_period)?.kind !== kind || original_period >= key,
        `corrections.${n}.original_period`,
        `must be a ${kind} before ${key}`,
      ),
    ),
  ];
}

/**
 * Rejects the return of a running period, which cannot have been filed.
 * @throws DomainError `period_not_ended`
 */
export function rejectRunning({ key, lastDay }: Period, today: IsoDate): void {
  if (lastDay < today) return;
  throw new DomainError(
    "period_not_ended",
    `${key} runs until ${lastDay}; its return is filed after that`,
  );
}

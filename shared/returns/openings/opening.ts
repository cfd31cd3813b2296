import type { Period } from "../../core/calendar/period.ts";
import { DomainError } from "../../core/errors/errors.ts";
import { refuseFaulty } from "../../core/errors/invalid-request.ts";
import { SCHEMA_VERSIONS } from "../../platform/table/schema-versions.ts";
import { filingCurrencyOn } from "../../vat/reference-data/member-states.ts";
import type { Scheme } from "../../vat/schemes/scheme.ts";
import type { Registration } from "../../vat/seller/registration.ts";
import type { Opening } from "./opening-schema.ts";
import { openingRows } from "./rows.ts";
import type { NewOpening } from "./schema.ts";

/** Which return is recorded, by whom and when. */
type Recording = {
  readonly scheme: Scheme;
  readonly period: Period;
  readonly registration: Registration;
  readonly keyId: string;
  readonly now: Date;
  /** SHA-256 of what was sent. */
  readonly fingerprint: string;
};

/**
 * The record of a return that was filed elsewhere, under the registration that made it.
 * @throws DomainError `currency_mismatch` when returns to that Member State are in another currency,
 *   `invalid_request` when they have no such rows.
 */
export function openingOf(given: NewOpening, recording: Recording): Opening {
  const { scheme, period, registration, keyId, now, fingerprint } = recording;
  const { member_state_identification } = registration;
  const read = openingRows(given.rows ?? [], { scheme, member_state_identification });
  refuseFaulty(read.faults);
  refuseOtherCurrency(given, recording);
  return {
    schema_version: SCHEMA_VERSIONS.opening,
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
    recorded_by: keyId,
    fingerprint,
  };
}

function refuseOtherCurrency({ currency }: NewOpening, { registration, period }: Recording): void {
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

/** What rows come to in each Member State of consumption. */
function addedUp(rows: readonly StateAmounts[]): StateAmounts[] {
  const groups = Map.groupBy(rows, (row) => row.member_state_of_consumption);
  return [...groups].map(([state, own]) => ({
    member_state_of_consumption: state,
    taxable_amount_minor: own.reduce((sum, row) => sum + row.taxable_amount_minor, 0),
    vat_amount_minor: own.reduce((sum, row) => sum + row.vat_amount_minor, 0),
  }));
}

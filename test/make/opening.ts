import type { IsoDate } from "../../shared/core/calendar/dates.ts";
import type { AuthorId } from "../../shared/core/ids.ts";
import { openingOf } from "../../shared/returns/openings/opening.ts";
import type { GivenRow, Opening, OpeningRequest } from "../../shared/returns/openings/schema.ts";
import type { MemberStateCode } from "../../shared/vat/reference-data/member-states.ts";
import { IOSS } from "../../shared/vat/schemes/ioss.ts";
import type { Scheme } from "../../shared/vat/schemes/scheme.ts";
import { UNION_OSS } from "../../shared/vat/schemes/union-oss.ts";
import { makeRegistration } from "./registration.ts";
import { periodAt } from "./return-input.ts";

/** Goods from the Member State of identification to Germany, EUR 1,000.00 at 19 %. */
export const openingRow = (changes: Partial<GivenRow> = {}): GivenRow => ({
  member_state_of_consumption: "DE",
  supply_kind: "goods",
  rate_category: "standard",
  vat_rate_bps: 1_900,
  taxable_amount_minor: 100_000,
  vat_amount_minor: 19_000,
  ...changes,
});

/** A return in euro with one such row, filed in the month after 2025-Q1. */
export const newOpening = (changes: Partial<OpeningRequest> = {}): OpeningRequest => ({
  currency: "EUR",
  filed_at: "2025-04-22" as IsoDate,
  rows: [openingRow()],
  corrections: [],
  ...changes,
});

type Filed = {
  readonly scheme?: Scheme;
  readonly period?: string;
  readonly state?: MemberStateCode;
  readonly registration_id?: number;
  readonly fingerprint?: string;
};

/** The record of such a return: to Sweden for 2025-Q1, or 2025-03 in the import scheme. */
export function makeOpening(changes: Partial<OpeningRequest> = {}, filed: Filed = {}): Opening {
  const { scheme = UNION_OSS, state = "SE", registration_id = 1, fingerprint = "sent-1" } = filed;
  const registration = makeRegistration({
    id: registration_id,
    scheme_type: scheme.id,
    member_state_identification: state,
  });
  return openingOf(newOpening(changes), {
    scheme,
    period: periodAt(filed.period ?? (scheme === IOSS ? "2025-03" : "2025-Q1")),
    registration,
    author: "key-1" as AuthorId,
    now: new Date("2025-05-01T10:00:00Z"),
    fingerprint,
  });
}

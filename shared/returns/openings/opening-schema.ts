import * as z from "zod";
import { IsoDate, PeriodKey } from "../../core/calendar/schema.ts";
import { SCHEMA_VERSIONS } from "../../platform/table/schema-versions.ts";
import { SECTIONS } from "../../vat/schemes/scheme.ts";
import { SchemeType } from "../../vat/seller/registration.ts";
import { Balance, Minor, State, Totals } from "../schema.ts";

const declared = { taxable_amount_minor: Minor, vat_amount_minor: Minor };

const OpeningRow = z
  .strictObject({
    section: z.enum(SECTIONS).nullable().describe("Null in schemes without sections"),
    member_state_of_consumption: State,
    supply_kind: z.enum(["goods", "services"]),
    from_member_state: State.nullable(),
    rate_category: z.enum(["standard", "reduced"]),
    vat_rate_bps: z.int(),
    ...declared,
  })
  .meta({ id: "OpeningRow" });
export type OpeningRow = z.output<typeof OpeningRow>;

const OpeningState = z
  .strictObject({ member_state_of_consumption: State, ...declared })
  .meta({ id: "OpeningState", description: "All that a Member State was declared for the period" });

const OpeningCorrection = z
  .strictObject({
    original_period: PeriodKey,
    member_state_of_consumption: State,
    vat_amount_minor: Minor,
  })
  .meta({ id: "OpeningCorrection" });

const fields = {
  scheme_type: SchemeType,
  period_key: PeriodKey,
  registration_id: z.int().positive().describe("Id of the registration that made the return"),
  member_state_identification: State,
  currency: z.string(),
  filed_at: IsoDate,
  filing_reference: z.string().optional(),
  rows: z.array(OpeningRow).nullable().describe("Null where totals alone were given"),
  member_states: z.array(OpeningState).describe("As given, or the rows added up"),
  corrections: z.array(OpeningCorrection),
  recorded_at: z.iso.datetime(),
  recorded_by: z.string().describe("Id of the API key"),
};

/** What is stored of a return that was filed elsewhere. */
export const Opening = z.object({
  schema_version: z.literal(SCHEMA_VERSIONS.opening),
  ...fields,
  /** SHA-256 of what was sent: a repetition has the same one. */
  fingerprint: z.string(),
  /** When it turned out to be recorded by mistake; it counts for nothing since. */
  withdrawn_at: z.iso.datetime().optional(),
});
export type Opening = Readonly<z.output<typeof Opening>>;

/** How it is shown. */
export const OpeningAnswer = z
  .strictObject({
    ...fields,
    status: z.enum(["recorded", "withdrawn"]),
    totals: Totals,
    balances: z.array(Balance),
  })
  .meta({
    id: "Opening",
    description:
      "A return that was filed elsewhere. Its totals and balances are added up as those of a return are",
  });

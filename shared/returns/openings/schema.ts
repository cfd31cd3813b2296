import * as z from "zod";
import { IsoDate, NamedPeriod, PeriodKey } from "../../core/calendar/schema.ts";
import { KnownCurrency, text } from "../../core/input/fields.ts";
import { OPENING_ITEM } from "../../platform/table/periods.ts";
import { CurrencyCode, MemberStateCode } from "../../vat/reference-data/schema.ts";
import { SECTIONS } from "../../vat/schemes/scheme.ts";
import { SchemeType } from "../../vat/seller/registration.ts";
import { Balance, Minor, State, Totals } from "../schema.ts";

/** Largest amount; the sums of a return stay exact in JSON numbers. */
const LARGEST_MINOR = 1_000_000_000_000;
const Declared = z.int().min(0).max(LARGEST_MINOR);

/** Maximum number of rows. The largest return has a few hundred; an item of the table holds this many. */
const MOST_ROWS = 1_000;

const GivenRow = z
  .strictObject({
    section: z
      .enum(SECTIONS)
      .nullable()
      .optional()
      .describe(
        "Section of the return; it follows from the other fields, and is checked against them if given",
      ),
    member_state_of_consumption: MemberStateCode,
    supply_kind: z
      .enum(["goods", "services"])
      .optional()
      .describe("Kind of the supply; may be left out in a scheme that has one kind only"),
    from_member_state: MemberStateCode.nullable()
      .optional()
      .describe(
        "Member State of dispatch or establishment; null if it is the identification state",
      ),
    rate_category: z.enum(["standard", "reduced"]),
    vat_rate_bps: z.int().min(1).max(10_000),
    taxable_amount_minor: Declared,
    vat_amount_minor: Declared,
  })
  .meta({ id: "OpeningRowRequest", description: "A line of part 2 of a return, as it was filed" });

const GivenState = z
  .strictObject({
    member_state_of_consumption: MemberStateCode,
    taxable_amount_minor: Declared,
    vat_amount_minor: Declared,
  })
  .meta({ id: "OpeningStateRequest", description: "All lines of a Member State, added up" });

const GivenCorrection = z
  .strictObject({
    original_period: NamedPeriod,
    member_state_of_consumption: MemberStateCode,
    vat_amount_minor: z.int().min(-LARGEST_MINOR).max(LARGEST_MINOR),
  })
  .meta({
    id: "OpeningCorrectionRequest",
    description: "A line of part 3 of a return, which has no place for a taxable amount",
  });

/** Body of POST /v1/returns/{scheme}/{period}/opening: a return that was filed elsewhere. */
export const OpeningRequest = z
  .strictObject({
    currency: CurrencyCode.describe("Currency of the return and of all amounts, ISO 4217"),
    filed_at: IsoDate.describe("Day on which the return was filed"),
    filing_reference: text(100).optional().describe("The reference of the tax authority"),
    rows: z
      .array(GivenRow)
      .max(MOST_ROWS)
      .optional()
      .describe(
        "Lines of the return; empty for a nil return. Give exactly one of `rows` and `member_states`",
      ),
    member_states: z
      .array(GivenState)
      .max(MOST_ROWS)
      .optional()
      .describe("Totals by Member State of consumption, given in place of `rows`"),
    corrections: z.array(GivenCorrection).max(MOST_ROWS).default([]),
  })
  .meta({ id: "OpeningRequest" });
export type OpeningRequest = z.output<typeof OpeningRequest>;
export type GivenRow = z.output<typeof GivenRow>;

const declared = { taxable_amount_minor: Minor, vat_amount_minor: Minor };

const OpeningRow = z
  .strictObject({
    section: z.enum(SECTIONS).nullable().describe("Section of the return; null without sections"),
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
  .meta({ id: "OpeningState", description: "Amounts declared to a Member State for the period" });

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
  currency: KnownCurrency,
  filed_at: IsoDate,
  filing_reference: z.string().optional(),
  rows: z.array(OpeningRow).nullable().describe("Lines of the return; null if only totals exist"),
  member_states: z
    .array(OpeningState)
    .describe("Totals by Member State of consumption, as given or added up from the rows"),
  corrections: z.array(OpeningCorrection),
  recorded_at: z.iso.datetime(),
  recorded_by: z.string().describe("Id of the API key or person"),
};

/** The stored record of a return that was filed elsewhere. */
export const Opening = z.object({
  schema_version: z.literal(OPENING_ITEM.version),
  ...fields,
  /** SHA-256 of the request: a repetition has the same hash. */
  fingerprint: z.string(),
  /** The time of its withdrawal; a withdrawn opening has no effect. */
  withdrawn_at: z.iso.datetime().optional(),
});
export type Opening = Readonly<z.output<typeof Opening>>;

export const OpeningAnswer = z
  .strictObject({
    ...fields,
    filing_reference: z.string().nullable(),
    status: z.enum(["recorded", "withdrawn"]),
    totals: Totals,
    balances: z.array(Balance),
  })
  .meta({
    id: "Opening",
    description:
      "A return that was filed elsewhere. Its totals and balances are added up as those of a return are",
  });

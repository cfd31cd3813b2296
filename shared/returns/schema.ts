import * as z from "zod";
import { IsoDate, QuarterKey, QuarterParam } from "../calendar/schema.ts";
import { WARNING_CODES } from "../schemes/union-warnings.ts";

const Count = z.int().min(0);
const Minor = z.int().describe("Minor units of the return currency");
const State = z.string().describe("Member State code; EL for Greece, XI for Northern Ireland");

export const PeriodQuery = z.strictObject({ period: QuarterParam });

/** A missing or malformed period has a code of its own. */
export const PERIOD_FAULTS = { period: "invalid_period" } as const;

export const Totals = z
  .strictObject({
    taxable_minor: Minor,
    current_vat_minor: Minor,
    correction_vat_minor: Minor,
    payable_vat_minor: Minor.describe("Sum of the positive balances; nothing is set off"),
  })
  .meta({ id: "UnionTotals" });

export const ReturnRow = z
  .strictObject({
    section: z.enum(["2a", "2b", "2c", "2d"]),
    member_state_of_consumption: State,
    supply_kind: z.enum(["goods", "services"]),
    from_member_state: State.nullable(),
    rate_category: z.string(),
    vat_rate_bps: z.int(),
    taxable_amount_minor: Minor,
    vat_amount_minor: Minor,
    event_count: Count,
  })
  .meta({ id: "ReturnRow" });

export const CorrectionRow = z
  .strictObject({
    original_period: QuarterKey,
    member_state_of_consumption: State,
    taxable_amount_minor: Minor,
    vat_amount_minor: Minor,
    event_count: Count,
  })
  .meta({ id: "CorrectionRow" });

export const Balance = z
  .strictObject({
    member_state_of_consumption: State,
    current_vat_minor: Minor,
    correction_vat_minor: Minor,
    payable_vat_minor: Minor,
    included_in_grand_total: z.boolean(),
  })
  .meta({ id: "Balance" });

export const Warning = z
  .strictObject({ code: z.enum(WARNING_CODES), count: Count })
  .meta({ id: "Warning" });

export const UsedRate = z
  .strictObject({ currency: z.string(), rate: z.string(), date: IsoDate, period: QuarterKey })
  .meta({ id: "ExchangeRate", description: "Units of the currency per euro, as published" });

const common = {
  scheme_type: z.literal("union_oss"),
  period_key: QuarterKey,
  member_state_identification: State,
  return_currency: z.string(),
  totals: Totals,
  warnings: z.array(Warning),
  exchange_rates: z.array(UsedRate),
  total_source_event_count: Count,
  included_source_event_count: Count,
  excluded_source_event_count: Count,
};

export const QuarterlySummary = z
  .strictObject({
    ...common,
    rows: z.array(ReturnRow),
    corrections: z.array(CorrectionRow),
    balances: z.array(Balance),
  })
  .meta({ id: "QuarterlySummary" });

export const CountryBreakdown = z
  .strictObject({
    ...common,
    countries: z.array(
      z.strictObject({
        member_state_of_consumption: State,
        totals: Totals,
        rows: z.array(ReturnRow),
        corrections: z.array(CorrectionRow),
        balance: Balance,
      }),
    ),
  })
  .meta({ id: "CountryBreakdown" });

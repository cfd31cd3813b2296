import * as z from "zod";
import { IsoDate, MonthKey, PeriodKey, QuarterParam } from "../core/calendar/schema.ts";
import { KnownCurrency } from "../core/input/fields.ts";
import { BridgeAmount } from "../imports/bridge/bridge-line.ts";
import { SECTIONS } from "../vat/schemes/scheme.ts";
import { CHECK_CODES, SEVERITIES, WARNING_CODES } from "../vat/schemes/warnings.ts";
import { SchemeType } from "../vat/seller/registration.ts";

export const Count = z.int().min(0);
export const Minor = z.int().describe("Amount in minor units of the return currency");
export const State = z
  .string()
  .describe("Member State code; EL for Greece, XI for Northern Ireland");

export const PeriodQuery = z.strictObject({ period: QuarterParam });

export const Totals = z
  .strictObject({
    taxable_minor: Minor,
    current_vat_minor: Minor,
    correction_vat_minor: Minor,
    payable_vat_minor: Minor.describe("Sum of the positive balances; nothing is set off"),
  })
  .meta({ id: "ReturnTotals" });
export type Totals = z.output<typeof Totals>;

/** A row of part 2 of the return (Annex III of Implementing Regulation (EU) 2020/194). */
export const ReturnRow = z
  .strictObject({
    section: z.enum(SECTIONS).nullable(),
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
export type ReturnRow = z.output<typeof ReturnRow>;

/** An entry of part 3 of the return: a change in the VAT declared for an earlier period. */
export const CorrectionRow = z
  .strictObject({
    original_period: PeriodKey,
    member_state_of_consumption: State,
    taxable_amount_minor: Minor,
    vat_amount_minor: Minor,
    event_count: z
      .int()
      .describe("Number of events; below zero where late changes removed more events than came"),
  })
  .meta({ id: "CorrectionRow" });
export type CorrectionRow = z.output<typeof CorrectionRow>;

/** A change of a locked period that was found after its lock and is declared now. */
export const LateChange = z
  .strictObject({
    original_period: PeriodKey,
    member_state_of_consumption: State,
    taxable_amount_minor: Minor,
    vat_amount_minor: Minor,
    event_count_difference: z.int().describe("Number of events that came, less those that left"),
  })
  .meta({
    id: "LateChange",
    description:
      "Change of a locked return after its lock, by period and Member State; included in the correction of that period and Member State",
  });
export type LateChange = z.output<typeof LateChange>;
/** A correction that refunds more VAT than is declared. */
export const BelowZero = z
  .strictObject({
    original_period: PeriodKey,
    member_state_of_consumption: State,
    declared_vat_minor: Minor.describe(
      "VAT declared for the period, with the corrections in returns before this one, in minor units",
    ),
    correction_vat_minor: Minor,
    resulting_vat_minor: Minor,
    event_count: Count.describe("Number of events in these corrections, with returns before"),
  })
  .meta({ id: "CorrectionBelowZero" });
export type BelowZero = z.output<typeof BelowZero>;

/** The VAT payable to one Member State of consumption; negative if it owes a refund. */
export const Balance = z
  .strictObject({
    member_state_of_consumption: State,
    current_vat_minor: Minor,
    correction_vat_minor: Minor,
    payable_vat_minor: Minor,
    included_in_grand_total: z.boolean(),
  })
  .meta({ id: "Balance" });
export type Balance = z.output<typeof Balance>;

export const Warning = z.strictObject({ code: z.enum(WARNING_CODES), count: Count }).meta({
  id: "Warning",
  description: "Reason why events are not in the return, with their number",
});
export type Warning = z.output<typeof Warning>;

export const CheckCount = z
  .strictObject({ code: z.enum(CHECK_CODES), severity: z.enum(SEVERITIES), count: Count })
  .meta({
    id: "CheckCount",
    description:
      "A finding that excludes nothing, and how many events have it. A `blocking` one makes the period `review_required` until each of its events is settled",
  });
export type CheckCount = z.output<typeof CheckCount>;

/** A rate of the conversion, and the tax period whose amounts it converts. */
export const UsedRate = z
  .strictObject({ currency: KnownCurrency, rate: z.string(), date: IsoDate, period: PeriodKey })
  .meta({ id: "ExchangeRate", description: "Units of the currency per euro, as published" });
export type UsedRate = z.output<typeof UsedRate>;

export const eventCounts = {
  total_source_event_count: Count,
  included_source_event_count: Count,
  excluded_source_event_count: Count,
};

const common = {
  scheme_type: SchemeType,
  period_key: PeriodKey,
  member_state_identification: State,
  return_currency: KnownCurrency,
  totals: Totals,
  warnings: z.array(Warning),
  exchange_rates: z.array(UsedRate),
  ...eventCounts,
};

/** The return of a period under one registration. Amounts are minor units of its currency. */
export const Return = z.strictObject({
  ...common,
  rows: z.array(ReturnRow),
  corrections: z.array(CorrectionRow),
  balances: z.array(Balance),
  late_changes: z.array(LateChange),
});
export type Return = z.output<typeof Return>;

const StatePart = z.strictObject({
  member_state_of_consumption: State,
  totals: Totals,
  rows: z.array(ReturnRow),
  corrections: z.array(CorrectionRow),
  balance: Balance,
});
export type StatePart = z.output<typeof StatePart>;

export const CountryBreakdown = z.strictObject({ ...common, countries: z.array(StatePart) });
export type CountryBreakdown = z.output<typeof CountryBreakdown>;

export const OpenImportRows = z
  .strictObject({
    import_id: z.string().nullable().describe("Id of the import; null for orders of a shop"),
    connection_id: z.string().nullable().describe("The connected shop; null for rows of a file"),
    format: z.string().nullable().describe("Format of the file; null for orders of a shop"),
    source_id: z.string(),
    month: MonthKey.nullable().describe("Month of the supply, YYYY-MM; null if unreadable"),
    row_count: z.int().positive(),
    reasons: z.array(z.string()).describe("Codes of the reasons that the rows were given"),
    amounts: z
      .array(BridgeAmount)
      .nullable()
      .describe("Known amounts with VAT by currency, in minor units; null where none is known"),
    unread_count: Count.describe("Number of these rows whose amount is not known"),
  })
  .meta({
    id: "OpenImportRows",
    description:
      "Rows of an imported file, or orders of a connected shop, that are not in the ledger: unresolved, rejected or in conflict. They keep the returns of their month from `ready` until they are settled, the import is undone, or the order is booked",
  });
export type OpenImportRows = z.output<typeof OpenImportRows>;

export const UnregisteredSupplies = z
  .strictObject({
    scheme_type: SchemeType,
    period_key: PeriodKey,
    event_count: z.int().positive(),
  })
  .meta({
    id: "UnregisteredSupplies",
    description:
      "Supplies of a scheme in a period that no registration of the scheme covers: no return declares them (Art. 358a, 369a, 369l VAT Directive)",
  });
export type UnregisteredSupplies = z.output<typeof UnregisteredSupplies>;

/** The supplies of other schemes that no return declares; in responses of a return only where there are any. */
export const unregistered = {
  supplies_without_registration: z
    .array(UnregisteredSupplies)
    .optional()
    .describe(
      "Supplies of other schemes in the quarter of the return that no registration covers; absent if there are none",
    ),
};

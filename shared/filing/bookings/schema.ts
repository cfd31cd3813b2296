import * as z from "zod";
import { IsoDate } from "../../core/calendar/schema.ts";
import type { Fault } from "../../core/errors/errors.ts";
import { faultIf } from "../../core/errors/field-errors.ts";
import { CSV_DECIMALS, CSV_DELIMITERS } from "../../core/files/csv.ts";
import { text, withRules } from "../../core/input/fields.ts";
import { type Currency, isCurrency } from "../../core/money/money.ts";
import { MEMBER_STATES, type MemberStateCode } from "../../vat/reference-data/member-states.ts";

const Account = z
  .string("must be a text of digits")
  .regex(/^\d{1,9}$/, "must be an account number of 1 to 9 digits");

const STATES = MEMBER_STATES.map(({ code }) => code) as [MemberStateCode, ...MemberStateCode[]];

/** The accounts for sales to one Member State at one rate. */
const RevenueAccount = z
  .strictObject({
    member_state: z
      .enum(STATES)
      .optional()
      .describe("The Member State of consumption; left out: every one that has no line of its own"),
    vat_rate_bps: z
      .int()
      .min(1)
      .max(9_999)
      .optional()
      .describe(
        "VAT rate in basis points; if left out, every rate of the state without a line of its own, and its corrections, which have no rate",
      ),
    account: Account.describe("The account that sales without VAT are credited to"),
    vat_account: Account.optional().describe(
      "The account of the VAT, where it is not `accounts.vat_account`",
    ),
  })
  .meta({ id: "RevenueAccount" });
export type RevenueAccount = z.output<typeof RevenueAccount>;

const BookingAccounts = z
  .strictObject({
    clearing_account: Account.describe(
      "The account that sales with VAT are debited to, such as the account that shop payments are credited to",
    ),
    vat_account: Account.describe("The account of the VAT owed to other Member States"),
    revenue: z
      .array(RevenueAccount)
      .min(1)
      .max(300)
      .describe("The accounts of revenue by Member State and rate; the most specific line counts"),
  })
  .meta({ id: "BookingAccounts" });
export type BookingAccounts = z.output<typeof BookingAccounts>;

const DatevSettings = z
  .strictObject({
    consultant_number: z
      .int()
      .min(1_001)
      .max(9_999_999)
      .describe("DATEV consultant number (Beraternummer)"),
    client_number: z.int().min(1).max(99_999).describe("DATEV client number (Mandantennummer)"),
    fiscal_year_start: IsoDate.describe(
      "First day of the fiscal year of the bookings. DATEV takes the year of each booking from it",
    ),
    account_length: z.int().min(4).max(8).describe("Sachkontenlänge of the client"),
  })
  .meta({ id: "DatevSettings" });
export type DatevSettings = z.output<typeof DatevSettings>;

const SieSettings = z
  .strictObject({
    company_name: text(100).describe("Name of the company, `#FNAMN`"),
    organisation_number: z
      .string("must be a text")
      .regex(/^\d{6}-?\d{4}$/, "must have ten digits")
      .optional()
      .describe("Organisation number of the company, `#ORGNR`"),
  })
  .meta({ id: "SieSettings" });
export type SieSettings = z.output<typeof SieSettings>;

const Conversion = z
  .strictObject({
    currency: z
      .string("must be a text")
      .refine(isCurrency, "must be a currency of ISO 4217") as z.ZodType<Currency, string>,
    rate: z
      .string("must be a text")
      .regex(/^\d{1,9}(\.\d{1,6})?$/, "must be a decimal number such as 11.2345")
      .refine((rate) => Number(rate) > 0, "must be above zero")
      .describe("Exchange rate: units of that currency for one unit of the currency of the return"),
  })
  .meta({ id: "BookingConversion" });
export type Conversion = z.output<typeof Conversion>;

const BOOKING_FORMATS = ["datev_extf", "sie_4", "csv"] as const;

/** Body of POST /v1/returns/{scheme}/{period}/bookings. */
export const BookingsRequest = withRules(
  z.strictObject({
    format: z
      .enum(BOOKING_FORMATS)
      .describe(
        "Format of the file; `datev_extf`: DATEV-Format 700, Buchungsstapel 13; `sie_4`: SIE 4I, for Swedish programs; `csv`: a table",
      ),
    registration_id: z.int().positive().optional(),
    accounts: BookingAccounts.describe("The accounts of your books; not kept"),
    booked_on: IsoDate.optional().describe(
      "Day of the bookings; the last day of the period if left out",
    ),
    conversion: Conversion.optional().describe(
      "Conversion into the currency of the books, if it is not that of the return: each amount is converted and rounded",
    ),
    datev: DatevSettings.optional().describe("Settings of DATEV; required for `datev_extf`"),
    sie: SieSettings.optional().describe("Settings of SIE; required for `sie_4`"),
    delimiter: z.enum(CSV_DELIMITERS).default("comma").describe("Separator of the fields in CSV"),
    decimal: z.enum(CSV_DECIMALS).default("point").describe("Decimal sign in the CSV"),
  }),
  ({ format, datev, sie, accounts }) => [
    ...faultIf(
      format === "datev_extf" && !datev,
      "datev",
      "is needed for datev_extf: numbers of consultant and client, start of the fiscal year, length of accounts",
    ),
    ...faultIf(format === "sie_4" && !sie, "sie", "is needed for sie_4: the name of the company"),
    ...revenueFaults(accounts?.revenue ?? []),
  ],
).meta({ id: "BookingsRequest" });
export type BookingsRequest = z.output<typeof BookingsRequest>;

function revenueFaults(lines: readonly RevenueAccount[]): Fault[] {
  if (!Array.isArray(lines)) return [];
  const name = (line: RevenueAccount | undefined) =>
    `${line?.member_state ?? "*"} ${line?.vat_rate_bps ?? "*"}`;
  const names = lines.map(name);
  return lines.flatMap((line, index) => [
    ...faultIf(
      names.indexOf(names[index] as string) < index,
      `accounts.revenue.${index}`,
      "another line has the same Member State and rate",
    ),
    ...faultIf(
      line?.vat_rate_bps !== undefined && line.member_state === undefined,
      `accounts.revenue.${index}.member_state`,
      "is needed with a rate",
    ),
  ]);
}

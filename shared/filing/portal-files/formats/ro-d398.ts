import * as z from "zod";
import type { IsoDate } from "../../../core/calendar/dates.ts";
import { type XmlElement, xmlText } from "../../../core/files/xml.ts";
import { percentString } from "../../../core/money/money.ts";
import { Identifier } from "../../../vat/seller/identifier.ts";
import type { SchemeType } from "../../../vat/seller/registration.ts";
import {
  byConsumptionState,
  grandTotals,
  isFromHome,
  type NamedPeriod,
  type NeutralReturn,
  type NeutralSupply,
} from "../neutral-return.ts";
import {
  Establishments,
  establishmentIn,
  type FileRequest,
  filerName,
  VatNumber,
} from "../request.ts";
import { CIR_2020_194_UNTIL, returnFormat } from "../return-format.ts";
import { zeroAmountFindings } from "../row-findings.ts";
import { euros } from "../text.ts";

const RomanianFiler = z.strictObject({
  vat_number: VatNumber,
  name: filerName(100),
  intermediary_number: Identifier.optional().describe("IN… number, in the import scheme alone"),
});

const RomanianExtras = z
  .strictObject({
    electronic_interface: z
      .boolean()
      .default(false)
      .describe("True if the filer facilitates sales of others (Art. 14a); Union scheme"),
  })
  .prefault({});

type RomanianRequest = FileRequest<z.output<typeof RomanianFiler>, z.output<typeof RomanianExtras>>;

const SCHEME_CODES: Readonly<Record<SchemeType, 1 | 2 | 3>> = {
  union_oss: 1,
  non_union_oss: 2,
  ioss: 3,
};

/** The Romanian declaration 398. All data is in attributes, and one form serves three schemes. */
export const RO_D398 = returnFormat({
  format: "ro_d398",
  member_state: "RO",
  schemes: ["union_oss", "non_union_oss", "ioss"],
  version: "D398 1.0.11",
  channel: "DUKIntegrator makes a signed PDF of it, which is uploaded to ANAF",
  guide: "docs/filing/romania.md",
  limits: ["Names of at most 100 characters", "Rates of ANAF's list"],
  confidence: "high",
  confirmed_until: CIR_2020_194_UNTIL,
  unproven: [
    "The official schema was not at hand: the structure follows two generators, one of them tried with ANAF's validator.",
    "The period of corrections, the prefix of establishment numbers and the intermediary's number are our reading.",
    "ANAF's list of rates was not at hand: it refuses others, and we do not.",
  ],
  media_type: "application/xml",
  encoding: "utf-8",
  extension: "xml",
  currency: "EUR",
  number_needed_in: ["2c", "2d"],
  takes_tax_reference: false,
  fields: {
    filer: RomanianFiler.meta({ examples: [{ vat_number: "RO12345678", name: "Sample SRL" }] }),
    establishments: Establishments,
    extras: RomanianExtras,
  },
  // Rule R29 of ANAF's validator: the VAT of a row is base times rate. Base and VAT are converted separately, and may
  // differ by the rounding of one cent.
  largestAdjustment: 1,
  findings: zeroAmountFindings,
  print: (neutral, request) => xmlText({ d398: rootOf(neutral, request) }),
});

function rootOf(neutral: NeutralReturn, { filer, establishments, extras }: RomanianRequest) {
  const { scheme, period, is_nil, total_minor, supplies, corrections } = neutral;
  const code = SCHEME_CODES[scheme];
  const nil = is_nil ? 1 : 0;
  return {
    "@xmlns": "mfp:anaf:dgti:d398:declaratie:v1",
    "@an_r": period.year,
    "@luna_r": lastMonthOf(period),
    "@d_rec": 0,
    "@moes_voes_imp": code,
    "@e_int": code === 1 ? (extras.electronic_interface ? 1 : 0) : undefined,
    "@period_start_date": period.days ? dayText(period.days.first) : undefined,
    "@period_end_date": period.days ? dayText(period.days.last) : undefined,
    "@nil_vat_return": nil,
    "@currency": "EUR",
    "@vat_id_no": filer.vat_number,
    "@intermediary_id": filer.intermediary_number,
    "@name": filer.name,
    "@grand_total_vat_due": euros(total_minor),
    // A control sum defined by the form.
    "@totalPlata_A": code + nil,
    MS: byConsumptionState(supplies).map(([state, rows]) =>
      stateOf(neutral, state, rows, { establishments }),
    ),
    CORRECTION: corrections.map((correction) => ({
      "@mscon_state_correction": correction.member_state,
      "@vat_return_correction_period": lastMonthOf(correction.period),
      "@year": correction.period.year,
      "@vat_amount_correction": euros(correction.vat_minor),
    })),
  };
}

/** Returns the month that names a period: for a quarter, its last month. */
const lastMonthOf = ({ kind, number }: NamedPeriod): number =>
  kind === "quarter" ? number * 3 : number;

/** Formats 2025-08-01 as 01.08.2025. */
const dayText = (day: IsoDate): string => day.split("-").reverse().join(".");

/** Returns the element of a Member State with supplies; a state with only corrections has no element. */
function stateOf(
  { balances }: NeutralReturn,
  state: string,
  rows: readonly NeutralSupply[],
  request: Pick<FileRequest, "establishments">,
): XmlElement {
  const totals = grandTotals(rows);
  const balance = balances.find(({ member_state }) => member_state === state);
  return {
    "@mscon_state": state,
    "@grand_total": euros(totals.all),
    "@vat_total_services_msid": euros(totals.home_services),
    "@vat_total_goods_msid": euros(totals.home_goods),
    "@vat_total_services_msest": euros(totals.abroad_services),
    "@vat_total_goods_msest": euros(totals.abroad_goods),
    "@due_balance": euros(balance?.vat_minor ?? 0),
    SUPPLY: rows.map((row) => ({
      "@trade_type": isFromHome(row) ? 1 : 2,
      "@vat_id_no_msest":
        row.from === null ? undefined : establishmentIn(request, row.from)?.vat_number,
      "@supply_type": row.supply_type === "GOODS" ? 1 : 2,
      "@vat_rate_type": row.rate_type === "STANDARD" ? 1 : 2,
      "@vat_rate": shortRate(row.rate_bps),
      "@taxable_amount": euros(row.base_minor),
      "@vat_amount": euros(row.vat_minor),
    })),
  };
}

/** Formats 2400 as 24, and 550 as 5.5. */
const shortRate = (rate_bps: number): string => percentString(rate_bps).replace(/\.?0+$/, "");

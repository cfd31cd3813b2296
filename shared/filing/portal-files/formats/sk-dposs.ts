import { type XmlElement, xmlText } from "../../../core/files/xml.ts";
import { percentString } from "../../../core/money/money.ts";
import {
  grandTotals,
  isFromHome,
  longReferences,
  type NamedPeriod,
  type NeutralReturn,
  type NeutralSupply,
} from "../neutral-return.ts";
import {
  Establishments,
  establishmentIn,
  euTrader,
  type FileRequest,
  NoExtras,
  NumberedFiler,
} from "../request.ts";
import { CIR_2020_194_UNTIL, returnFormat } from "../return-format.ts";
import { inEuro } from "../text.ts";

/**
 * The Slovak form DPOSS_EUv01, whose schema is the common message of Annex III. The form finds elements by their
 * prefixed names and reads a file without the prefix as an empty return.
 */
export const SK_DPOSS = returnFormat({
  format: "sk_dposs",
  member_state: "SK",
  schemes: ["union_oss"],
  version: "DPOSS_EUv01",
  channel: "Upload into the form DPOSS_EUv01 of the portal of the Financial Administration",
  guide: "docs/filing/slovakia.md",
  limits: [],
  confidence: "high",
  confirmed_until: CIR_2020_194_UNTIL,
  unproven: ["No file of ours has been handed in yet; it is valid against the official schema."],
  media_type: "application/xml",
  encoding: "utf-8",
  extension: "xml",
  currency: "EUR",
  number_needed_in: ["2c"],
  takes_tax_reference: true,
  fields: {
    filer: NumberedFiler.meta({ examples: [{ vat_number: "SK1234567890" }] }),
    establishments: Establishments,
    extras: NoExtras,
  },
  findings: () => [],
  requestFindings: (_, { establishments }) => longReferences(establishments, LONGEST_NUMBER),
  print: (neutral, request) => xmlText(named({ OSSVATReturnMSCON: rootOf(neutral, request) })),
});

/** Maximum length of EUTraderID in the schema, which fits only a VAT number. */
const LONGEST_NUMBER = 12;

function rootOf(neutral: NeutralReturn, request: FileRequest): XmlElement {
  const { period, is_nil, corrections, balances, total_minor } = neutral;
  return {
    "@xmlns:vun": "urn:ec.europa.eu:taxud:frsr:vatunion:v1.0",
    TraderID: { VATNumber: { "@issuedBy": "SK", "#text": request.filer.vat_number } },
    Period: {
      ...periodOf(period),
      ...(period.days ? { StartDate: period.days.first, EndDate: period.days.last } : {}),
    },
    NilVatReturn: is_nil ? "1" : "0",
    ...(neutral.supplies.length > 0 ? { Supplies: suppliesOf(neutral, request) } : {}),
    ...(corrections.length > 0
      ? {
          Corrections: {
            Correction: corrections.map((correction) => ({
              Period: periodOf(correction.period),
              MSCONCountryCode: correction.member_state,
              TotalVATAmountCorrection: inEuro(correction.vat_minor),
            })),
          },
        }
      : {}),
    ...totalsOf(neutral.supplies),
    ...(balances.length > 0
      ? {
          Balances: {
            Balance: balances.map((balance) => ({
              MSCONCountryCode: balance.member_state,
              BalanceOfVATDue: inEuro(balance.vat_minor),
            })),
          },
        }
      : {}),
    TotalVATAmountDue: inEuro(total_minor),
  };
}

const periodOf = ({ year, number }: NamedPeriod) => ({ Year: year, Quarter: number });

function suppliesOf({ supplies }: NeutralReturn, request: FileRequest): XmlElement {
  return {
    MSIDSupplies: supplies.filter(isFromHome).map(detailOf),
    MSESTSupplies: supplies
      .filter((row) => !isFromHome(row))
      .map((row) => ({ ...originOf(row, request), VATReturnDetails: detailOf(row) })),
  };
}

const originOf = ({ from }: NeutralSupply, request: FileRequest): XmlElement =>
  euTrader(from as string, establishmentIn(request, from as string));

const detailOf = (row: NeutralSupply): XmlElement => ({
  SupplyType: row.supply_type,
  // The spelling of the schema.
  MSCONCountrycode: row.member_state,
  VATRate: { "@type": row.rate_type, "#text": percentString(row.rate_bps) },
  TaxableAmount: inEuro(row.base_minor),
  VATAmount: inEuro(row.vat_minor),
});

/** Returns the grand totals; a nil return has totals of zero. */
function totalsOf(supplies: readonly NeutralSupply[]): XmlElement {
  const totals = grandTotals(supplies);
  return {
    GrandTotalMSIDServices: inEuro(totals.home_services),
    GrandTotalMSIDGoods: inEuro(totals.home_goods),
    GrandTotalMSESTServices: inEuro(totals.abroad_services),
    GrandTotalMSESTGoods: inEuro(totals.abroad_goods),
    GrandTotal: inEuro(totals.all),
  };
}

/** Adds the prefix to every element; attributes and texts stay unchanged. */
const named = (element: XmlElement): XmlElement =>
  Object.fromEntries(
    Object.entries(element).map(([name, content]) => {
      if (/^[@#]/.test(name)) return [name, content];
      const inside = (node: XmlElement | string) => (typeof node === "object" ? named(node) : node);
      if (Array.isArray(content)) return [`vun:${name}`, content.map(inside)];
      return [`vun:${name}`, typeof content === "object" ? named(content as XmlElement) : content];
    }),
  );

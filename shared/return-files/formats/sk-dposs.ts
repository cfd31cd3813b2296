import { decimalString, percentString } from "../../money/decimal-string.ts";
import type { NamedPeriod, NeutralReturn, NeutralSupply } from "../neutral-return.ts";
import {
  Establishments,
  establishmentIn,
  type FileRequest,
  NoExtras,
  NumberedFiler,
  withoutPrefix,
} from "../request.ts";
import { returnFormat } from "../return-format.ts";
import { inCurrency, type XmlElement, xmlText } from "../xml.ts";

/**
 * The Slovak form DPOSS_EUv01, whose schema is the common message of Annex III. The prefix is part of
 * the form: it finds elements by their whole name and reads an empty return without it.
 */
export const SK_DPOSS = returnFormat({
  format: "sk_dposs",
  member_state: "SK",
  schemes: ["union_oss"],
  version: "DPOSS_EUv01",
  status: "ready",
  channel: "Upload into the form DPOSS_EUv01 of the portal of the Financial Administration",
  limits: [],
  confidence: "high",
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
  print: (neutral, request) => xmlText(named({ OSSVATReturnMSCON: rootOf(neutral, request) })),
});

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
            Correction: corrections.map((one) => ({
              Period: periodOf(one.period),
              MSCONCountryCode: one.member_state,
              TotalVATAmountCorrection: euro(one.vat_minor),
            })),
          },
        }
      : {}),
    ...totalsOf(neutral.supplies),
    ...(balances.length > 0
      ? {
          Balances: {
            Balance: balances.map((one) => ({
              MSCONCountryCode: one.member_state,
              BalanceOfVATDue: euro(one.vat_minor),
            })),
          },
        }
      : {}),
    TotalVATAmountDue: euro(total_minor),
  };
}

const euro = (minor: number): XmlElement => inCurrency(decimalString(minor, "EUR"), "EUR");

const periodOf = ({ year, number }: NamedPeriod) => ({ Year: year, Quarter: number });

function suppliesOf({ supplies }: NeutralReturn, request: FileRequest): XmlElement {
  return {
    MSIDSupplies: supplies.filter(isHome).map(detailOf),
    MSESTSupplies: supplies
      .filter((row) => !isHome(row))
      .map((row) => ({ ...originOf(row, request), VATReturnDetails: detailOf(row) })),
  };
}

/** From the Member State of identification: 2a and 2b. */
const isHome = ({ from }: NeutralSupply): boolean => from === null;

/** The number is written without its prefix, the country alone where there is none. */
function originOf({ from }: NeutralSupply, request: FileRequest): XmlElement {
  const country = from as string;
  const { vat_number, tax_reference } = establishmentIn(request, country) ?? {};
  if (vat_number === undefined && tax_reference === undefined) return { CountryCode: country };
  const given = vat_number === undefined ? "TaxReferenceNumber" : "VATIdentificationNumber";
  const text = vat_number === undefined ? tax_reference : withoutPrefix(vat_number);
  return { EUTraderID: { [given]: { "@issuedBy": country, "#text": text } } };
}

const detailOf = (row: NeutralSupply): XmlElement => ({
  SupplyType: row.supply_type,
  // The schema spells it so.
  MSCONCountrycode: row.member_state,
  VATRate: { "@type": row.rate_type, "#text": percentString(row.rate_bps) },
  TaxableAmount: euro(row.base_minor),
  VATAmount: euro(row.vat_minor),
});

/** VAT by origin and kind; a return without any supply says so in zeros. */
function totalsOf(supplies: readonly NeutralSupply[]): XmlElement {
  const total = (isMeant: (row: NeutralSupply) => boolean) =>
    euro(supplies.filter(isMeant).reduce((sum, row) => sum + row.vat_minor, 0));
  const isGoods = (row: NeutralSupply) => row.supply_type === "GOODS";
  return {
    GrandTotalMSIDServices: total((row) => isHome(row) && !isGoods(row)),
    GrandTotalMSIDGoods: total((row) => isHome(row) && isGoods(row)),
    GrandTotalMSESTServices: total((row) => !isHome(row) && !isGoods(row)),
    GrandTotalMSESTGoods: total((row) => !isHome(row) && isGoods(row)),
    GrandTotal: total(() => true),
  };
}

/** Every element with the prefix; attributes and texts as they are. */
const named = (element: XmlElement): XmlElement =>
  Object.fromEntries(
    Object.entries(element).map(([name, content]) => {
      if (/^[@#]/.test(name)) return [name, content];
      const inside = (one: XmlElement | string) => (typeof one === "object" ? named(one) : one);
      if (Array.isArray(content)) return [`vun:${name}`, content.map(inside)];
      return [`vun:${name}`, typeof content === "object" ? named(content as XmlElement) : content];
    }),
  );

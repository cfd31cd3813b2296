import { percentString } from "../../../core/money/money.ts";
import { withoutPrefix } from "../../../vat/seller/identifier.ts";
import type { NeutralReturn, NeutralSupply } from "../neutral-return.ts";
import {
  Establishments,
  establishmentIn,
  type FileRequest,
  NoExtras,
  NumberedFiler,
} from "../request.ts";
import { returnFormat } from "../return-format.ts";
import { errorIf, type FileFinding } from "../row-findings.ts";
import { inEuro, type XmlElement, xmlText } from "../text.ts";

/**
 * The Belgian Intervat file, based on public examples from one generator. Returns with features that the examples do
 * not contain are rejected.
 */
export const BE_INTERVAT = returnFormat({
  format: "be_intervat",
  member_state: "BE",
  schemes: ["union_oss"],
  version: "OSSConsignment",
  status: "preview",
  channel: "Intervat, OSS declaration by file",
  guide: "docs/filing/belgium.md",
  limits: [],
  confidence: "medium",
  unconfirmed_schemes: [],
  unproven: [
    "No schema was at hand: the structure follows the public examples of one generator.",
    "Nil returns, parts of a quarter, and rows without a number were not seen and are refused.",
  ],
  media_type: "application/xml",
  encoding: "utf-8",
  extension: "xml",
  currency: "EUR",
  number_needed_in: ["2c", "2d"],
  takes_tax_reference: false,
  fields: {
    filer: NumberedFiler.meta({ examples: [{ vat_number: "BE0123456789" }] }),
    establishments: Establishments,
    extras: NoExtras,
  },
  findings: unseenFindings,
  print: (neutral, request) => xmlText({ "o:OSSConsignment": rootOf(neutral, request) }),
});

function unseenFindings({ is_nil, period }: NeutralReturn): FileFinding[] {
  return [
    ...errorIf(
      is_nil,
      "return",
      "nil_return_not_known",
      "how the file says that there was nothing is not known; declare it in Intervat itself",
    ),
    ...errorIf(
      period.days !== null,
      "return",
      "part_period_not_known",
      "how the file names a part of a quarter is not known; declare it in Intervat itself",
    ),
  ];
}

const rootOf = (neutral: NeutralReturn, request: FileRequest): XmlElement => ({
  "@xmlns:o": "http://www.minfin.fgov.be/OSSDeclaration",
  "@xmlns:i": "http://www.minfin.fgov.be/InputCommon",
  "@xmlns:c": "urn:minfin.fgov.be:oss:common",
  "@OSSDeclarationNbr": 1,
  "o:OSSDeclaration": {
    "@SequenceNumber": 1,
    "o:Trader_ID": { "c:VATNumber": issued("BE", request.filer.vat_number) },
    "o:Period": { "c:Year": neutral.period.year, "c:Quarter": neutral.period.number },
    "o:OSSDeclarationInfo": neutral.balances.map(({ member_state }, index) => ({
      "@SequenceNumber": index + 1,
      "c:MemberStateOfConsumption": member_state,
      "c:OSSDeclarationRows": neutral.supplies
        .filter((row) => row.member_state === member_state)
        .map((row, at) => ({ "@SequenceNumber": at + 1, ...detailOf(row, request) })),
      "c:CorrectionsInfo": neutral.corrections
        .filter((one) => one.member_state === member_state)
        .map(({ period, vat_minor }) => ({
          "c:Period": { "c:Year": period.year, "c:Quarter": period.number },
          "c:TotalVATAmountCorrection": inEuro(vat_minor),
        })),
    })),
  },
});

/** Returns a number without its prefix, and the state that issued it. */
const issued = (state: string, number: string): XmlElement => ({
  "@issuedBy": state,
  "#text": withoutPrefix(number),
});

function detailOf(row: NeutralSupply, request: FileRequest): XmlElement {
  const number = row.from === null ? undefined : establishmentIn(request, row.from)?.vat_number;
  return {
    "c:SupplyType": row.supply_type,
    "c:FixedEstablishment":
      row.from === null || number === undefined
        ? undefined
        : { "c:VATIdentificationNumber": issued(row.from, number) },
    "c:VatRateType": { "@type": row.rate_type, "#text": percentString(row.rate_bps) },
    "c:VatAmount": inEuro(row.vat_minor),
    "c:TaxableAmount": inEuro(row.base_minor),
  };
}

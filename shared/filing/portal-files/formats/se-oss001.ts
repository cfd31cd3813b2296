import type { NamedPeriod, NeutralReturn, NeutralSupply } from "../neutral-return.ts";
import {
  Establishments,
  establishmentIn,
  type FileRequest,
  NoExtras,
  NumberedFiler,
} from "../request.ts";
import { CIR_2020_194_UNTIL, returnFormat } from "../return-format.ts";
import { daysNotInFile, nilNotInFile } from "../row-findings.ts";
import { amountText, rateText } from "../text.ts";

/** The Swedish text file OSS_001, one form for three schemes. Every value ends with a semicolon. */
export const SE_OSS001 = returnFormat({
  format: "se_oss001",
  member_state: "SE",
  schemes: ["union_oss", "non_union_oss", "ioss"],
  version: "OSS_001",
  channel: "Upload in Skatteverket's e-service One Stop Shop",
  guide: "docs/filing/sweden.md",
  limits: [],
  confidence: "high",
  confirmed_until: CIR_2020_194_UNTIL,
  unproven: [
    "No file of ours has been handed in yet; the form follows the published text and two generators.",
    "How a nil return looks as a file is not described: it is filed in the form.",
  ],
  media_type: "text/plain",
  encoding: "iso-8859-1",
  extension: "txt",
  currency: "EUR",
  number_needed_in: ["2c", "2d"],
  takes_tax_reference: false,
  fields: {
    filer: NumberedFiler.meta({ examples: [{ vat_number: "SE556000016701" }] }),
    establishments: Establishments,
    extras: NoExtras,
  },
  findings: (neutral) => [...nilNotInFile(neutral), ...daysNotInFile(neutral)],
  print: (neutral, request) =>
    linesOf(neutral, request)
      .map((values) => `${values.map((value) => `${value};`).join("")}\r\n`)
      .join("")
      // A heading without a value.
      .replace("CORRECTIONS;", "CORRECTIONS"),
});

function linesOf(neutral: NeutralReturn, request: FileRequest): string[][] {
  const { period, supplies, corrections } = neutral;
  return [
    ["OSS_001"],
    [request.filer.vat_number, numberOf(period), String(period.year)],
    ...supplies.map((row) => supplyOf(row, request)),
    ...(corrections.length > 0 ? [["CORRECTIONS"]] : []),
    ...corrections.map((correction) => [
      `${correction.period.year}${correction.period.kind === "quarter" ? "Q" : "M"}${numberOf(correction.period)}`,
      correction.member_state,
      amountText(correction.vat_minor, ","),
    ]),
  ];
}

/** Returns the number of a period: two digits for a month, one for a quarter. */
const numberOf = ({ kind, number }: NamedPeriod): string =>
  kind === "quarter" ? String(number) : String(number).padStart(2, "0");

/** Returns the fields of a supply from Sweden, or from another Member State with the filer's VAT number there. */
const supplyOf = (row: NeutralSupply, request: FileRequest): string[] => [
  (row.from === null ? undefined : establishmentIn(request, row.from)?.vat_number) ?? "SE",
  row.member_state,
  rateText(row.rate_bps, ","),
  amountText(row.base_minor, ","),
  amountText(row.vat_minor, ","),
  row.supply_type,
];

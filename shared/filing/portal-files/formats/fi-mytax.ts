import { stringify } from "csv-stringify/sync";
import type { NeutralCorrection, NeutralReturn, NeutralSupply } from "../neutral-return.ts";
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

/** The Finnish CSV of three schemes, columns A to M; sales and corrections leave different columns empty. */
export const FI_MYTAX = returnFormat({
  format: "fi_mytax",
  member_state: "FI",
  schemes: ["union_oss", "non_union_oss", "ioss"],
  version: "Columns A to M, as published on vero.fi",
  channel: "Upload into the OSS return in MyTax (OmaVero)",
  guide: "docs/filing/finland.md",
  limits: [],
  confidence: "medium",
  confirmed_until: CIR_2020_194_UNTIL,
  unconfirmed_schemes: ["non_union_oss", "ioss"],
  unproven: [
    "No file of ours has been handed in yet; the columns follow the published list.",
    "How column K spells the corrected quarter is not published: we write 2/2025, and 9/2025 for a month.",
    "The page describes the columns of the non-Union and the import scheme separately, and was read for the Union scheme alone: we write the Union columns, with J empty.",
  ],
  media_type: "text/csv",
  encoding: "utf-8",
  extension: "csv",
  currency: "EUR",
  number_needed_in: ["2c", "2d"],
  takes_tax_reference: false,
  fields: {
    filer: NumberedFiler.meta({ examples: [{ vat_number: "FI12345678" }] }),
    establishments: Establishments,
    extras: NoExtras,
  },
  findings: (neutral) => [...nilNotInFile(neutral), ...daysNotInFile(neutral)],
  print: (neutral, request) => stringify(recordsOf(neutral, request), { delimiter: ";" }),
});

/** Returns the records. Columns A and B, the row number and the filer's number, begin every record. */
const recordsOf = (
  { supplies, corrections }: NeutralReturn,
  request: FileRequest,
): (string | number)[][] =>
  [...supplies.map((row) => saleOf(row, request)), ...corrections.map(correctionOf)].map(
    (columns, index) => [index + 1, request.filer.vat_number, ...columns],
  );

/** Returns columns C to M of a sale. */
const saleOf = (row: NeutralSupply, request: FileRequest): (string | number)[] => [
  1,
  row.member_state,
  row.supply_type === "GOODS" ? 1 : 2,
  row.rate_type === "STANDARD" ? 1 : 2,
  rateText(row.rate_bps, ","),
  amountText(row.base_minor, ","),
  amountText(row.vat_minor, ","),
  (row.from === null ? undefined : establishmentIn(request, row.from)?.vat_number) ?? "",
  "",
  "",
  "",
];

/** Returns columns C to M of a correction. */
const correctionOf = ({ period, member_state, vat_minor }: NeutralCorrection) => [
  2,
  ...Array.from({ length: 7 }, () => ""),
  `${period.number}/${period.year}`,
  member_state,
  amountText(vat_minor, ","),
];

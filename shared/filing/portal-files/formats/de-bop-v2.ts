import { stringify } from "csv-stringify/sync";
import * as z from "zod";
import type { NeutralReturn, NeutralSupply } from "../neutral-return.ts";
import { Establishments, establishmentIn, type FileRequest, NumberedFiler } from "../request.ts";
import { CIR_2020_194_UNTIL, returnFormat } from "../return-format.ts";
import {
  daysNotInFile,
  errorIf,
  type FileFinding,
  nilNotInFile,
  zeroAmountFindings,
} from "../row-findings.ts";
import { amountText, type DecimalSign, rateText } from "../text.ts";

const GermanExtras = z
  .strictObject({
    decimal_sign: z
      .enum([".", ","])
      .default(".")
      .describe(
        "Decimal sign of the file: a point in the generators of version 2.0, a comma if the portal's import asks for one",
      ),
    deemed_supplier: z
      .boolean()
      .default(false)
      .describe(
        "True if all goods of section 2d are sales that the filer's platform is deemed to make (Art. 14a): flag 2 instead of 1",
      ),
  })
  .prefault({});

type GermanRequest = FileRequest<z.output<typeof NumberedFiler>, z.output<typeof GermanExtras>>;

/** Maximum number of lines in an import of Mein BOP, without the version line. */
const MOST_RECORDS = 6_000;

/**
 * The German CSV of record types: 1 names a Member State of consumption, 2 to 5 are the sections of part 2, 6 is part
 * 3. The import fills in the form but does not file it.
 */
export const DE_BOP_V2 = returnFormat({
  format: "de_bop_v2",
  member_state: "DE",
  schemes: ["union_oss"],
  version: "Import 2.0",
  channel:
    "Import into the form of the OSS EU scheme in Mein BOP (BZSt), which is then checked and sent",
  guide: "docs/filing/germany.md",
  limits: [`At most ${MOST_RECORDS} records`, "No amount of 0.00"],
  confidence: "medium",
  confirmed_until: CIR_2020_194_UNTIL,
  unproven: [
    "No file of ours has been imported yet; the records follow the published help and two generators.",
    "Point or comma before the cents: choose with extras.decimal_sign.",
    "That flag 1 of record 5 means ordinary sales and 2 those of a platform follows one generator.",
  ],
  media_type: "text/csv",
  encoding: "utf-8",
  extension: "csv",
  currency: "EUR",
  number_needed_in: ["2c"],
  takes_tax_reference: true,
  fields: {
    filer: NumberedFiler.describe("Checked; the file does not carry it").meta({
      examples: [{ vat_number: "DE123456789" }],
    }),
    establishments: Establishments,
    extras: GermanExtras,
  },
  findings: (neutral) => [
    ...nilNotInFile(neutral),
    ...daysNotInFile(neutral),
    ...zeroAmountFindings(neutral),
    ...countFindings(neutral),
  ],
  print: (neutral, request) =>
    `#v2.0\r\n${stringify(recordsOf(neutral, request), { record_delimiter: "windows" })}`,
});

const statesOf = ({ supplies, corrections }: NeutralReturn): string[] =>
  [...new Set([...supplies, ...corrections].map((correction) => correction.member_state))].sort();

function countFindings(neutral: NeutralReturn): FileFinding[] {
  const { supplies, corrections } = neutral;
  const count = statesOf(neutral).length + supplies.length + corrections.length;
  const message = `the file would have ${count} records, and the import takes ${MOST_RECORDS}`;
  return errorIf(count > MOST_RECORDS, "return", "too_many_records", message);
}

const RECORD_TYPES = { "2a": 2, "2b": 3, "2c": 4, "2d": 5 } as const;

function recordsOf(neutral: NeutralReturn, request: GermanRequest): (string | number)[][] {
  const { decimal_sign } = request.extras;
  return [
    ...statesOf(neutral).map((state) => [1, state]),
    ...neutral.supplies
      .map((row) => supplyOf(row, request))
      .sort(([one], [other]) => Number(one) - Number(other)),
    ...neutral.corrections.map(({ period, member_state, vat_minor }) => [
      6,
      period.year,
      period.number,
      member_state,
      amountText(vat_minor, decimal_sign),
    ]),
  ];
}

function supplyOf(row: NeutralSupply, request: GermanRequest): (string | number)[] {
  const { decimal_sign, deemed_supplier } = request.extras;
  // In the Union scheme, the only one of this form, every row has a section.
  const section = row.section as NonNullable<NeutralSupply["section"]>;
  return [
    RECORD_TYPES[section],
    row.member_state,
    ...(section === "2d" ? [deemed_supplier ? 2 : 1] : []),
    ...(row.from === null ? [] : originOf(row.from, request)),
    row.rate_type,
    ...figuresOf(row, decimal_sign),
  ];
}

const figuresOf = (row: NeutralSupply, sign: DecimalSign): string[] => [
  rateText(row.rate_bps, sign),
  amountText(row.base_minor, sign),
  amountText(row.vat_minor, sign),
];

/** Returns the state and one of the two numbers. */
function originOf(from: string, request: GermanRequest): string[] {
  const { vat_number = "", tax_reference = "" } = establishmentIn(request, from) ?? {};
  return [from, vat_number, tax_reference];
}

import { type XmlElement, xmlText } from "../../../core/files/xml.ts";
import type { NeutralReturn, NeutralSupply } from "../neutral-return.ts";
import {
  Establishments,
  establishmentIn,
  type FileRequest,
  NoExtras,
  NumberedFiler,
} from "../request.ts";
import { CIR_2020_194_UNTIL, returnFormat } from "../return-format.ts";
import {
  correctionsTypedIn,
  daysNotInFile,
  salesNeeded,
  zeroAmountFindings,
} from "../row-findings.ts";
import { amountText, rateText } from "../text.ts";

/** The Austrian upload for the Union and the non-Union scheme: sales alone, whose VAT the portal computes. */
export const AT_OSS = returnFormat({
  format: "at_oss",
  member_state: "AT",
  schemes: ["union_oss", "non_union_oss"],
  version: "XML Erklaerungen",
  channel:
    "Upload under Erklärung einreichen in the EU-OSS of FinanzOnline, or in eVAT for the non-Union scheme; it fills the form",
  guide: "docs/filing/austria.md",
  limits: ["Sales alone; corrections are typed in", "One row for each state, rate and kind"],
  confidence: "medium",
  confirmed_until: CIR_2020_194_UNTIL,
  unproven: [
    "No file of ours has been uploaded yet; the rows follow another program, whose file the ministry's test upload took.",
    "The country code of Greece (EL) and the prefix of numbers in uidFixedEst are our reading.",
    "Goods sent from another Member State carry your number there in uidFixedEst; the description names fixed establishments alone.",
  ],
  media_type: "application/xml",
  encoding: "utf-8",
  extension: "xml",
  currency: "EUR",
  number_needed_in: ["2c", "2d"],
  takes_tax_reference: false,
  fields: {
    filer: NumberedFiler.describe("Checked; the file does not carry it").meta({
      examples: [{ vat_number: "ATU12345675" }],
    }),
    establishments: Establishments,
    extras: NoExtras,
  },
  // The file carries no VAT: the portal computes it, whatever the difference.
  largestAdjustment: Number.MAX_SAFE_INTEGER,
  findings: (neutral) => [
    ...salesNeeded(neutral),
    ...daysNotInFile(neutral),
    ...zeroAmountFindings(neutral),
    ...correctionsTypedIn(neutral),
  ],
  print: (neutral, request) =>
    xmlText({
      Erklaerungen: { Erklaerung: merged(neutral).map((row) => elementOf(row, request)) },
    }),
});

/** Merges rows of one origin, state, rate and kind: the portal rejects a second one. */
const merged = ({ supplies }: NeutralReturn): NeutralSupply[] =>
  [
    ...Map.groupBy(supplies, (row) =>
      [row.from, row.member_state, row.rate_bps, row.supply_type].join(" "),
    ).values(),
  ].flatMap((rows) =>
    rows.slice(0, 1).map((first) => ({
      ...first,
      base_minor: rows.reduce((sum, row) => sum + row.base_minor, 0),
    })),
  );

const elementOf = (row: NeutralSupply, request: FileRequest): XmlElement => ({
  goods: String(row.supply_type === "GOODS"),
  uidFixedEst: row.from === null ? undefined : establishmentIn(request, row.from)?.vat_number,
  mscon: row.member_state,
  taxable: amountText(row.base_minor, ","),
  vatRate: rateText(row.rate_bps, ","),
});

import * as z from "zod";
import type { IsoDate } from "../../../core/calendar/dates.ts";
import { type XmlElement, xmlText } from "../../../core/files/xml.ts";
import { percentString } from "../../../core/money/money.ts";
import { withoutPrefix } from "../../../vat/seller/identifier.ts";
import { Bic, Iban } from "../../payment/schema.ts";
import type { NeutralCorrection, NeutralReturn, NeutralSupply } from "../neutral-return.ts";
import {
  Establishments,
  establishmentIn,
  type FileRequest,
  filerName,
  VatNumber,
} from "../request.ts";
import { CIR_2020_194_UNTIL, returnFormat } from "../return-format.ts";
import { errorIf, type FileFinding, rejectedRows, vatOfBaseFindings } from "../row-findings.ts";
import { euros } from "../text.ts";

const CzechFiler = z.strictObject({ vat_number: VatNumber, name: filerName(255) });

const CzechExtras = z
  .strictObject({
    electronic_interface: z
      .boolean()
      .default(false)
      .describe("True if the filer facilitates sales of others (Art. 14a)"),
    account_name: filerName(70).optional(),
    iban: Iban.optional(),
    bic: Bic.optional(),
  })
  .prefault({});

type CzechRequest = FileRequest<z.output<typeof CzechFiler>, z.output<typeof CzechExtras>>;

/** The Czech form OSSEI1. Its schema is loose, so the requirements in the form's own notes are checked here. */
export const CZ_OSSEI1 = returnFormat({
  format: "cz_ossei1",
  member_state: "CZ",
  schemes: ["union_oss"],
  version: "OSSEI1 01.01.04",
  channel: "Upload inside the OSS application of the Czech tax portal",
  guide: "docs/filing/czechia.md",
  limits: ["Amounts of at most 13 digits", "Names of at most 255 characters"],
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
    filer: CzechFiler.meta({ examples: [{ vat_number: "CZ12345678", name: "Sample s.r.o." }] }),
    establishments: Establishments,
    extras: CzechExtras,
  },
  findings: (neutral) => [
    ...amountFindings(neutral),
    ...neutral.corrections.flatMap(tooEarly),
    // The form's note requires base times rate; no portal is known to enforce it.
    ...vatOfBaseFindings(neutral, "warning"),
  ],
  print: (neutral, request) =>
    xmlText({ Pisemnost: { OSSEI1: { "@verzePis": "01.01.04", ...contentOf(neutral, request) } } }),
});

const contentOf = (neutral: NeutralReturn, request: CzechRequest): XmlElement => ({
  VetaD: headOf(neutral, request),
  VetaP: { "@dic": withoutPrefix(request.filer.vat_number) },
  VetaR: neutral.supplies.map((row) => supplyOf(row, request)),
  VetaO: neutral.corrections.map((correction) => ({
    "@quarter": correction.period.number,
    "@year": correction.period.year,
    "@state_consumption": correction.member_state,
    "@correction": euros(correction.vat_minor),
  })),
});

/**
 * Returns the head of the form. It has dates if the registration begins or ends inside the quarter, even without a
 * move.
 */
function headOf({ period, is_nil }: NeutralReturn, { filer, extras }: CzechRequest): XmlElement {
  const { begins_inside, ends_inside, registered } = period;
  return {
    "@k_uladis": "OSS",
    "@dokument": "EI1",
    "@electronic_interface": extras.electronic_interface ? "1" : "0",
    "@quarter": period.number,
    "@year": period.year,
    "@period_start_date": begins_inside ? dayText(registered.first) : undefined,
    "@period_end_date": ends_inside ? dayText(registered.last) : undefined,
    "@vat_number": withoutPrefix(filer.vat_number),
    "@account_name": extras.account_name,
    "@iban_code": extras.iban,
    "@bic_code": extras.bic,
    "@company_name": filer.name,
    "@trans": is_nil ? "N" : "A",
  };
}

/** Formats 2025-08-01 as 1.8.2025. */
const dayText = (day: IsoDate): string => day.split("-").reverse().map(Number).join(".");

/** The Member State of dispatch may have no number; its code is enough. */
const NO_NUMBER = { vat_number: undefined, tax_reference: undefined };

function supplyOf(row: NeutralSupply, request: CzechRequest): XmlElement {
  const own = { vat_number: request.filer.vat_number, tax_reference: undefined };
  const { vat_number, tax_reference } =
    row.from === null ? own : (establishmentIn(request, row.from) ?? NO_NUMBER);
  return {
    "@country": row.from ?? "CZ",
    "@vat_number": vat_number === undefined ? undefined : withoutPrefix(vat_number),
    "@tin": tax_reference,
    "@state_consumption": row.member_state,
    "@vat_rate_type_code": row.rate_type === "STANDARD" ? "Z" : "S",
    "@vat_rate": percentString(row.rate_bps),
    "@taxable_amount": euros(row.base_minor),
    "@vat_amount": euros(row.vat_minor),
    "@supply_type_code": row.supply_type === "GOODS" ? "G" : "S",
  };
}

/** Smallest amount that is too large: the form has eleven digits before the decimal point and two after. */
const TOO_MUCH = 10 ** 13;

const amountFindings = (neutral: NeutralReturn): FileFinding[] =>
  rejectedRows(
    neutral,
    "amount_too_long",
    () => "the form has room for 13 digits",
    (row) => Math.max(row.base_minor, row.vat_minor) >= TOO_MUCH,
  );

/** Finds corrections of quarters before the scheme began, which the form cannot name. */
const tooEarly = ({ index, period }: NeutralCorrection): FileFinding[] =>
  errorIf(
    period.key < "2021-Q3",
    `corrections.${index}`,
    "correction_before_scheme",
    `${period.key} is before 2021-Q3, the first quarter of the scheme`,
  );

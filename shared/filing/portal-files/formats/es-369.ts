import * as z from "zod";
import { Identifier, withoutPrefix } from "../../../vat/seller/identifier.ts";
import type { SchemeType } from "../../../vat/seller/registration.ts";
import type { NamedPeriod, NeutralReturn, NeutralSupply } from "../neutral-return.ts";
import {
  Establishments,
  establishmentIn,
  type FileRequest,
  filerName,
  VatNumber,
} from "../request.ts";
import { CIR_2020_194_UNTIL, returnFormat } from "../return-format.ts";
import { daysNotInFile, errorIf, type FileFinding, zeroAmountFindings } from "../row-findings.ts";
import { amountText } from "../text.ts";

/*
 * The pages of the Spanish form 369, based on the record design of the AEAT (DR369, version 1.1). A field is its kind
 * and its width: A is text, left-aligned; N is a number, right-aligned. An empty field is blank, never zero.
 */

/** State, rate, type of rate, base, VAT. */
const SUPPLY = "A2 N5 A1 N17 N17";
/** The Member State of origin and the filer's number there, followed by the fields of SUPPLY. */
const SUPPLY_FROM_ABROAD = `A2 A15 ${SUPPLY}`;
/** State, year, kind of period, period, VAT. */
const CORRECTION = "A2 N4 A1 A2 N17";

/** Scheme, category, kind of payment, its reference, amount paid; then C for a further page. */
const DECLARATION = "A5 A1 A1 A22 N17 A1";

type Layout = {
  /** The fields between the page's opening tag and its list. */
  readonly head: string;
  /** The fields of one of the 28 groups of the list, for pages with a list. */
  readonly group?: string;
  /** Number of blanks before the closing tag. */
  readonly reserved: number;
};

const LAYOUTS = {
  "00": { head: "", reserved: 93 },
  "01": { head: `${DECLARATION} A2 A15 A15 A125 N4 A1 N2 A1`, group: SUPPLY, reserved: 17 },
  "02": { head: "A1", group: CORRECTION, reserved: 17 },
  "03": { head: "A1", reserved: 2929 },
  "04": { head: `${DECLARATION} A2 A15 A125 N4 A1 N2 N8 N8 A1`, group: SUPPLY, reserved: 17 },
  "05": { head: "A1", group: SUPPLY, reserved: 17 },
  "06": { head: "A1", group: SUPPLY_FROM_ABROAD, reserved: 17 },
  "07": { head: "A1", group: SUPPLY_FROM_ABROAD, reserved: 17 },
  "08": { head: "A1", group: CORRECTION, reserved: 17 },
  "09": { head: "A1", reserved: 5785 },
  "10": {
    head: `${DECLARATION} A2 A15 A15 A125 A1 A15 N4 A1 N2 N8 N8 A1`,
    group: SUPPLY,
    reserved: 17,
  },
  "11": { head: "A1", group: CORRECTION, reserved: 17 },
  "12": { head: "A1", reserved: 2929 },
} as const satisfies Record<string, Layout>;

/** The two-digit number of a page. */
type PageNumber = keyof typeof LAYOUTS;

type Form = {
  readonly regime: string;
  /** The page with the declarant and the first list of supplies. */
  readonly first: PageNumber;
  /** The pages of the sections after the first. */
  readonly sections: readonly (readonly [NonNullable<NeutralSupply["section"]>, PageNumber])[];
  readonly corrections: PageNumber;
  readonly last: PageNumber;
};

const FORMS: Readonly<Record<SchemeType, Form>> = {
  union_oss: {
    regime: "MOSS",
    first: "04",
    sections: [
      ["2b", "05"],
      ["2c", "06"],
      ["2d", "07"],
    ],
    corrections: "08",
    last: "09",
  },
  non_union_oss: { regime: "VOES", first: "01", sections: [], corrections: "02", last: "03" },
  ioss: { regime: "IMPO", first: "10", sections: [], corrections: "11", last: "12" },
};

/** The values of a field list, in its order; undefined is blank. */
type Values = readonly (string | number | undefined)[];

const GROUPS_OF_A_PAGE = 28;

/**
 * Prints a page with its groups, and further pages if there are more than 28 groups. `head` receives the letter C for a
 * further page.
 * @throws RangeError if a value is wider than its field
 */
function pagesOf(
  number: PageNumber,
  head: (further: "C" | undefined) => Values,
  groups: readonly Values[] = [],
): string {
  const count = Math.max(1, Math.ceil(groups.length / GROUPS_OF_A_PAGE));
  return Array.from({ length: count }, (_, page) => {
    const from = page * GROUPS_OF_A_PAGE;
    return lockPage(
      number,
      head(page > 0 ? "C" : undefined),
      groups.slice(from, from + GROUPS_OF_A_PAGE),
    );
  }).join("");
}

function lockPage(number: PageNumber, head: Values, groups: readonly Values[]): string {
  const { group, reserved, ...layout }: Layout = LAYOUTS[number];
  const list = group
    ? Array.from({ length: GROUPS_OF_A_PAGE }, (_, at) => filled(group, groups[at] ?? []))
    : [];
  return [
    `<T369${number}>`,
    filled(layout.head, head),
    ...list,
    " ".repeat(reserved),
    `</T369${number}>`,
  ].join("");
}

/** Joins the values, each padded to the width of its field. */
const filled = (layout: string, values: Values): string =>
  layout
    .split(" ")
    .filter((field) => field !== "")
    .map((field, at) => padded(field, String(values[at] ?? "")))
    .join("");

function padded(field: string, value: string): string {
  const width = Number(field.slice(1));
  if (value.length > width) throw new RangeError(`${value.length} characters for a field ${field}`);
  return field.startsWith("N") ? value.padStart(width) : value.padEnd(width);
}

/** The declarant. In the Union scheme the tax number is the VAT number without its prefix. */
const SpanishFiler = z.strictObject({
  vat_number: VatNumber,
  name: filerName(125),
  tax_number: z
    .string()
    .regex(/^[A-Z0-9]{9}$/, "must be 9 capitals and digits")
    .optional()
    .describe("The Spanish NIF; needed in the non-Union and the import scheme"),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, "must be two capitals")
    .optional()
    .describe("Country of the declarant, ISO 3166-1 alpha-2, but EL for Greece; ES unless given"),
  intermediary_number: Identifier.optional().describe("IN… number, in the import scheme alone"),
});

const PAYMENTS = ["I", "N", "O", "S", "T"] as const;

const SpanishExtras = z
  .strictObject({
    payment_type: z
      .enum(PAYMENTS)
      .optional()
      .describe(
        "Type of payment: I pays, S pays a part, O pays nothing now, T pays from an account abroad, N has nothing to pay; I or N unless given",
      ),
    payment_reference: z
      .string()
      .regex(/^[A-Z0-9]{22}$/, "must be 22 capitals and digits")
      .optional()
      .describe("Reference (NRC) of a payment made before"),
    paid_minor: z.int().positive().optional().describe("Amount paid with that reference, in cents"),
  })
  .prefault({});

type SpanishRequest = FileRequest<z.output<typeof SpanishFiler>, z.output<typeof SpanishExtras>>;

/** True if the form of the scheme has the number of the scheme in addition to the tax number. */
const hasSchemeNumber = ({ scheme }: NeutralReturn): boolean => scheme !== "union_oss";

/** Returns the NIF of the first line and of the declarant's page. */
const taxNumberOf = (neutral: NeutralReturn, { filer }: SpanishRequest): string =>
  (hasSchemeNumber(neutral) ? filer.tax_number : undefined) ?? withoutPrefix(filer.vat_number);

/** Returns the warning of missing days. Only the form of the non-Union scheme has no fields for days. */
const spanishDays = (neutral: NeutralReturn): FileFinding[] =>
  neutral.scheme === "non_union_oss" ? daysNotInFile(neutral) : [];

const spanishFindings = (neutral: NeutralReturn, request: SpanishRequest): FileFinding[] => [
  ...errorIf(
    hasSchemeNumber(neutral) && request.filer.tax_number === undefined,
    "filer.tax_number",
    "tax_number_missing",
    "this scheme's form asks for the Spanish NIF beside the number of the scheme",
  ),
  ...errorIf(
    neutral.identification.intermediary_number_masked !== undefined &&
      request.filer.intermediary_number === undefined,
    "filer.intermediary_number",
    "intermediary_number_missing",
    "the registration has an intermediary, whose number the form asks for",
  ),
  ...errorIf(
    !/^[\p{L}\p{N} ]+$/u.test(request.filer.name),
    "filer.name",
    "name_not_alphanumeric",
    "the record design takes letters, digits and blanks: Muestra, S.L. is MUESTRA SL",
  ),
  ...paymentFindings(neutral, request),
  ...numberFindings(request),
];

function paymentFindings({ total_minor }: NeutralReturn, { extras }: SpanishRequest) {
  const { payment_type } = extras;
  const pays = payment_type !== undefined && payment_type !== "N";
  return errorIf(
    payment_type !== undefined && pays !== total_minor > 0,
    "extras.payment_type",
    "payment_type_unlike_total",
    `${payment_type} does not go with ${amountText(total_minor)} payable`,
  );
}

const WIDEST_NUMBER = 15;

const numberFindings = ({ establishments }: SpanishRequest): FileFinding[] =>
  establishments.flatMap(({ tax_reference = "" }, index) =>
    errorIf(
      tax_reference.length > WIDEST_NUMBER,
      `establishments.${index}.tax_reference`,
      "tax_reference_too_long",
      `the form has room for ${WIDEST_NUMBER} characters`,
    ),
  );

/** The Spanish form 369: one line of fields of fixed width, in pages of the scheme. */
export const ES_369 = returnFormat({
  format: "es_369",
  member_state: "ES",
  schemes: ["union_oss", "non_union_oss", "ioss"],
  version: "Record design 1.1 of form 369",
  channel: "Presentation of form 369 by file in the Sede electrónica of the AEAT",
  guide: "docs/filing/spain.md",
  limits: [
    "28 lines a page; more go on a further page marked C",
    "Names of at most 125 letters, digits and blanks",
    "Numbers of establishments of at most 15 characters",
  ],
  confidence: "high",
  confirmed_until: CIR_2020_194_UNTIL,
  unproven: [
    "No file of ours has been handed in yet; every field follows the official record design.",
    "The form does not say if an amount of 0.00 is allowed; such a row is refused.",
  ],
  media_type: "text/plain",
  encoding: "iso-8859-1",
  extension: "txt",
  currency: "EUR",
  number_needed_in: ["2c"],
  takes_tax_reference: true,
  fields: {
    filer: SpanishFiler.meta({
      examples: [{ vat_number: "ESB12345678", name: "EMPRESA DE MUESTRA SL" }],
    }),
    establishments: Establishments,
    extras: SpanishExtras,
  },
  findings: (neutral) => [...zeroAmountFindings(neutral), ...spanishDays(neutral)],
  requestFindings: spanishFindings,
  print: fileOf,
});

/** Returns the period in the tags: 1T to 4T for quarters, two digits for months. */
const periodTag = ({ kind, number }: NamedPeriod): string =>
  kind === "quarter" ? `${number}T` : String(number).padStart(2, "0");

function fileOf(neutral: NeutralReturn, request: SpanishRequest): string {
  const { period, scheme, supplies, corrections } = neutral;
  const { first, sections, last, ...form } = FORMS[scheme];
  const tag = `${period.year}${periodTag(period)}0000>`;
  const listed = (isMeant: (row: NeutralSupply) => boolean) =>
    supplies.filter(isMeant).map((row) => supplyOf(row, request));
  const optional = (page: PageNumber, groups: readonly Values[]) =>
    groups.length === 0 ? "" : pagesOf(page, (further) => [further], groups);
  return [
    `<T3690${tag}${" ".repeat(92)}${taxNumberOf(neutral, request).padEnd(9)}${" ".repeat(210)}`,
    pagesOf("00", () => []),
    pagesOf(
      first,
      (further) => headOf(neutral, request, further),
      listed(({ section }) => section === null || section === "2a"),
    ),
    ...sections.map(([meant, page]) =>
      optional(
        page,
        listed(({ section }) => section === meant),
      ),
    ),
    optional(
      form.corrections,
      corrections.map((correction) => [
        correction.member_state,
        correction.period.year,
        correction.period.kind === "quarter" ? "T" : "M",
        correction.period.number,
        correction.vat_minor,
      ]),
    ),
    pagesOf(last, () => [undefined]),
    `</T3690${tag}`,
  ].join("");
}

/** Returns the fields of the first page before its list; they differ by scheme. */
function headOf(neutral: NeutralReturn, request: SpanishRequest, further: "C" | undefined): Values {
  const { period, scheme, total_minor, is_nil } = neutral;
  const { filer, extras } = request;
  const { payment_type = total_minor > 0 ? "I" : "N", payment_reference, paid_minor } = extras;
  const { intermediary_number } = filer;
  const days = [period.days?.first, period.days?.last].map((day) => day?.replaceAll("-", ""));
  return [
    ...[FORMS[scheme].regime, "D", payment_type, payment_reference, paid_minor, further],
    filer.country ?? "ES",
    taxNumberOf(neutral, request),
    ...(scheme === "union_oss" ? [] : [filer.vat_number]),
    filer.name,
    ...(scheme === "ioss" ? [intermediary_number ? "1" : "0", intermediary_number] : []),
    ...[period.year, period.kind === "quarter" ? "T" : "M", period.number],
    ...(scheme === "non_union_oss" ? [] : days),
    is_nil ? "1" : "0",
  ];
}

/**
 * Returns the fields of a supply. Amounts are in cents without a decimal sign; the number in another state has no
 * prefix.
 */
function supplyOf(row: NeutralSupply, request: SpanishRequest): Values {
  const { vat_number, tax_reference } =
    (row.from === null ? undefined : establishmentIn(request, row.from)) ?? {};
  return [
    ...(row.from === null
      ? []
      : [row.from, vat_number ? withoutPrefix(vat_number) : tax_reference]),
    row.member_state,
    row.rate_bps,
    row.rate_type === "STANDARD" ? "S" : "R",
    row.base_minor,
    row.vat_minor,
  ];
}

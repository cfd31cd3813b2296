import * as z from "zod";
import { type FileFinding, refusalIf } from "../finding.ts";
import { daysNotInFile } from "../form-gaps.ts";
import type { NeutralReturn } from "../neutral-return.ts";
import { type FileRequest, filerName, VatNumber, withoutPrefix } from "../request.ts";
import { amountText } from "../text.ts";

/** Who declares: in the Union scheme the tax number is the VAT number without its prefix. */
export const SpanishFiler = z.strictObject({
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
    .describe("Of the declarant, as ISO 3166-1 has it, but EL for Greece; ES unless given"),
  intermediary_number: VatNumber.optional().describe("IN… number, in the import scheme alone"),
});

const PAYMENTS = ["I", "N", "O", "S", "T"] as const;

export const SpanishExtras = z
  .strictObject({
    payment_type: z
      .enum(PAYMENTS)
      .optional()
      .describe(
        "I pays, S pays a part, O pays nothing now, T pays from an account abroad, N has nothing to pay; I or N unless given",
      ),
    payment_reference: z
      .string()
      .regex(/^[A-Z0-9]{22}$/, "must be 22 capitals and digits")
      .optional()
      .describe("NRC of a payment made before"),
    amount_paid_minor: z.int().positive().optional().describe("Cents paid with that reference"),
  })
  .prefault({});

export type SpanishRequest = FileRequest<
  z.output<typeof SpanishFiler>,
  z.output<typeof SpanishExtras>
>;

/** Whether the form of the scheme asks for the number of the scheme beside the tax number. */
const hasSchemeNumber = ({ scheme }: NeutralReturn): boolean => scheme !== "union_oss";

/** The NIF, which the first line and the declarant's page carry. */
export const taxNumberOf = (neutral: NeutralReturn, { filer }: SpanishRequest): string =>
  (hasSchemeNumber(neutral) ? filer.tax_number : undefined) ?? withoutPrefix(filer.vat_number);

/** The form of the non-Union scheme alone has no fields for days. */
export const spanishDays = (neutral: NeutralReturn): FileFinding[] =>
  neutral.scheme === "non_union_oss" ? daysNotInFile(neutral) : [];

/** What the form asks of the request. */
export const spanishFindings = (neutral: NeutralReturn, request: SpanishRequest): FileFinding[] => [
  ...refusalIf(
    hasSchemeNumber(neutral) && request.filer.tax_number === undefined,
    "filer.tax_number",
    "tax_number_missing",
    "this scheme's form asks for the Spanish NIF beside the number of the scheme",
  ),
  ...refusalIf(
    neutral.identification.intermediary_number_masked !== undefined &&
      request.filer.intermediary_number === undefined,
    "filer.intermediary_number",
    "intermediary_number_missing",
    "the registration has an intermediary, whose number the form asks for",
  ),
  ...refusalIf(
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
  return refusalIf(
    payment_type !== undefined && pays !== total_minor > 0,
    "extras.payment_type",
    "payment_type_unlike_total",
    `${payment_type} does not go with ${amountText(total_minor)} payable`,
  );
}

const WIDEST_NUMBER = 15;

const numberFindings = ({ establishments }: SpanishRequest): FileFinding[] =>
  establishments.flatMap(({ tax_reference = "" }, index) =>
    refusalIf(
      tax_reference.length > WIDEST_NUMBER,
      `establishments.${index}.tax_reference`,
      "tax_reference_too_long",
      `the form has room for ${WIDEST_NUMBER} characters`,
    ),
  );

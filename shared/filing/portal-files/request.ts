import * as z from "zod";
import type { IsoDate } from "../../core/calendar/dates.ts";
import { invalidRequest } from "../../core/errors/errors.ts";
import { faultIf } from "../../core/errors/field-errors.ts";
import type { XmlElement } from "../../core/files/xml.ts";
import type { LedgerId } from "../../core/ids.ts";
import { withRules } from "../../core/input/fields.ts";
import { loadFullIdentifier } from "../../ledger/full-identifiers/store-full-identifiers.ts";
import { MemberStateCode } from "../../vat/reference-data/schema.ts";
import { Identifier, withoutPrefix } from "../../vat/seller/identifier.ts";

/*
 * The data of a portal file that is not stored. It comes with the request, and is used only in the file.
 */

/**
 * Returns the schema for a name of the filer: one line of text that XML can hold, so no control characters, lone
 * surrogates or noncharacters (XML 1.0, production 2).
 */
export const filerName = (longest: number) =>
  z
    .string("must be a text")
    .max(longest, `must have at most ${longest} characters`)
    .regex(/^[^\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]*$/u, "must not hold control characters")
    .trim()
    .min(1, "must not be empty");

/** The number under which the return is filed, empty if it is left out; a VAT number may omit its country prefix. */
export const VatNumber = Identifier.default("").describe(
  "The number of the registration in full: VAT number, EU… or IM… number. May be left out if it is stored (`PUT /v1/account/identifiers`), except with a read-only key",
);

/** The filer of a format that requires only the number. */
export const NumberedFiler = z.strictObject({ vat_number: VatNumber });

/** The fields of a filer that all formats share. */
export type Filer = {
  readonly vat_number: string;
  /** The intermediary's number in the import scheme; required by formats that have a field for it. */
  readonly intermediary_number?: string | undefined;
};

/** A number of the filer in another Member State, for rows of 2c and 2d. */
const Establishment = withRules(
  z.strictObject({
    country: MemberStateCode,
    vat_number: Identifier.optional(),
    tax_reference: z
      .string()
      .regex(/^[A-Za-z0-9+*]{1,20}$/, "must be 1 to 20 letters and digits")
      .optional()
      .describe("Tax reference number, if that state has given no VAT number"),
  }),
  ({ vat_number, tax_reference }) =>
    faultIf(
      (vat_number === undefined) === (tax_reference === undefined),
      "vat_number",
      "give either vat_number or tax_reference",
    ),
).meta({ id: "FileEstablishment" });
export type Establishment = z.output<typeof Establishment>;

/** The establishments, with at most one number per country. */
export const Establishments = z
  .array(Establishment)
  .max(28)
  .refine((list) => new Set(list.map(({ country }) => country)).size === list.length, {
    message: "must name each country once",
  })
  .default([])
  .meta({ examples: [[{ country: "PL", vat_number: "PL1234567890" }]] });

/** The extras of formats without national fields. */
export const NoExtras = z.strictObject({}).default({});

/**
 * A request as printers receive it: its numbers are validated, in capitals without blanks, and VAT numbers have their
 * country prefix.
 */
export type FileRequest<F extends Filer = Filer, X = object> = {
  readonly filer: F;
  readonly establishments: readonly Establishment[];
  readonly extras: X;
  /** The day of the request, for forms with a date. */
  readonly prepared_on: IsoDate;
};

/** Returns the establishment given for a Member State, if there is one. */
export const establishmentIn = (
  { establishments }: Pick<FileRequest, "establishments">,
  country: string,
): Establishment | undefined =>
  establishments.find((establishment) => establishment.country === country);

/**
 * Returns the origin of a supply in the common message of Annex III: the VAT number without its prefix, otherwise a tax
 * reference, otherwise only the country. `prefix` belongs to the element name of the number.
 */
export function euTrader(
  country: string,
  establishment: Establishment | undefined,
  prefix = "",
): XmlElement {
  const { vat_number, tax_reference } = establishment ?? {};
  const numbered = (name: string, text: string) => ({
    EUTraderID: { [`${prefix}${name}`]: { "@issuedBy": country, "#text": text } },
  });
  if (vat_number) return numbered("VATIdentificationNumber", withoutPrefix(vat_number));
  if (tax_reference) return numbered("TaxReferenceNumber", tax_reference);
  return { CountryCode: country };
}

/** The caller of a file, and the registration that the return is filed under. */
type FileCaller = {
  readonly ledger: LedgerId;
  /** A read-only key never gets a number that it does not send. */
  readonly scope: "full" | "read-only";
  readonly registration_id: number;
};

/** Reads the stored numbers of the registration, for a caller who may get them. */
export const storedNumbers = async ({ ledger, scope, registration_id }: FileCaller) =>
  scope === "full" ? loadFullIdentifier(ledger, registration_id) : undefined;

/**
 * Returns the filer with the stored numbers in place of those that the request leaves out.
 * @throws DomainError `invalid_request` if neither has the number
 */
export async function withStoredNumbers(filer: Filer, caller: FileCaller): Promise<Filer> {
  if (filer.vat_number !== "") return filer;
  const stored = await storedNumbers(caller);
  if (!stored) {
    const message = "is required: no number of the registration is stored for this caller";
    throw invalidRequest([{ field: "filer.vat_number", message }]);
  }
  const intermediary_number = filer.intermediary_number ?? stored.intermediary_number;
  return {
    ...filer,
    vat_number: stored.number,
    ...(intermediary_number === undefined ? {} : { intermediary_number }),
  };
}

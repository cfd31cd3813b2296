import type { VatClient } from "../../../client/src/eu-vat-client.ts";
import { filledIn, formFields } from "./form-fields.ts";
import type { FileChoice } from "./load-filing.ts";

type FileRequest = Parameters<VatClient["makeReturnFile"]>[0]["body"];

/** Returns the name of the form field with an establishment's number. */
export const establishmentName = (country: string): string => `establishment.${country}`;

export const acceptName = (rule: string): string => `accept.${rule}`;

/**
 * Builds the request from a filled form. Numbers are written to the file and not stored.
 * @param isDraft true for a period that is still open.
 */
export function fileRequest(
  data: FormData,
  { format, checked }: FileChoice,
  isDraft: boolean,
): FileRequest {
  const { filer, extras } = format.fields;
  const establishments = checked.establishments.flatMap(({ country }) => {
    const typed = String(data.get(establishmentName(country)) ?? "").trim();
    if (typed === "") return [];
    // A tax reference of a state without a VAT number does not begin with the state's code.
    const isVatNumber = !format.takes_tax_reference || typed.toUpperCase().startsWith(country);
    return [{ country, ...(isVatNumber ? { vat_number: typed } : { tax_reference: typed }) }];
  });
  const accept = [...new Set(checked.consents.map(({ rule }) => rule))].filter((rule) =>
    data.has(acceptName(rule)),
  );
  // Each format has its own type, and the form was built from its schema.
  return {
    format: format.format,
    filer: filledIn(data, "filer", formFields(filer)),
    extras: filledIn(data, "extras", formFields(extras)),
    ...(establishments.length > 0 ? { establishments } : {}),
    ...(accept.length > 0 ? { accept } : {}),
    ...(isDraft ? { draft: true } : {}),
  } as FileRequest;
}

import type { VatClient } from "../../../../client/src/eu-vat-client.ts";
import { filledIn, formFields } from "./form-fields.ts";
import type { FileChoice } from "./load-filing.ts";

type FileRequest = Parameters<VatClient["makeReturnFile"]>[0]["body"];

/** The number that stands for an establishment in the form. */
export const establishmentName = (country: string): string => `establishment.${country}`;

/**
 * The request that a filled form stands for. Numbers go into the file and are kept nowhere.
 * @param isDraft for a period that is still open.
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
    // Where a state has given no VAT number, its tax reference has no letters of the state before it.
    const isVatNumber = !format.takes_tax_reference || typed.toUpperCase().startsWith(country);
    return [{ country, ...(isVatNumber ? { vat_number: typed } : { tax_reference: typed }) }];
  });
  // Each format has a type of its own, and its schema is what this was filled from.
  return {
    format: format.format,
    filer: filledIn(data, "filer", formFields(filer)),
    extras: filledIn(data, "extras", formFields(extras)),
    ...(establishments.length > 0 ? { establishments } : {}),
    ...(isDraft ? { draft: true } : {}),
  } as FileRequest;
}

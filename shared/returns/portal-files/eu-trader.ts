import { type Establishment, withoutPrefix } from "./request.ts";
import type { XmlElement } from "./xml.ts";

/**
 * Where a supply comes from, in the words of the common message of Annex III: the VAT number without
 * its prefix, else a tax reference, else the country alone. `prefix` is that of the number's element.
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

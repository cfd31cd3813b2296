import type { OpeningRequest } from "../../../client/src/eu-vat-client.ts";
import { minorTyped } from "../format/typed-amount.ts";
import { textIn } from "../loading/typed.ts";

type Read = { readonly body: OpeningRequest; readonly unread: readonly string[] };

/** Builds an opening from a filled form. Ignores lines without a Member State; `unread` lists invalid amounts. */
export function newOpening(data: FormData, lines: number, locale: string): Read {
  const typed = (name: string) => textIn(data, name);
  const currency = typed("currency").toUpperCase();
  const unread: string[] = [];
  const amount = (name: string): number => {
    const minor = minorTyped(typed(name), currency, locale);
    if (minor === undefined) unread.push(`“${typed(name)}”`);
    return minor ?? 0;
  };
  const places = Array.from({ length: lines }, (_, at) => at).filter((at) => typed(`state.${at}`));
  const member_states = places.map((at) => ({
    member_state_of_consumption: typed(`state.${at}`).toUpperCase() as "DE",
    taxable_amount_minor: amount(`taxable.${at}`),
    vat_amount_minor: amount(`vat.${at}`),
  }));
  const filing_reference = typed("reference");
  return {
    body: {
      currency,
      filed_at: typed("day"),
      ...(filing_reference ? { filing_reference } : {}),
      member_states,
    } as OpeningRequest,
    unread,
  };
}

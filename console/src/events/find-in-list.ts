import type { Formatter } from "../format/formatter.ts";
import { hasWords } from "../search/has-words.ts";
import { orderOf } from "./event-facts.ts";
import type { ListedEvent } from "./event-sums.ts";

const digitsOf = (text: string): string => text.replaceAll(/\D/g, "");

/** Returns the events of a list that have a text or an amount: net, VAT or gross, with or without separators. */
export function findInList<Listed extends ListedEvent>(
  events: readonly Listed[],
  asked: string,
  format: Formatter,
): readonly Listed[] {
  if (asked.trim() === "") return events;
  const has = hasWords(asked);
  const digits = /^[\d.,'\s]+$/.test(asked) ? digitsOf(asked) : "";
  return events.filter((event) => {
    const { taxable_amount_minor: net, vat_amount_minor: vat, currency } = event;
    const amounts = [net, vat, net + vat].map((minor) => format.plainAmount(minor, currency));
    return (
      (digits !== "" && amounts.some((amount) => digitsOf(amount).startsWith(digits))) ||
      has(
        event.event_id,
        orderOf(event),
        event.description,
        event.consumption_country && format.country(event.consumption_country),
        format.day(event.supply_date),
      )
    );
  });
}

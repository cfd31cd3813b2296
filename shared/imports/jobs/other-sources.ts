import type { LedgerId } from "../../core/ids.ts";
import { loadEventStates } from "../../ledger/events/store-events.ts";
import { searchedName } from "../../ledger/order-names/order-name.ts";
import { listOrdersNamed } from "../../ledger/order-names/store-order-names.ts";
import type { ImportedEvent } from "../formats/outcome.ts";
import { factsOfEvents, type RowFacts } from "../formats/row-facts.ts";

/** Number of orders of a part that are looked up. Two sources of one sales channel have nearly all of its orders in common. */
const ORDERS_COMPARED = 5;

type SaleRow = {
  readonly facts: RowFacts | undefined;
  readonly events: readonly ImportedEvent[];
};

type Sold = Pick<ImportedEvent, "event_type">;

const isSale = ({ event_type }: Sold): boolean => event_type === "sale";

/**
 * Returns the first row of each order that another source has as well, with the same number, country and amount, out of
 * the first orders of a part. Sources whose own ids are the numbers, such as Amazon's reports, are not found.
 */
export async function rowsInOtherSources<Row extends SaleRow>(
  ledger: LedgerId,
  source_id: string,
  rows: readonly Row[],
): Promise<readonly Row[]> {
  const sales = rows.filter(({ events }) => events.every(isSale));
  const byNumber = Map.groupBy(sales, ({ facts, events }) => {
    return facts?.order_id ?? factsOfEvents(events).order_id ?? "";
  });
  byNumber.delete("");
  const orders = [...byNumber].slice(0, ORDERS_COMPARED);
  const found = orders.map(async ([number, own]) => {
    const facts = factsOfEvents(own.flatMap(({ events }) => events));
    return (await isElsewhere(ledger, source_id, number, facts)) ? own.slice(0, 1) : [];
  });
  return (await Promise.all(found)).flat();
}

async function isElsewhere(
  ledger: LedgerId,
  source_id: string,
  number: string,
  { country, currency, gross_minor }: RowFacts,
): Promise<boolean> {
  // Numbers end at the sign in the index, so that 100 does not find 1001.
  const beginning = `${searchedName(number)}#`;
  const { orders } = await listOrdersNamed(ledger, { beginning }, ORDERS_COMPARED);
  const others = orders.filter((order) => order.source_id !== source_id);
  const states = await loadEventStates(
    ledger,
    others.flatMap(({ event_ids }) => event_ids),
  );
  return others.some(({ event_ids }) => {
    const events = event_ids.flatMap((id) => states.get(id)?.event ?? []);
    const sold = factsOfEvents(events.filter(isSale));
    return (
      sold.gross_minor === gross_minor && sold.country === country && sold.currency === currency
    );
  });
}

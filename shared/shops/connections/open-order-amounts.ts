import type { LedgerId } from "../../core/ids.ts";
import { type BridgeAmount, MoneySums } from "../../imports/bridge/bridge-line.ts";
import { listOpenOrders } from "../../imports/orders/store-orders.ts";
import { type OpenOrderView, openOrderView } from "./open-order-schema.ts";

/** Most open orders of a connection whose amounts are read; more of them count without an amount. */
const MOST_READ = 100;

type OpenRows = {
  readonly connection_id: string | null;
  readonly source_id: string;
  readonly month: string | null;
  readonly row_count: number;
  readonly amounts: BridgeAmount[] | null;
  readonly unread_count: number;
};

/**
 * Adds to the open orders of connected shops the amounts that stay undeclared without them. Reads at most a hundred
 * orders of each connection that has open ones: one query, and one read of these orders.
 */
export async function withOrderAmounts<Rows extends OpenRows>(
  ledger: LedgerId,
  rows: readonly Rows[],
): Promise<Rows[]> {
  const ofShops = new Map(
    rows.flatMap(({ connection_id: id, source_id }) => (id === null ? [] : [[id, source_id]])),
  );
  const read = await Promise.all(
    [...ofShops].map(async ([id, source_id]) => {
      const orders = await listOpenOrders(ledger, { id, source_id }, MOST_READ);
      return [id, orders.map(openOrderView)] as const;
    }),
  );
  const orders = new Map(read);
  return rows.map((one) => {
    const own = (one.connection_id !== null && orders.get(one.connection_id)) || [];
    return one.connection_id === null ? one : { ...one, ...amountsOf(one, own) };
  });
}

function amountsOf({ month, row_count }: OpenRows, orders: readonly OpenOrderView[]) {
  const sums = new MoneySums();
  let known = 0;
  for (const { month: own, currency, undeclared_gross_amount_minor: gross } of orders) {
    if (own !== month || currency === null || gross === null) continue;
    sums.add(currency, { gross, taxable: null, vat: null });
    known += 1;
  }
  return {
    amounts: known > 0 ? sums.amounts : null,
    unread_count: Math.max(0, row_count - known),
  };
}

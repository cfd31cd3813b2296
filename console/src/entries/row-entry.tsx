import { useState } from "preact/hooks";
import type { Import, ImportRow, SupplyEvent } from "../../../client/src/eu-vat-client.ts";
import { Loaded } from "../loading/loaded.tsx";
import { useLoad } from "../loading/use-load.ts";
import { Dialog } from "../parts/dialog.tsx";
import { useReader, useSession } from "../session/console-context.ts";
import { type KnownSale, rowEntryId } from "./new-event.ts";
import { RefundForm } from "./refund-dialog.tsx";
import { SaleDialog } from "./sale-dialog.tsx";

type RowEntryProps = {
  readonly of: Import;
  readonly row: ImportRow;
  readonly onClose: () => void;
};

/** The reasons whose row gives money back, so that a refund completes it. */
const REFUNDS: readonly string[] = [
  "refund_not_importable",
  "refund_without_vat_split",
  "original_not_found",
];

export const isRefundRow = ({ reason, gross_amount_minor }: ImportRow): boolean =>
  REFUNDS.includes(reason) || (gross_amount_minor ?? 0) < 0;

/** True if an event can be entered for a row: it is not in the ledger, or its refund is not. */
export const isEnterable = ({ reason, outcome, settled_event_id }: ImportRow): boolean =>
  settled_event_id === null &&
  (outcome === "unresolved" || outcome === "rejected" || reason === "refund_not_importable");

/** Enters the sale or the refund that a row of an import lacks, and settles this row alone. */
export function RowEntry({ of: { id, source_id }, row, onClose }: RowEntryProps) {
  const { client } = useSession();
  const event_id = rowEntryId(id, row.row);
  const settle = async (entered: string) => {
    await client.settleImportRow({ path: { id }, body: { row: row.row, event_id: entered } });
  };
  if (isRefundRow(row)) {
    return <RefundOfRow row={row} id={event_id} onEntered={settle} onClose={onClose} />;
  }
  const known: KnownSale = {
    event_id,
    source_id,
    supply_date: row.supply_date ?? undefined,
    consumption_country: row.country ?? undefined,
    currency: row.currency ?? undefined,
    gross_minor: row.gross_amount_minor ?? undefined,
    order: row.order_id ?? undefined,
    shop_order_id: row.shop_order_id ?? undefined,
  };
  return <SaleDialog known={known} onEntered={settle} onClose={onClose} />;
}

type RefundOfRowProps = {
  readonly row: ImportRow;
  readonly id: string;
  readonly onEntered: (event_id: string) => Promise<void>;
  readonly onClose: () => void;
};

/** Looks up the sale of the row's order, and takes its refund; of several sales one is chosen. */
function RefundOfRow({ row: { order_id }, id, onEntered, onClose }: RefundOfRowProps) {
  const { say } = useReader();
  const { client } = useSession();
  const [chosen, choose] = useState<string>();
  const found = useLoad(`order ${order_id}`, async (signal) => {
    if (!order_id) return [];
    const { items } = await client.listSupplyEvents({ query: { order: order_id } }, { signal });
    return items.filter(
      ({ event_type, order_name }) => event_type === "sale" && order_name === order_id,
    );
  });
  return (
    <Dialog title={say("entry.refund")} onClose={onClose}>
      <Loaded of={found}>
        {(sales) => {
          const only = sales.length === 1 ? sales[0] : undefined;
          const sale = only ?? sales.find(({ event_id }) => event_id === chosen);
          if (sale) return <RefundForm sale={sale} id={id} onEntered={onEntered} />;
          return <Sales sales={sales} onChoose={choose} />;
        }}
      </Loaded>
    </Dialog>
  );
}

type SalesProps = {
  readonly sales: readonly SupplyEvent[];
  readonly onChoose: (event_id: string) => void;
};

/** Asks which of several sales of an order is given back, or says that there is none. */
function Sales({ sales, onChoose }: SalesProps) {
  const { say, format } = useReader();
  return (
    <>
      <p>{say(sales.length === 0 ? "entry.noSale" : "entry.whichSale")}</p>
      {sales.map((event) => (
        <p key={event.event_id}>
          <button type="button" onClick={() => onChoose(event.event_id)}>
            <bdi class="mark">{event.event_id}</bdi>{" "}
            {format.amount(event.taxable_amount_minor + event.vat_amount_minor, event.currency)}
          </button>
        </p>
      ))}
    </>
  );
}

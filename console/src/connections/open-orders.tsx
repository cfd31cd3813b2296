import type { OpenOrder } from "../../../client/src/eu-vat-client.ts";
import { ActionFailure } from "../loading/action-failure.tsx";
import { useAction } from "../loading/use-action.ts";
import { Log } from "../paging/log.tsx";
import { usePages } from "../paging/use-pages.ts";
import { Badge } from "../parts/badge.tsx";
import { useReader, useSession } from "../session/console-context.ts";
import { Findings } from "./finding.tsx";

/** Lists the orders of a shop that wait for a person, each with its two decisions. */
export function OpenOrders({ id }: { readonly id: string }) {
  const { say } = useReader();
  const { client } = useSession();
  const orders = usePages(`open orders ${id}`, (query, signal) =>
    client.listOpenOrders({ path: { id }, query }, { signal }),
  );
  return (
    <>
      <p class="muted">{say("openOrders.lead")}</p>
      <Log name={say("openOrders.title")} of={orders} empty={say("openOrders.none")}>
        {(openOrder) => (
          <Order key={openOrder.order_id} id={id} of={openOrder} onDecided={orders.again} />
        )}
      </Log>
    </>
  );
}

type OrderProps = {
  readonly id: string;
  readonly of: OpenOrder;
  readonly onDecided: () => void;
};

/** Displays an order, the reasons why it waits, and its decisions for a full key. */
function Order({ id, of, onDecided }: OrderProps) {
  const { order_id, outcome, month, findings } = of;
  const { say, format } = useReader();
  const { client, may } = useSession();
  const { busy, failure, run } = useAction();
  const path = { id, order_id };
  const decide = (work: () => Promise<unknown>) =>
    run(async () => {
      await work();
      onDecided();
    });
  return (
    <section>
      <h3>
        <Badge level={outcome === "rejected" ? "bad" : "warn"}>
          {say.code(`message.${outcome}`)}
        </Badge>{" "}
        {say("found.order")} <bdi>{order_id}</bdi>
        {month && `, ${format.period(month)}`}
      </h3>
      <Findings of={findings} />
      <Amounts of={of} />
      {may("bookOpenOrder") && (
        <p class="buttons">
          <button
            type="button"
            class="small"
            disabled={busy}
            onClick={() => decide(() => client.bookOpenOrder({ path }))}
          >
            {say("openOrders.book")}
            <span class="unseen"> {order_id}</span>
          </button>
          <button
            type="button"
            class="small"
            disabled={busy}
            onClick={() => decide(() => client.settleOpenOrder({ path }))}
          >
            {say("openOrders.settle")}
            <span class="unseen"> {order_id}</span>
          </button>
        </p>
      )}
      <ActionFailure failure={failure} />
    </section>
  );
}

/** Displays what a decision to leave the order leaves undeclared. */
function Amounts({ of }: Pick<OrderProps, "of">) {
  const { say, format } = useReader();
  const { currency, gross_amount_minor, undeclared_gross_amount_minor } = of;
  if (currency === null || gross_amount_minor === null) return null;
  const amount = (minor: number | null) => format.amount(minor ?? 0, currency);
  return (
    <p>
      {say("openOrders.amounts", {
        gross: amount(gross_amount_minor),
        booked: amount(of.booked_gross_amount_minor),
        undeclared: amount(undeclared_gross_amount_minor),
      })}
    </p>
  );
}

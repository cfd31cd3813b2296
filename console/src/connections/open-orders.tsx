import type { OpenOrder } from "../../../client/src/eu-vat-client.ts";
import { ActionFailure } from "../loading/action-failure.tsx";
import { Loaded } from "../loading/loaded.tsx";
import { useAction } from "../loading/use-action.ts";
import { useLoad } from "../loading/use-load.ts";
import { Pager } from "../paging/pager.tsx";
import { useCursors } from "../paging/use-cursors.ts";
import { Badge } from "../parts/badge.tsx";
import { useReader, useSession } from "../session/console-context.ts";
import { Finding } from "./finding.tsx";

/** Orders per page. */
const LISTED = 20;

/** Lists the orders of a shop that wait for a person, each with its two decisions. */
export function OpenOrders({ id }: { readonly id: string }) {
  const { say } = useReader();
  const { client } = useSession();
  const cursors = useCursors();
  const { cursor } = cursors;
  const query = { limit: LISTED, ...(cursor ? { cursor } : {}) };
  const orders = useLoad(`open orders ${id} ${cursor}`, (signal) =>
    client.listOpenOrders({ path: { id }, query }, { signal }),
  );
  const again = orders.state === "ready" ? orders.again : () => {};
  return (
    <>
      <p class="muted">{say("openOrders.lead")}</p>
      <p>
        <button type="button" disabled={orders.state !== "ready"} onClick={again}>
          {say("records.refresh")}
        </button>
      </p>
      <Loaded of={orders}>
        {({ items, next_cursor }) => (
          <>
            {items.length === 0 && <p class="muted">{say("openOrders.none")}</p>}
            {items.map((openOrder) => (
              <Order key={openOrder.order_id} id={id} of={openOrder} onDecided={again} />
            ))}
            <Pager of={say("openOrders.title")} cursors={cursors} next={next_cursor} />
          </>
        )}
      </Loaded>
    </>
  );
}

type OrderProps = {
  readonly id: string;
  readonly of: OpenOrder;
  readonly onDecided: () => void;
};

/** Displays an order, the reasons why it waits, and its decisions for a full key. */
function Order({ id, of: { order_id, outcome, month, findings }, onDecided }: OrderProps) {
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
      <ul>
        {findings.map((finding) => (
          <li key={`${finding.reason} ${finding.message}`}>
            <Finding of={finding} />
          </li>
        ))}
      </ul>
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

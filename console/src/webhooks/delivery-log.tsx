import { useEffect } from "preact/hooks";
import type { Webhook, WebhookDelivery } from "../../../client/src/eu-vat-client.ts";
import { Loaded } from "../loading/loaded.tsx";
import { useLoad } from "../loading/use-load.ts";
import { Pager } from "../paging/pager.tsx";
import { useCursors } from "../paging/use-cursors.ts";
import { useReader, useSession } from "../session/console-context.ts";
import { Delivery } from "./delivery.tsx";

/** Deliveries per page. */
const LISTED = 20;

/** Milliseconds between two loads of the log while a delivery is in progress. */
const AGAIN_MS = 2_000;

/** True if an attempt is due now, and not a later retry. */
const isUnderWay = ({ next_attempt_at: next }: WebhookDelivery): boolean =>
  next !== null && Date.parse(next) <= Date.now();

/** Lists the deliveries to a webhook, the newest first, with every attempt. */
export function DeliveryLog({ webhook }: { readonly webhook: Webhook }) {
  const { say } = useReader();
  const { client } = useSession();
  const cursors = useCursors();
  const { cursor } = cursors;
  const query = { limit: LISTED, ...(cursor ? { cursor } : {}) };
  const log = useLoad(`deliveries ${webhook.id} ${cursor}`, (signal) =>
    client.listWebhookDeliveries({ path: { id: webhook.id }, query }, { signal }),
  );
  const again = log.state === "ready" ? log.again : () => {};
  const isWaiting = log.state === "ready" && log.value.items.some(isUnderWay);
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setTimeout(again, AGAIN_MS);
    return () => clearTimeout(timer);
  });
  return (
    <>
      <p>
        <button type="button" disabled={log.state !== "ready"} onClick={again}>
          {say("records.refresh")}
        </button>
      </p>
      <Loaded of={log}>
        {({ items, next_cursor }) => (
          <>
            {items.length === 0 && <p class="muted">{say("webhooks.logEmpty")}</p>}
            {items.map((webhookDelivery) => (
              <Delivery
                key={webhookDelivery.id}
                of={webhookDelivery}
                webhook={webhook}
                onChanged={again}
              />
            ))}
            <Pager of={say("webhooks.log")} cursors={cursors} next={next_cursor} />
          </>
        )}
      </Loaded>
    </>
  );
}

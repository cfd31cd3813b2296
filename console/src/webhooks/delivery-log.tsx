import type { Webhook, WebhookDelivery } from "../../../client/src/eu-vat-client.ts";
import { Log } from "../paging/log.tsx";
import { usePages } from "../paging/use-pages.ts";
import { useReader, useSession } from "../session/console-context.ts";
import { Delivery } from "./delivery.tsx";

/** True if an attempt is due now, and not a later retry. */
const isUnderWay = ({ next_attempt_at: next }: WebhookDelivery): boolean =>
  next !== null && Date.parse(next) <= Date.now();

/** Lists the deliveries to a webhook, the newest first, with every attempt. */
export function DeliveryLog({ webhook }: { readonly webhook: Webhook }) {
  const { say } = useReader();
  const { client } = useSession();
  const log = usePages(`deliveries ${webhook.id}`, (query, signal) =>
    client.listWebhookDeliveries({ path: { id: webhook.id }, query }, { signal }),
  );
  return (
    <Log
      name={say("webhooks.log")}
      of={log}
      empty={say("webhooks.logEmpty")}
      isUnderWay={isUnderWay}
    >
      {(webhookDelivery) => (
        <Delivery
          key={webhookDelivery.id}
          of={webhookDelivery}
          webhook={webhook}
          onChanged={log.again}
        />
      )}
    </Log>
  );
}

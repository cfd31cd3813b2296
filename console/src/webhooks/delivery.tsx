import type { Webhook, WebhookDelivery } from "../../../client/src/eu-vat-client.ts";
import { ActionButton } from "../loading/action-button.tsx";
import { Badge } from "../parts/badge.tsx";
import type { Level } from "../parts/level.ts";
import { useReader, useSession } from "../session/console-context.ts";

const LEVELS: Readonly<Record<WebhookDelivery["state"], Level>> = {
  pending: "info",
  delivered: "good",
  failed: "bad",
};

type DeliveryProps = {
  readonly of: WebhookDelivery;
  readonly webhook: Webhook;
  readonly onChanged: () => void;
};

/** Displays a message to a webhook: its status, its attempts, and its body. */
export function Delivery({ of, webhook, onChanged }: DeliveryProps) {
  const { say, format } = useReader();
  return (
    <details>
      <summary>
        <State of={of} /> {say.code(`event.${of.type}`)}, {format.instant(of.timestamp)}
      </summary>
      {of.next_attempt_at && (
        <p>{say("webhooks.nextAttempt", { instant: format.instant(of.next_attempt_at) })}</p>
      )}
      <Attempts of={of} />
      <h3>{say("webhooks.message")}</h3>
      <p class="lines">
        <code>
          <bdi>{of.payload}</bdi>
        </code>
      </p>
      {webhook.enabled && of.state !== "pending" && (
        <Replay of={of} webhook={webhook} onChanged={onChanged} />
      )}
    </details>
  );
}

/** Displays how a message stands: one that was answered badly is tried again, and not merely on its way. */
function State({ of: { state, attempts } }: { readonly of: WebhookDelivery }) {
  const { say } = useReader();
  const last = attempts.at(-1);
  if (state !== "pending" || !last || last.delivered) {
    return <Badge level={LEVELS[state]}>{say.code(`delivery.${state}`)}</Badge>;
  }
  const status = last.response_status;
  return (
    <Badge level="warn">
      {status === null || status === undefined
        ? say("webhooks.unanswered")
        : say("webhooks.answered", { status })}
    </Badge>
  );
}

/** Lists the results of the attempts. A receiver's response is untrusted text. */
function Attempts({ of: { attempts } }: { readonly of: WebhookDelivery }) {
  const { say, format } = useReader();
  if (attempts.length === 0) return null;
  return (
    <>
      <h3>{say("webhooks.attempts")}</h3>
      <ol>
        {attempts.map(({ at, delivered, response_status, error, answer }) => (
          <li key={at}>
            {format.instant(at)}:{" "}
            {delivered ? (
              say("webhooks.arrived", { status: response_status ?? "" })
            ) : (
              <bdi class="lines">{error}</bdi>
            )}
            {answer && (
              <p class="lines muted">
                <bdi>{answer}</bdi>
              </p>
            )}
          </li>
        ))}
      </ol>
    </>
  );
}

/** Replays a delivery; hidden for read-only keys. */
function Replay({ of: { id: delivery_id }, webhook: { id }, onChanged }: DeliveryProps) {
  const { say } = useReader();
  const { client, may } = useSession();
  if (!may("replayWebhookDelivery")) return null;
  async function replay() {
    await client.replayWebhookDelivery({ path: { id, delivery_id } });
    onChanged();
  }
  return (
    <ActionButton act={replay}>
      {say("webhooks.replay")}
      <span class="unseen"> {delivery_id}</span>
    </ActionButton>
  );
}

import { useState } from "preact/hooks";
import type { Webhook } from "../../../client/src/eu-vat-client.ts";
import { Badge } from "../parts/badge.tsx";
import { Card } from "../parts/card.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { useReader, useSession } from "../session/console-context.ts";
import { DeliveryLog } from "./delivery-log.tsx";
import { type FreshSecret, webhookName } from "./fresh-secret.ts";
import { LogButton, WebhookActions } from "./webhook-actions.tsx";

type WebhookCardProps = {
  readonly webhook: Webhook;
  readonly onChanged: () => void;
  readonly onSecret: (made: FreshSecret) => void;
};

/** Displays one webhook: its health, its events, and its actions. */
export function WebhookCard({ webhook, onChanged, onSecret }: WebhookCardProps) {
  const { say } = useReader();
  const { may } = useSession();
  const [log, setLog] = useState(false);
  // Reloads the webhook, because deliveries may have changed its health.
  const close = () => {
    setLog(false);
    onChanged();
  };
  const showLog = () => setLog(true);
  return (
    <Card
      title={<bdi class="lines">{webhook.description ?? webhookName(webhook)}</bdi>}
      aside={<Health of={webhook} />}
    >
      <Facts of={webhook} />
      {may("updateWebhook") ? (
        <WebhookActions of={webhook} onChanged={onChanged} onSecret={onSecret} onLog={showLog} />
      ) : (
        <p class="buttons">
          <LogButton name={webhookName(webhook)} onClick={showLog} />
        </p>
      )}
      {log && (
        <Dialog title={say("webhooks.log")} onClose={close}>
          <DeliveryLog webhook={webhook} />
        </Dialog>
      )}
    </Card>
  );
}

function Health({ of: { enabled, failing_since } }: { readonly of: Webhook }) {
  const { say } = useReader();
  if (!enabled) return <Badge level="bad">{say("webhooks.disabled")}</Badge>;
  if (failing_since) return <Badge level="warn">{say("webhooks.failing")}</Badge>;
  return <Badge level="good">{say("webhooks.working")}</Badge>;
}

function Facts({ of }: { readonly of: Webhook }) {
  const { say, format } = useReader();
  const { url, description, events, failing_since, disabled_reason, ends_at } = of;
  const until = of.previous_secret_until;
  return (
    <>
      {description && url && (
        <p class="lines">
          <bdi>{url}</bdi>
        </p>
      )}
      <p class="muted">{events.map((name) => say.code(`event.${name}`)).join(" · ")}</p>
      {ends_at && <p>{say("webhooks.fetched", { instant: format.instant(ends_at) })}</p>}
      {failing_since && (
        <p>{say("webhooks.failingSince", { instant: format.instant(failing_since) })}</p>
      )}
      {disabled_reason && <p>{say.code(`disabled.${disabled_reason}`)}</p>}
      {until && <p>{say("webhooks.formerUntil", { instant: format.instant(until) })}</p>}
    </>
  );
}

import { useState } from "preact/hooks";
import type { Connection } from "../../../client/src/eu-vat-client.ts";
import { Badge } from "../parts/badge.tsx";
import { Card } from "../parts/card.tsx";
import { CopyButton } from "../parts/copy-button.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { Notice } from "../parts/notice.tsx";
import { useReader, useSession } from "../session/console-context.ts";
import { AccessForm } from "./access-form.tsx";
import { CatchUp } from "./catch-up.tsx";
import { ConnectionActions } from "./connection-actions.tsx";
import { MessageLog } from "./message-log.tsx";
import { OpenOrders } from "./open-orders.tsx";
import { SecretForm } from "./secret-form.tsx";

/** Faults of the access that other keys do not end. */
const LIMITS: readonly string[] = ["scope_missing", "webhook_switched_off"];

type ConnectionCardProps = {
  readonly connection: Connection;
  /** True if it was connected on this page: its next step is open. */
  readonly isNew: boolean;
  readonly onChanged: () => void;
};

/** Displays a connected shop: its address, its secret, how it does, and its actions. */
export function ConnectionCard({ connection, isNew, onChanged }: ConnectionCardProps) {
  const { say } = useReader();
  const { may } = useSession();
  const [drawer, setDrawer] = useState<"log" | "openOrders">();
  const address = `${location.origin}${connection.path}`;
  return (
    <Card
      title={<bdi class="lines">{connection.description ?? connection.source_id}</bdi>}
      aside={<Health of={connection} />}
    >
      <p class="muted">{say.code(`shop.${connection.kind}`)}</p>
      <ConnectionStatus of={connection} />
      <h3>{say("connections.address")}</h3>
      <p>{say.code(`address.${connection.kind}`)}</p>
      <p class="row">
        <code class="lines">{address}</code> <CopyButton text={address} />
      </p>
      {may("setConnectionSecret") && (
        <SecretForm
          connection={connection}
          isOpen={isNew || connection.secret_set_at === null}
          onChanged={onChanged}
        />
      )}
      <CatchUp connection={connection} onChanged={onChanged} />
      {may("setConnectionAccess") && <AccessForm connection={connection} onChanged={onChanged} />}
      <p class="buttons">
        <button type="button" onClick={() => setDrawer("openOrders")}>
          {say("openOrders.title")}
          <span class="unseen"> {connection.source_id}</span>
        </button>
        <button type="button" onClick={() => setDrawer("log")}>
          {say("connections.log")}
          <span class="unseen"> {connection.source_id}</span>
        </button>
      </p>
      {may("updateConnection") && <ConnectionActions of={connection} onChanged={onChanged} />}
      {drawer && (
        <Dialog
          title={say(drawer === "log" ? "connections.log" : "openOrders.title")}
          isDrawer
          onClose={() => {
            setDrawer(undefined);
            onChanged();
          }}
        >
          {drawer === "log" ? <MessageLog id={connection.id} /> : <OpenOrders id={connection.id} />}
        </Dialog>
      )}
    </Card>
  );
}

function Health({
  of: { paused, secret_set_at, fault, access, last_delivery_at },
}: {
  readonly of: Connection;
}) {
  const { say } = useReader();
  if (paused) return <Badge level="warn">{say("connections.paused")}</Badge>;
  if (secret_set_at === null) return <Badge level="info">{say("connections.unready")}</Badge>;
  const isClosed = access?.fault && !LIMITS.includes(access.fault.code);
  if (fault || isClosed) return <Badge level="bad">{say("webhooks.failing")}</Badge>;
  if (last_delivery_at === null) return <Badge level="info">{say("connections.waiting")}</Badge>;
  return <Badge level="good">{say("webhooks.working")}</Badge>;
}

/** Says what is wrong and what to do about it, or when the last message arrived. */
function ConnectionStatus({
  of: { fault, last_delivery_at, paused, secret_set_at },
}: {
  readonly of: Connection;
}) {
  const { say, format } = useReader();
  return (
    <>
      {fault && (
        <Notice level="bad">
          <p>{say.code(`fault.${fault.code}`)}</p>
          <p>{say("connections.faultSince", { instant: format.instant(fault.since) })}</p>
        </Notice>
      )}
      {paused && <p>{say("connections.pausedLead")}</p>}
      {!last_delivery_at && secret_set_at && !fault && <p>{say("connections.waitingLead")}</p>}
      {last_delivery_at && (
        <p>{say("connections.last", { instant: format.instant(last_delivery_at) })}</p>
      )}
    </>
  );
}

import type { InboundDelivery } from "../../../client/src/eu-vat-client.ts";
import { Log } from "../paging/log.tsx";
import { usePages } from "../paging/use-pages.ts";
import { Badge } from "../parts/badge.tsx";
import type { Level } from "../parts/level.ts";
import { useReader, useSession } from "../session/console-context.ts";
import { Findings } from "./finding.tsx";

const LEVELS: Readonly<Record<NonNullable<InboundDelivery["outcome"]>, Level>> = {
  committed: "good",
  adjusted: "good",
  replaced: "good",
  taken_back: "good",
  duplicate: "info",
  excluded: "info",
  ignored: "info",
  unresolved: "warn",
  rejected: "bad",
};

/** Lists what a shop has sent, the newest first, and what became of it. */
export function MessageLog({ id }: { readonly id: string }) {
  const { say } = useReader();
  const { client } = useSession();
  const log = usePages(`messages ${id}`, (query, signal) =>
    client.listInboundDeliveries({ path: { id }, query }, { signal }),
  );
  return (
    <Log
      name={say("connections.log")}
      of={log}
      empty={say("connections.logEmpty")}
      isUnderWay={({ done_at }) => !done_at}
    >
      {(inboundDelivery) => <Message key={inboundDelivery.id} of={inboundDelivery} />}
    </Log>
  );
}

/** Displays a message: its order, what became of it, and why. What the shop sent is untrusted text. */
function Message({ of }: { readonly of: InboundDelivery }) {
  const { say, format } = useReader();
  const { outcome, order_id, received_at, times, findings } = of;
  return (
    <details open={outcome === "unresolved" || outcome === "rejected"}>
      <summary>
        {outcome ? (
          <Badge level={LEVELS[outcome]}>{say.code(`message.${outcome}`)}</Badge>
        ) : (
          <Badge level="info">{say("connections.booking")}</Badge>
        )}{" "}
        {order_id !== null && (
          <>
            {say("found.order")} <bdi>{order_id}</bdi>,{" "}
          </>
        )}
        {format.instant(received_at)}
        {times > 1 && ` (${say("connections.times", { times: format.count(times) })})`}
      </summary>
      <p class="muted">
        <bdi>{of.topic}</bdi>
      </p>
      <Findings of={findings} />
    </details>
  );
}

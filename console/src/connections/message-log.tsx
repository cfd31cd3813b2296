import { useEffect } from "preact/hooks";
import type { InboundDelivery } from "../../../client/src/eu-vat-client.ts";
import { Loaded } from "../loading/loaded.tsx";
import { useLoad } from "../loading/use-load.ts";
import { Pager } from "../paging/pager.tsx";
import { useCursors } from "../paging/use-cursors.ts";
import { Badge } from "../parts/badge.tsx";
import type { Level } from "../parts/level.ts";
import { useReader, useSession } from "../session/console-context.ts";
import { Finding } from "./finding.tsx";

/** Messages per page. */
const LISTED = 20;

/** Milliseconds between two loads while a message is being booked. */
const AGAIN_MS = 2_000;

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
  const cursors = useCursors();
  const { cursor } = cursors;
  const query = { limit: LISTED, ...(cursor ? { cursor } : {}) };
  const log = useLoad(`messages ${id} ${cursor}`, (signal) =>
    client.listInboundDeliveries({ path: { id }, query }, { signal }),
  );
  const again = log.state === "ready" ? log.again : () => {};
  const isWaiting = log.state === "ready" && log.value.items.some(({ done_at }) => !done_at);
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
            {items.length === 0 && <p class="muted">{say("connections.logEmpty")}</p>}
            {items.map((inboundDelivery) => (
              <Message key={inboundDelivery.id} of={inboundDelivery} />
            ))}
            <Pager of={say("connections.log")} cursors={cursors} next={next_cursor} />
          </>
        )}
      </Loaded>
    </>
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
      <ul>
        {findings.map((finding) => (
          <li key={`${finding.reason} ${finding.message}`}>
            <Finding of={finding} />
          </li>
        ))}
      </ul>
    </details>
  );
}

import type { CommittedSupplyEvents } from "../../../client/src/eu-vat-client.ts";
import { Notice } from "../parts/notice.tsx";
import { useReader } from "../session/console-context.ts";

/** The committed events: one, or several of an order that was split by rate. */
export type Entered = readonly Pick<
  CommittedSupplyEvents["items"][number],
  "event_id" | "period" | "exclusion_code" | "classification_status"
>[];

/** Says under which id each event was entered, and in which period it is declared. */
export function EnteredNotice({ entered }: { readonly entered: Entered }) {
  const { say, format } = useReader();
  return (
    <>
      {entered.map(({ event_id, period, exclusion_code, classification_status }) => (
        <Notice
          key={event_id}
          level={exclusion_code || classification_status === "needs_review" ? "warn" : "good"}
        >
          <p>
            {say("entry.entered")} <bdi class="mark">{event_id}</bdi>
          </p>
          <p>
            {exclusion_code
              ? say.code(exclusion_code)
              : say("entry.period", { period: format.period(period) })}
          </p>
        </Notice>
      ))}
    </>
  );
}

import type { CheckCount, SourceFigure, VatClient } from "../../../client/src/eu-vat-client.ts";
import { fullPage, type ListPage } from "../paging/full-page.ts";
import {
  pathParametersOf,
  type ReturnIdentity,
  registrationQuery,
} from "../period/return-identity.ts";
import type { ListedEvent } from "./event-sums.ts";

export type ReturnQuery = NonNullable<Parameters<VatClient["listReturnEvents"]>[0]["query"]>;

/** The selection of source events: those of a figure in a return, those with a check, or those of a source. */
export type SourceEvents =
  | { readonly identity: ReturnIdentity; readonly query: ReturnQuery }
  | { readonly identity: ReturnIdentity; readonly check: CheckCount["code"] }
  | { readonly source: string; readonly classification_status?: "needs_review" };

export const sourceEventsOfCheck = (
  identity: ReturnIdentity,
  check: CheckCount["code"],
): SourceEvents => ({
  identity,
  check,
});

/** Selects the events of a source: all of them, or those in review. */
export const sourceEventsOfSource = (source: string, isWaiting: boolean): SourceEvents => ({
  source,
  ...(isWaiting ? { classification_status: "needs_review" } : {}),
});

/** A page of events, the first one of a figure of a return with their count and sum. */
export type EventsPage = ListPage<ListedEvent> & { readonly figure?: SourceFigure | null };

export const loadEvents = (
  client: VatClient,
  sourceEvents: SourceEvents,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<EventsPage> =>
  fullPage<ListedEvent, EventsPage>(
    (paging) => askFor(client, sourceEvents, paging, signal),
    cursor,
  );

type Paging = { readonly limit: number; readonly cursor?: string };

function askFor(
  client: VatClient,
  sourceEvents: SourceEvents,
  paging: Paging,
  signal: AbortSignal,
): Promise<EventsPage> {
  if ("source" in sourceEvents) {
    const { source: source_id, ...status } = sourceEvents;
    return client.listSupplyEvents({ query: { source_id, ...status, ...paging } }, { signal });
  }
  const { identity } = sourceEvents;
  if ("check" in sourceEvents) {
    const query = { period: identity.period, warning: sourceEvents.check, ...paging };
    return client.listSupplyEvents({ query }, { signal });
  }
  return client.listReturnEvents(
    {
      path: pathParametersOf(identity),
      query: { ...sourceEvents.query, ...registrationQuery(identity), ...paging },
    },
    { signal },
  );
}

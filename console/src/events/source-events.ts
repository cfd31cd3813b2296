import type {
  CheckCount,
  ReturnRow,
  SupplyEvent,
  SupplyEventList,
  VatClient,
  Warning,
} from "../../../client/src/eu-vat-client.ts";
import { fullPage, type ListPage } from "../paging/full-page.ts";
import {
  pathParametersOf,
  type ReturnIdentity,
  registrationQuery,
} from "../period/return-identity.ts";

type ReturnQuery = NonNullable<Parameters<VatClient["listReturnEvents"]>[0]["query"]>;

/** The selection of source events: those of a figure in a return, those with a check, or those of a source. */
export type SourceEvents =
  | { readonly identity: ReturnIdentity; readonly query: ReturnQuery; readonly isLateChange?: true }
  | { readonly identity: ReturnIdentity; readonly check: CheckCount["code"] }
  | { readonly source: string; readonly classification_status?: "needs_review" };

export function sourceEventsOfRow(identity: ReturnIdentity, row: ReturnRow): SourceEvents {
  const { section, from_member_state, rate_category } = row;
  return {
    identity,
    query: {
      ...(section ? { section } : {}),
      member_state_of_consumption: row.member_state_of_consumption,
      supply_kind: row.supply_kind,
      vat_rate_bps: row.vat_rate_bps,
      ...(from_member_state ? { from_member_state } : {}),
      ...(rate_category === "standard" || rate_category === "reduced" ? { rate_category } : {}),
    },
  };
}

type Declared = { readonly original_period: string; readonly member_state_of_consumption: string };

/** Selects the source events of a correction, including late changes. */
export const sourceEventsOfCorrection = (
  identity: ReturnIdentity,
  declared: Declared,
): SourceEvents => ({
  identity,
  query: {
    original_period: declared.original_period,
    member_state_of_consumption: declared.member_state_of_consumption,
  },
});

/**
 * Selects the source events of a late change: all events of the changed period in the Member State, because the change
 * is the difference to the declared amounts.
 */
export const sourceEventsOfLateChange = (
  identity: ReturnIdentity,
  declared: Declared,
): SourceEvents => ({
  identity: { scheme: identity.scheme, period: declared.original_period },
  query: { member_state_of_consumption: declared.member_state_of_consumption },
  isLateChange: true,
});

/** Selects the source events of one part of what a return declares for a Member State. */
export const sourceEventsOfCountry = (
  identity: ReturnIdentity,
  member_state_of_consumption: string,
  part: NonNullable<ReturnQuery["part"]>,
): SourceEvents => ({ identity, query: { member_state_of_consumption, part } });

/** Selects the events that changed declared returns, whose changes a return declares for a Member State. */
export const sourceEventsOfLateChanges = (
  identity: ReturnIdentity,
  member_state_of_consumption: string,
): SourceEvents => ({
  identity,
  query: { member_state_of_consumption, late: "true" },
  isLateChange: true,
});

export const sourceEventsOfWarning = (
  identity: ReturnIdentity,
  warning: Warning["code"],
): SourceEvents => ({
  identity,
  query: { warning },
});

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

export const loadEvents = (
  client: VatClient,
  sourceEvents: SourceEvents,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<ListPage<SupplyEvent>> =>
  fullPage((paging) => askFor(client, sourceEvents, paging, signal), cursor);

type Paging = { readonly limit: number; readonly cursor?: string };

function askFor(
  client: VatClient,
  sourceEvents: SourceEvents,
  paging: Paging,
  signal: AbortSignal,
): Promise<SupplyEventList> {
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

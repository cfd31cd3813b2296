import type {
  CheckCount,
  ReturnRow,
  SupplyEvent,
  SupplyEventList,
  VatClient,
  Warning,
} from "../../../../client/src/eu-vat-client.ts";
import { fullPage, type ListPage } from "../paging/full-page.ts";
import { pathOf, underOf, type Which } from "../period/which.ts";

type ReturnQuery = NonNullable<Parameters<VatClient["listReturnEvents"]>[0]["query"]>;

/** The selection of source events: those of a figure in a return, those with a check, or those of a source. */
export type EventsBehind =
  | { readonly which: Which; readonly query: ReturnQuery; readonly isLateChange?: true }
  | { readonly which: Which; readonly check: CheckCount["code"] }
  | { readonly source: string; readonly classification_status?: "needs_review" };

/** Selects the source events of a row. */
export function behindRow(which: Which, row: ReturnRow): EventsBehind {
  const { section, from_member_state, rate_category } = row;
  return {
    which,
    query: {
      ...(section ? { section } : {}),
      country: row.member_state_of_consumption,
      supply_kind: row.supply_kind,
      rate_bps: row.vat_rate_bps,
      ...(from_member_state ? { from_member_state } : {}),
      ...(rate_category === "standard" || rate_category === "reduced" ? { rate_category } : {}),
    },
  };
}

type Declared = { readonly original_period: string; readonly member_state_of_consumption: string };

/** Selects the source events of a correction, including late changes. */
export const behindCorrection = (which: Which, declared: Declared): EventsBehind => ({
  which,
  query: {
    original_period: declared.original_period,
    country: declared.member_state_of_consumption,
  },
});

/**
 * Selects the source events of a late change: all events of the changed period in the Member State, because the change
 * is the difference to the declared amounts.
 */
export const behindLateChange = (which: Which, declared: Declared): EventsBehind => ({
  which: { scheme: which.scheme, period: declared.original_period },
  query: { country: declared.member_state_of_consumption },
  isLateChange: true,
});

export const behindCountry = (which: Which, country: string): EventsBehind => ({
  which,
  query: { country },
});

export const behindWarning = (which: Which, warning: Warning["code"]): EventsBehind => ({
  which,
  query: { warning },
});

export const behindCheck = (which: Which, check: CheckCount["code"]): EventsBehind => ({
  which,
  check,
});

/** Selects the events of a source: all of them, or those in review. */
export const behindSource = (source: string, isWaiting: boolean): EventsBehind => ({
  source,
  ...(isWaiting ? { classification_status: "needs_review" } : {}),
});

/** Loads a page of the selected events. */
export const loadEvents = (
  client: VatClient,
  behind: EventsBehind,
  cursor: string | null,
  signal: AbortSignal,
): Promise<ListPage<SupplyEvent>> =>
  fullPage((paging) => askFor(client, behind, paging, signal), cursor);

type Paging = { readonly limit: number; readonly cursor?: string };

function askFor(
  client: VatClient,
  behind: EventsBehind,
  paging: Paging,
  signal: AbortSignal,
): Promise<SupplyEventList> {
  if ("source" in behind) {
    const { source: source_id, ...status } = behind;
    return client.listSupplyEvents({ query: { source_id, ...status, ...paging } }, { signal });
  }
  const { which } = behind;
  if ("check" in behind) {
    const query = { period: which.period, warning: behind.check, ...paging };
    return client.listSupplyEvents({ query }, { signal });
  }
  return client.listReturnEvents(
    { path: pathOf(which), query: { ...behind.query, ...underOf(which), ...paging } },
    { signal },
  );
}

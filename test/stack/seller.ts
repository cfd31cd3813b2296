import type * as z from "zod";
import type {
  CommitResponse,
  PartialCommitResult,
  SupplyEventResponse,
} from "../../shared/ledger/events/schema.ts";
import { loadSums } from "../../shared/ledger/sums/store-sums.ts";
import type { Return } from "../../shared/returns/schema.ts";
import type { NewProfile } from "../../shared/vat/seller/profile-schema.ts";
import { bookNamed } from "../make/book.ts";
import type { SentEvent } from "../make/supply-event.ts";
import { type Account, call, newAccount } from "./api.ts";
import { settleRecount } from "./settle.ts";

export type ShownEvent = z.output<typeof SupplyEventResponse>;
export type Committed = z.output<typeof CommitResponse>;
export type Refusal = {
  readonly error: string;
  readonly message: string;
  readonly request_id: string;
  readonly details?: readonly {
    readonly field: string;
    readonly event_id?: string;
    readonly message: string;
  }[];
};

export const EVENTS = "/v1/supply-events";
export const eventPath = (id: string): string => `${EVENTS}/${encodeURIComponent(id)}`;

/** A new account in the Union scheme of `state` since 2021, with a profile when one is given. */
export function newSeller(state = "SE", profile?: z.input<typeof NewProfile>): Promise<Account> {
  return newAccount("seller", {
    name: JSON.stringify([state, profile]),
    make: async (seller) => {
      await register(seller, state);
      if (profile) await call(seller.full, "PUT", "/v1/account", profile);
      // A copy has no message that starts its recount, so the recount ends before the copy is made.
      await settleRecount(seller.account);
    },
  });
}

/** Registers an account in the Union scheme of `state`. */
export async function register(
  { full }: Account,
  state: string,
  effective_from = "2021-07-01",
): Promise<void> {
  const { status, text } = await call(full, "POST", "/v1/tax-registrations", {
    scheme_type: "union_oss",
    member_state_identification: state,
    effective_from,
    status: "active",
  });
  if (status !== 201) throw new Error(`not registered: ${text}`);
}

type Source = { readonly "X-Source-ID"?: string };

/** Commits an event, or a list of them as one batch. */
export const commit = (seller: Account, body: unknown, headers: Source = {}) =>
  call<Committed>(
    seller.full,
    "POST",
    EVENTS,
    Array.isArray(body) ? { events: body } : body,
    headers,
  );

/** Commits what must be accepted, and answers the items. */
export async function committed(
  seller: Account,
  events: SentEvent | readonly SentEvent[],
  headers: Source = {},
): Promise<Committed["items"]> {
  const { status, body } = await commit(seller, events, headers);
  if (status !== 200) throw new Error(`not committed: ${JSON.stringify(body)}`);
  return body.items;
}

/** Commits with what the query asks for, such as `on_error=skip`. */
export const commitAsking = (
  seller: Account,
  query: string,
  events: readonly unknown[],
  headers: Readonly<Record<string, string>> = {},
) => call<PartialCommitResult>(seller.full, "POST", `${EVENTS}?${query}`, { events }, headers);

export const shown = (seller: Account, id: string) =>
  call<ShownEvent>(seller.readOnly, "GET", eventPath(id));

export const reclassify = (seller: Account, id: string, to: string, note = "looked at it") =>
  call<ShownEvent>(seller.full, "POST", `${eventPath(id)}/classification`, {
    classification_status: to,
    note,
  });

export type EventList = { readonly items: ShownEvent[]; readonly next_cursor: string | null };

export const listed = (seller: Account, query = "") =>
  call<EventList>(seller.readOnly, "GET", `${EVENTS}${query}`);

/** The ids of the first page of a list. */
export const idsOf = async (seller: Account, query: string): Promise<string[]> =>
  (await listed(seller, query)).body.items.map((event) => event.event_id);

/** The ids of a whole list, page after page. */
export async function pagedIds(seller: Account, query: string): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = "";
  do {
    const { body }: { body: EventList } = await listed(
      seller,
      cursor ? `${query}&cursor=${cursor}` : query,
    );
    ids.push(...body.items.map((event) => event.event_id));
    cursor = body.next_cursor;
  } while (cursor !== null);
  return ids;
}

/** The Union return of a quarter. */
export async function summaryOf(seller: Account, period: string): Promise<Return> {
  const path = `/v1/reports/oss-quarterly-summary?period=${period}`;
  return (await call<Return>(seller.readOnly, "GET", path)).body;
}

/** What a period's sums are, as numbers, without those that are nothing. */
export async function sumsOf(seller: Account, period: string) {
  const tallies = await loadSums(seller.account, bookNamed(period));
  return Object.fromEntries(
    tallies
      .map(({ key, amounts }) => {
        const { writes, ...sums } = amounts;
        const kept = Object.entries(sums).filter(([, sum]) => sum !== 0n);
        return [key, Object.fromEntries(kept.map(([name, sum]) => [name, Number(sum)]))] as const;
      })
      .filter(([, sums]) => Object.keys(sums).length > 0),
  );
}

import * as z from "zod";
import { loopbackAllowed, urlFault } from "../../notifications/webhooks/http-client.ts";
import type { ShopAccess } from "../connections/connection.ts";
import { messageOf } from "../connections/messages.ts";
import {
  type ListPlace,
  type OrderPage,
  type Pull,
  PullFault,
  requestShop,
  type ShopCall,
  type ShopResponse,
  type ShopSession,
} from "./ask-shop.ts";

const ADDRESS = "https://api.stripe.com";

/** The version of the API in whose form invoices are read. */
const VERSION = "2025-03-31.basil";

const PER_PAGE = "50";

/** Days for which Stripe keeps events, less one for what is lost on the way. */
const EVENT_DAYS = 29;

/**
 * Reads invoices and credit notes from Stripe. No list is sorted by the last change: changes of the last weeks
 * are listed as events, and documents that are older by the day on which they were made.
 */
export const STRIPE_PULL: Pull = {
  addressIn: (text) => {
    if (text === undefined) return { address: ADDRESS };
    if (loopbackAllowed() && urlFault(text, true) === undefined && text.startsWith("http:")) {
      return { address: new URL(text).origin };
    }
    return { fault: "must be left out: Stripe has one address for all" };
  },
  key: undefined,
  secret: { form: /^rk_\w{10,190}$/, must: "must be a restricted key, which begins with rk_" },
  read: (event) => {
    const { type } = (event ?? {}) as { readonly type?: unknown };
    return messageOf("stripe", String(type), event);
  },
  open: async (access, now) => openStripe(access, now),
};

function openStripe({ address, secret }: ShopAccess, now: Date): ShopSession {
  const ask: ShopCall = (path, query) =>
    requestShop({
      url: `${address}/v1/${path}?${new URLSearchParams(query)}`,
      method: "GET",
      headers: {
        accept: "application/json",
        authorization: `Bearer ${secret}`,
        "stripe-version": VERSION,
      },
    });
  return {
    modifiedSince: (place) => modifiedSince(ask, place, now),
    order: async (id) => asEvent((await ask(`invoices/${id}`, {})).body),
    refundsOf: async () => [],
    // An invoice that was finalized is never deleted.
    present: async (ids) => new Set(ids),
    isGone: async () => false,
    limit: undefined,
  };
}

/** The lists that are read one after the other; a place names the list and the last id of its page before. */
const LISTS = ["invoices", "credit_notes", "events"] as const;
type List = (typeof LISTS)[number];

const TYPES = ["invoice.finalized", "invoice.voided", "credit_note.created", "credit_note.voided"];

const secondsOf = (instant: string): number => Math.floor(Date.parse(instant) / 1000);

async function modifiedSince(
  ask: ShopCall,
  { after, page }: ListPlace,
  now: Date,
): Promise<OrderPage> {
  const eventsFrom = Math.floor(now.getTime() / 1000) - EVENT_DAYS * 86_400;
  const since = secondsOf(after);
  const [list = "", last] = (page ?? (since >= eventsFrom ? "events" : "invoices")).split(" ");
  const known = LISTS.find((name) => name === list) ?? "invoices";
  const answer = listIn(
    await ask(known, {
      limit: PER_PAGE,
      "created[gte]": String(known === "events" ? Math.max(since, eventsFrom) : since),
      ...(last ? { starting_after: last } : {}),
      ...(known === "events"
        ? Object.fromEntries(TYPES.map((type, n) => [`types[${n}]`, type]))
        : {}),
    }),
  );
  const next = answer.has_more ? `${known} ${answer.data.at(-1)?.id}` : listAfter(known);
  return {
    orders:
      known === "events" ? answer.data : answer.data.flatMap((document) => asEvent(document) ?? []),
    next: next === undefined ? undefined : { after, page: next },
  };
}

const listAfter = (list: List): string | undefined => LISTS[LISTS.indexOf(list) + 1];

const Listed = z.object({
  data: z.array(z.looseObject({ id: z.string() })),
  has_more: z.boolean(),
});

function listIn({ body }: ShopResponse) {
  const read = Listed.safeParse(body);
  if (read.success) return read.data;
  throw new PullFault("pull_failed", "Stripe answered with something else than a list", {
    isLasting: true,
  });
}

const Seconds = z.int().nullish();

const Document = z.looseObject({
  id: z.string(),
  object: z.enum(["invoice", "credit_note"]),
  created: z.int(),
  livemode: z.boolean(),
  status: z.string().nullish(),
  voided_at: Seconds,
  status_transitions: z.object({ finalized_at: Seconds, voided_at: Seconds }).nullish(),
});

/** Returns the event that tells of a document as it is now; undefined for a draft, which is no invoice yet. */
function asEvent(value: unknown): unknown {
  const { data: document } = Document.safeParse(value);
  if (!document) return undefined;
  const { id, livemode, object, created, status, status_transitions: at } = document;
  if (status === "draft") return undefined;
  const isVoid = status === "void";
  const kind = object === "invoice" ? ["finalized", "voided"] : ["created", "voided"];
  return {
    id,
    livemode,
    type: `${object}.${kind[isVoid ? 1 : 0]}`,
    created: (isVoid ? (at?.voided_at ?? document.voided_at) : at?.finalized_at) ?? created,
    data: { object: value },
  };
}

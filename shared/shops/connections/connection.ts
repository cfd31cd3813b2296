import * as z from "zod";
import type { AuthorId, LedgerId } from "../../core/ids.ts";
import type { FailingCode } from "../../notifications/notification.ts";
import { CONNECTION_KINDS } from "./kinds.ts";

/** Read access to a shop: its address and the keys that its owner has made. */
export const ShopAccess = z.object({
  /** Without a path of the API. */
  address: z.string(),
  /** The name of the key, which is no secret: consumer key of WooCommerce, client id of Shopify, none of Stripe. */
  key: z.string().optional(),
  secret: z.string(),
});
export type ShopAccess = Readonly<z.output<typeof ShopAccess>>;

/** The handling of an order that was edited in the shop after it was booked. */
export const ON_EDIT = ["adjust", "ask"] as const;

/** The faults of a connection, in the order in which a user should check them. */
export const CONNECTION_FAULTS = ["signature_rejected", "topic_not_needed"] as const;
export type ConnectionFault = (typeof CONNECTION_FAULTS)[number];

export const ACCESS_FAULTS = [
  "pull_rejected",
  "pull_failed",
  "orders_missing",
  "webhook_switched_off",
  "scope_missing",
] as const;
export type AccessFault = (typeof ACCESS_FAULTS)[number];

/** A connected shop as stored. Its secrets are stored separately. */
export const Connection = z.object({
  id: z.string(),
  kind: z.enum(CONNECTION_KINDS),
  source_id: z.string(),
  settings: z.record(z.string(), z.unknown()),
  on_edit: z.enum(ON_EDIT),
  description: z.string().optional(),
  created_at: z.iso.datetime(),
  created_by: z.string(),
  updated_at: z.iso.datetime(),
  updated_by: z.string(),
  paused_at: z.iso.datetime().optional(),
  /** The instant at which the signing secret was set; absent while it is to be set. */
  secret_set_at: z.iso.datetime().optional(),
  /** The instant until which the former secret is accepted as well. */
  previous_secret_until: z.iso.datetime().optional(),
  /** The last fault; absent after a delivery that was accepted. */
  fault: z
    .object({
      since: z.iso.datetime(),
      last_at: z.iso.datetime(),
      code: z.enum(CONNECTION_FAULTS),
    })
    .optional(),
  last_delivery_at: z.iso.datetime().optional(),
  /** The shop that can be asked for its orders. The keys to it are stored with the secrets. */
  access: z
    .object({
      address: z.string(),
      set_at: z.iso.datetime(),
      /** The last fault; absent after a catch-up that the shop has answered. */
      fault: z
        .object({
          since: z.iso.datetime(),
          last_at: z.iso.datetime(),
          code: z.enum(ACCESS_FAULTS),
          message: z.string(),
          /** The first day whose orders the shop answers, if there is one. */
          reaches_back_to: z.string().optional(),
        })
        .optional(),
    })
    .optional(),
});
export type Connection = Readonly<z.output<typeof Connection>>;

/** All connections of an account, in order of creation. */
export const Connections = z.object({
  version: z.int(),
  /** The number of changes of settings, without those that messages of a shop have caused. */
  settings_version: z.int().default(0),
  connections: z.array(Connection).readonly(),
});
export type Connections = Readonly<z.output<typeof Connections>>;

export const NO_CONNECTIONS: Connections = { version: 0, settings_version: 0, connections: [] };

/** The caller and the instant of a request. */
export type ConnectionAsking = {
  readonly ledger: LedgerId;
  readonly author: AuthorId;
  readonly now: Date;
};

/** Maximum number of connections of an account. */
export const MOST_CONNECTIONS = 20;

/** Hours for which the former secret is accepted as well: Shopify takes up to an hour to sign with a new one. */
export const FORMER_SIGNING_HOURS = 24;

/** Returns the path to which the shop sends its messages. */
export const inboundPath = (id: string): string => `/v1/inbound/${id}`;

export const isPaused = ({ paused_at }: Connection): boolean => paused_at !== undefined;

/** Replaces one connection by the result of `change`; returns `seen` itself when nothing changes. */
export function withConnection(
  seen: Connections,
  id: string,
  change: (connection: Connection) => Connection,
): Connections {
  const connections = seen.connections.map((connection) =>
    connection.id === id ? change(connection) : connection,
  );
  return connections.every((connection, n) => connection === seen.connections[n])
    ? seen
    : { ...seen, connections };
}

export const withoutConnection = (seen: Connections, id: string): Connections => ({
  ...seen,
  connections: seen.connections.filter((connection) => connection.id !== id),
});

/** The pause between two writes of an unchanged state, so that a flood of deliveries writes the item seldom. */
const SEEN_EVERY_MS = 15 * 60_000;

const isRecent = (at: string | undefined, now: Date): boolean =>
  at !== undefined && now.getTime() - Date.parse(at) < SEEN_EVERY_MS;

/** Notes an accepted delivery: it ends a fault. */
export function withDelivery(connection: Connection, now: Date): Connection {
  const { fault, ...sound } = connection;
  if (!fault && isRecent(connection.last_delivery_at, now)) return connection;
  return { ...sound, last_delivery_at: now.toISOString() };
}

/** Notes a fault. The first one of its code begins it. */
export function withFault(connection: Connection, code: ConnectionFault, now: Date): Connection {
  const at = now.toISOString();
  const { fault } = connection;
  if (fault?.code === code && isRecent(fault.last_at, now)) return connection;
  const since = fault?.code === code ? fault.since : at;
  return { ...connection, fault: { since, last_at: at, code } };
}

export type FoundAccessFault = {
  readonly code: AccessFault;
  readonly message: string;
  readonly reaches_back_to?: string;
};

/** Notes what a catch-up has found of the access to the shop; undefined if all is well. */
export function withAccessFault(
  connection: Connection,
  found: FoundAccessFault | undefined,
  now: Date,
): Connection {
  const { access } = connection;
  if (!access || (!found && !access.fault)) return connection;
  const { fault, ...sound } = access;
  if (!found) return { ...connection, access: sound };
  // An unchanged fault is written once in a while: each page of a catch-up finds it again.
  if (fault?.code === found.code && isRecent(fault.last_at, now)) return connection;
  const last_at = now.toISOString();
  const since = fault?.code === found.code ? fault.since : last_at;
  return { ...connection, access: { ...sound, fault: { ...found, since, last_at } } };
}

/** A fault that has just begun, and of which the account is notified. */
type NewFault = { readonly code: FailingCode; readonly since: string };

/** Returns the faults of a connection that keep its orders away. A missing scope only limits what is found. */
export function failures({ fault, access }: Connection): NewFault[] {
  const ofAccess = access?.fault;
  return [
    ...(fault ? [fault] : []),
    ...(ofAccess && ofAccess.code !== "scope_missing"
      ? [{ code: ofAccess.code, since: ofAccess.since }]
      : []),
  ];
}

/** Returns the connections that have begun to fail with a change, each with its fault. */
export function newlyFailing(before: Connections, after: Connections) {
  return after.connections.flatMap((connection) => {
    const former = before.connections.find(({ id }) => id === connection.id);
    const known = former ? failures(former) : [];
    return failures(connection)
      .filter(
        ({ code, since }) =>
          !known.some((newFault) => newFault.code === code && newFault.since === since),
      )
      .map((fault) => ({ connection, ...fault }));
  });
}

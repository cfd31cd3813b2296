import { randomBytes } from "node:crypto";
import * as z from "zod";
import { sourceProfile } from "../../accounts/store-sources.ts";
import { DomainError, invalidRequest, notFound, rejectFaulty } from "../../core/errors/errors.ts";
import { faultIf, readAs } from "../../core/errors/field-errors.ts";
import type { LedgerId } from "../../core/ids.ts";
import { IMPORT_FORMATS } from "../../imports/formats/formats.ts";
import type { SellerFacts } from "../../imports/formats/home-sale.ts";
import { settingsOfSource } from "../../imports/formats/settings-of-source.ts";
import type { RateCatalogue } from "../../vat/reference-data/vat-rates.ts";
import type { Pull } from "../pull/ask-shop.ts";
import { PULLS } from "../pull/pulls.ts";
import {
  type Connection,
  type ConnectionAsking,
  type Connections,
  FORMER_SIGNING_HOURS,
  MOST_CONNECTIONS,
  type ShopAccess,
  withConnection,
  withoutConnection,
} from "./connection.ts";
import { FORMAT_OF_KIND } from "./kinds.ts";
import type { ConnectionChange, ConnectionRequest, NewAccess } from "./schema.ts";
import {
  forgetSecrets,
  loadConnections,
  putAccess,
  putInboundAddress,
  putSigningSecret,
  updateConnections,
} from "./store-connections.ts";

export function formatOfConnection(
  { kind, settings }: Pick<Connection, "kind" | "settings">,
  rates: RateCatalogue,
  seller?: SellerFacts,
) {
  const format = IMPORT_FORMATS.find(({ name }) => name === FORMAT_OF_KIND[kind]);
  if (!format) throw new RangeError(`no format reads the orders of ${kind}`);
  return format.withSettings(settings, rates, seller);
}

const schemaOf = (kind: Connection["kind"]) =>
  IMPORT_FORMATS.find(({ name }) => name === FORMAT_OF_KIND[kind])?.settings ?? z.never();

/**
 * Returns settings that were read.
 * @throws DomainError `invalid_request`
 */
function valid(read: ReturnType<typeof readAs>): Record<string, unknown> {
  if (read.success) return read.data as Record<string, unknown>;
  const { faults } = read;
  throw invalidRequest(faults.map((fault) => ({ ...fault, field: `settings.${fault.field}` })));
}

/** @throws DomainError `not_found` */
function connectionIn({ connections }: Connections, id: string): Connection {
  const found = connections.find((connection) => connection.id === id);
  if (!found) throw notFound("connection");
  return found;
}

/**
 * Loads a connection.
 * @throws DomainError `not_found`
 */
export const existingConnection = async (ledger: LedgerId, id: string): Promise<Connection> =>
  connectionIn(await loadConnections(ledger), id);

/**
 * Creates a connection. It accepts nothing before its secret is set.
 * @throws DomainError `connection_limit_reached`, `source_connected`, `invalid_request`, `not_ready`
 */
export async function createConnection(
  asking: ConnectionAsking,
  asked: ConnectionRequest,
): Promise<Connection> {
  const { ledger, author, now } = asking;
  const { kind, source_id, on_edit, description } = asked;
  const given = { ...asked.settings, source_id };
  const profile = sourceProfile(ledger, source_id);
  const settings = valid(await settingsOfSource(schemaOf(kind), given, profile));
  rejectUnfit(await loadConnections(ledger), source_id);
  const at = now.toISOString();
  const connection: Connection = {
    id: `cn_${randomBytes(12).toString("hex")}`,
    kind,
    source_id,
    settings,
    on_edit,
    description,
    created_at: at,
    created_by: author,
    updated_at: at,
    updated_by: author,
  };
  // The address first: a listed connection always has one.
  await putInboundAddress(connection.id, ledger);
  await updateConnections(asking, (seen) => {
    rejectUnfit(seen, source_id);
    return { ...seen, connections: [...seen.connections, connection] };
  });
  return connection;
}

/** Rejects a connection too many, and a second one of a source: an order number names one order of a source. */
function rejectUnfit({ connections }: Connections, source_id: string): void {
  if (connections.some((connection) => connection.source_id === source_id)) {
    const message = `${source_id} has a connection already: give each shop a source of its own`;
    throw new DomainError("source_connected", message);
  }
  if (connections.length < MOST_CONNECTIONS) return;
  const message = `an account has at most ${MOST_CONNECTIONS} connections`;
  throw new DomainError("connection_limit_reached", message);
}

/**
 * Changes a connection.
 * @throws DomainError `not_found`, `invalid_request`, `not_ready`
 */
export const changeConnection = (
  asking: ConnectionAsking,
  id: string,
  change: ConnectionChange,
): Promise<Connection> =>
  changedConnection(asking, id, (connection) => ({
    ...withChange(connection, change, asking.now),
  }));

function withChange(connection: Connection, change: ConnectionChange, now: Date): Connection {
  const { settings, on_edit, description, paused } = change;
  const { paused_at, ...running } = connection;
  const { kind, source_id } = connection;
  const since = paused_at ?? now.toISOString();
  return {
    ...running,
    ...((paused ?? paused_at !== undefined) ? { paused_at: since } : {}),
    ...(settings ? { settings: valid(readAs(schemaOf(kind), { ...settings, source_id })) } : {}),
    on_edit: on_edit ?? connection.on_edit,
    description: description === undefined ? connection.description : (description ?? undefined),
  };
}

/** Changes a connection, and notes who did. */
async function changedConnection(
  asking: ConnectionAsking,
  id: string,
  change: (connection: Connection) => Connection,
): Promise<Connection> {
  const { author, now } = asking;
  const after = await updateConnections(asking, (seen) => {
    connectionIn(seen, id);
    return withConnection(seen, id, (connection) => ({
      ...change(connection),
      updated_at: now.toISOString(),
      updated_by: author,
    }));
  });
  return connectionIn(after, id);
}

/**
 * Removes a connection and its secrets. What it has booked stays.
 * @throws DomainError `not_found`, `not_ready`
 */
export async function deleteConnection(asking: ConnectionAsking, id: string): Promise<Connection> {
  const { ledger } = asking;
  const connection = await existingConnection(ledger, id);
  await updateConnections(asking, (seen) => withoutConnection(seen, id));
  await forgetSecrets(ledger, id);
  return connection;
}

export const newSigningSecret = (): string => randomBytes(32).toString("base64url");

/**
 * Sets the secret that signs deliveries. A former one is accepted for some hours more, so that no delivery is lost while
 * the shop changes over.
 * @throws DomainError `not_found`, `not_ready`
 */
export async function setSigningSecret(
  asking: ConnectionAsking,
  id: string,
  secret: string,
): Promise<Connection> {
  const { ledger, now } = asking;
  const { secret_set_at } = await existingConnection(ledger, id);
  const until = secret_set_at
    ? new Date(now.getTime() + FORMER_SIGNING_HOURS * 3_600_000).toISOString()
    : undefined;
  await putSigningSecret(ledger, id, secret, until);
  return changedConnection(asking, id, (connection) => ({
    ...connection,
    secret_set_at: now.toISOString(),
    ...(until ? { previous_secret_until: until } : {}),
  }));
}

/**
 * Sets the access to the shop, with which a catch-up asks for its orders. It is not tried here: the next catch-up tells
 * what is wrong with it.
 * @throws DomainError `not_found`, `invalid_request`, `not_ready`
 */
export async function setAccess(
  asking: ConnectionAsking,
  id: string,
  given: NewAccess,
): Promise<Connection> {
  const { ledger, now } = asking;
  const { kind } = await existingConnection(ledger, id);
  const access = accessIn(PULLS[kind], given);
  await putAccess(ledger, id, access);
  const { address } = access;
  return changedConnection(asking, id, (connection) => ({
    ...connection,
    access: { address, set_at: now.toISOString() },
  }));
}

/** @throws DomainError `invalid_request` */
function accessIn({ addressIn, key, secret }: Pull, given: NewAccess): ShopAccess {
  const read = addressIn(given.address);
  rejectFaulty([
    ...("fault" in read ? [{ field: "address", message: read.fault }] : []),
    ...(key ? faultIf(!key.form.test(given.key ?? ""), "key", key.must) : []),
    ...faultIf(!key && given.key !== undefined, "key", "must be left out: the key has one part"),
    ...faultIf(!secret.form.test(given.secret), "secret", secret.must),
  ]);
  return { ...given, address: "address" in read ? read.address : "" };
}

import type { Connection } from "../connections/connection.ts";
import { existingConnection } from "../connections/manage.ts";
import { type ConnectionView, connectionView } from "../connections/schema.ts";
import { loadConnections } from "../connections/store-connections.ts";
import { loadCatchUp, loadCatchUps } from "./store-catch-ups.ts";

/** Returns a connection that was just changed as a response shows it, with its last catch-up. */
export const shownConnection = async (
  account: string,
  connection: Connection,
  now: Date,
): Promise<ConnectionView> =>
  connectionView(connection, now, await loadCatchUp(account, connection.id));

/**
 * Reads a connection as a response shows it. The catch-up is read first: a step stores the fault before the end, and
 * so a catch-up that has failed always shows why.
 * @throws DomainError `not_found`
 */
export async function readConnection(
  account: string,
  id: string,
  now: Date,
): Promise<ConnectionView> {
  const catchUp = await loadCatchUp(account, id);
  return connectionView(await existingConnection(account, id), now, catchUp);
}

/** Reads all connections of an account as a response shows them, each after its catch-up. */
export async function readConnections(account: string, now: Date): Promise<ConnectionView[]> {
  const known = await loadConnections(account);
  const catchUps = await loadCatchUps(
    account,
    known.connections.map(({ id }) => id),
  );
  const { connections } = await loadConnections(account);
  return connections.map((one) => connectionView(one, now, catchUps.get(one.id)));
}

import type { Connection } from "../connections/connection.ts";
import { type ConnectionView, connectionView } from "../connections/schema.ts";
import { loadCatchUp, loadCatchUps } from "./store-catch-ups.ts";

/** Returns a connection as a response shows it, with its last catch-up. */
export const shownConnection = async (
  account: string,
  connection: Connection,
  now: Date,
): Promise<ConnectionView> =>
  connectionView(connection, now, await loadCatchUp(account, connection.id));

/** Returns connections as a response shows them. */
export async function shownConnections(
  account: string,
  connections: readonly Connection[],
  now: Date,
): Promise<ConnectionView[]> {
  const ids = connections.map(({ id }) => id);
  const catchUps = await loadCatchUps(account, ids);
  return connections.map((one) => connectionView(one, now, catchUps.get(one.id)));
}

import { describeError } from "../../core/errors/errors.ts";
import { logger } from "../../platform/telemetry/telemetry.ts";
import {
  type Connection,
  type ConnectionFault,
  type FoundAccessFault,
  withAccessFault,
  withConnection,
  withDelivery,
  withFault,
} from "./connection.ts";
import { updateFaults } from "./store-inbound.ts";

/** Notes a state of a connection for its page. Nothing is lost if this fails, so a failure is only logged. */
async function noteState(
  account: string,
  { id }: Connection,
  change: (one: Connection) => Connection,
): Promise<void> {
  try {
    await updateFaults(account, (seen) => withConnection(seen, id, change));
  } catch (error) {
    logger.warn("state of a connection not noted", { id, error: describeError(error) });
  }
}

/** Notes a fault of the messages. Written seldom, so that a flood of calls does not write the item. */
export async function noteFault(
  account: string,
  connection: Connection,
  code: ConnectionFault,
  now: Date,
): Promise<void> {
  if (withFault(connection, code, now) === connection) return;
  await noteState(account, connection, (one) => withFault(one, code, now));
}

/** Notes an accepted message. */
export async function noteSound(account: string, connection: Connection, now: Date): Promise<void> {
  if (withDelivery(connection, now) === connection) return;
  await noteState(account, connection, (one) => withDelivery(one, now));
}

/** Notes what a catch-up has found of the access. */
export async function noteAccess(
  account: string,
  connection: Connection,
  found: FoundAccessFault | "sound",
  now: Date,
): Promise<void> {
  const change = (one: Connection) =>
    withAccessFault(one, found === "sound" ? undefined : found, now);
  if (change(connection) === connection) return;
  await noteState(account, connection, change);
}

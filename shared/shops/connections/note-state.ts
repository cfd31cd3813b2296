import { describeError } from "../../core/errors/errors.ts";
import type { LedgerId } from "../../core/ids.ts";
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
  ledger: LedgerId,
  { id }: Connection,
  change: (connection: Connection) => Connection,
): Promise<void> {
  try {
    await updateFaults(ledger, (seen) => withConnection(seen, id, change));
  } catch (error) {
    logger.warn("state of a connection not noted", { id, error: describeError(error) });
  }
}

/** Notes a fault of the messages. Written seldom, so that a flood of calls does not write the item. */
export async function noteFault(
  ledger: LedgerId,
  connection: Connection,
  code: ConnectionFault,
  now: Date,
): Promise<void> {
  if (withFault(connection, code, now) === connection) return;
  await noteState(ledger, connection, (connection) => withFault(connection, code, now));
}

export async function noteSound(
  ledger: LedgerId,
  connection: Connection,
  now: Date,
): Promise<void> {
  if (withDelivery(connection, now) === connection) return;
  await noteState(ledger, connection, (connection) => withDelivery(connection, now));
}

/** Notes what a catch-up has found of the access. */
export async function noteAccess(
  ledger: LedgerId,
  connection: Connection,
  found: FoundAccessFault | "sound",
  now: Date,
): Promise<void> {
  const change = (connection: Connection) =>
    withAccessFault(connection, found === "sound" ? undefined : found, now);
  if (change(connection) === connection) return;
  await noteState(ledger, connection, change);
}

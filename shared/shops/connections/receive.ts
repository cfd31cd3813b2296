import * as z from "zod";
import { DomainError, notFound } from "../../core/errors/errors.ts";
import { enqueue, LedgerName, type Queue } from "../../platform/queues/queues.ts";
import { type Connection, isPaused } from "./connection.ts";
import { deliveryHash } from "./delivery.ts";
import { isNeeded, isSigned, nameOfMessage, type SignedCall } from "./messages.ts";
import { noteFault, noteSound } from "./note-state.ts";
import {
  ledgerOfInboundAddress,
  loadConnections,
  loadSigningSecrets,
} from "./store-connections.ts";
import { noteDelivery, storeMessage } from "./store-inbound.ts";

const InboundWork = z.strictObject({
  account: LedgerName,
  connection_id: z.string().min(1),
  hash: z.string().length(64),
  /** A person has asked to book the message, also if that is an edit on which the connection asks. */
  is_asked_for: z.literal(true).optional(),
});
export type InboundWork = z.output<typeof InboundWork>;

export const INBOUND: Queue<InboundWork> = { name: "inbound", schema: InboundWork };

/** Maximum size of a message, with room for its quotes within the 6 MB of a Lambda event: an order of some 5,000 lines. */
export const MOST_INBOUND_BYTES = 5_000_000;

/** The first call of WooCommerce, with which it tries an address: a form without a signature. */
const isPing = ({ kind }: Connection, { body }: SignedCall): boolean =>
  kind === "woocommerce" &&
  body.length <= 40 &&
  /^webhook_id=\d{1,20}$/.test(new TextDecoder().decode(body));

/**
 * Takes a message of a shop: stores and queues it before it is answered, so that an answer means that it is not lost.
 * @throws DomainError `not_found` for an unknown, paused or unready connection; `invalid_signature`; `not_ready`
 */
export async function receiveMessage(id: string, call: SignedCall, now: Date): Promise<void> {
  const { account: ledger, connection } = await connectionAt(id);
  if (isPing(connection, call)) return;
  const secrets = await loadSigningSecrets(ledger, id, now);
  if (!isSigned(connection.kind, call, secrets, now)) {
    await noteFault(ledger, connection, "signature_rejected", now);
    throw new DomainError("invalid_signature", "the signature is not that of this connection");
  }
  const { topic, vendor_id } = nameOfMessage(connection.kind, call);
  const hash = deliveryHash(topic, call.body);
  const work = { account: ledger, connection_id: id, hash };
  await storeMessage(ledger, work, call.body);
  const delivery = await noteDelivery(
    ledger,
    {
      connection_id: id,
      hash,
      topic,
      vendor_id,
      received_at: now.toISOString(),
      size_bytes: call.body.length,
    },
    now,
  );
  // A message that is done is not booked again. One that is not may have lost its place in the queue.
  if (delivery.done_at === undefined) await queued(work);
  if (isNeeded(connection.kind, topic)) await noteSound(ledger, connection, now);
  // A shop that sends what is needed may send more.
  else if (connection.last_delivery_at === undefined) {
    await noteFault(ledger, connection, "topic_not_needed", now);
  }
}

async function connectionAt(id: string) {
  const ledger = await ledgerOfInboundAddress(id);
  const { connections } = ledger ? await loadConnections(ledger) : { connections: [] };
  const connection = connections.find((connection) => connection.id === id);
  if (!ledger || !connection || isPaused(connection)) throw notFound("connection");
  return { account: ledger, connection };
}

async function queued(work: InboundWork): Promise<void> {
  try {
    await enqueue(INBOUND, [work]);
  } catch (cause) {
    throw new DomainError("not_ready", "the message cannot be taken now", [], { cause });
  }
}

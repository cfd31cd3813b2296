import { randomBytes } from "node:crypto";
import * as z from "zod";
import { DomainError, invalidRequest } from "../../core/errors/errors.ts";
import { enqueue, type Queue } from "../../platform/queues/queues.ts";
import { backOff, patience } from "../../platform/retries.ts";
import { type Connection, isPaused } from "../connections/connection.ts";
import { existingConnection } from "../connections/manage.ts";
import { type CatchUp, isOngoing, newRun, startOf } from "./catch-up.ts";
import type { NewCatchUp } from "./schema.ts";
import { loadCatchUp, saveCatchUp } from "./store-catch-ups.ts";

/** An account whose connections are to be caught up, or one step of one of them. */
const CatchUpWork = z.union([
  z.strictObject({
    account: z.string().min(1),
    connection_id: z.string().min(1),
    run: z.string().min(1),
    step: z.int().min(0),
  }),
  z.strictObject({ account: z.string().min(1) }),
]);
type CatchUpWork = z.output<typeof CatchUpWork>;

export const CATCH_UPS: Queue<CatchUpWork> = { name: "catchups", schema: CatchUpWork };

/** Enqueues the next step of a catch-up, after the pause that the shop wants. */
export const enqueueStep = (
  account: string,
  { connection_id, run, step }: CatchUp,
  pauseSeconds = 0,
): Promise<void> => enqueue(CATCH_UPS, [{ account, connection_id, run, step }], pauseSeconds);

/**
 * Begins a catch-up of a connection. One that is under way goes on, unless an earlier beginning is asked for.
 * @throws DomainError `not_found`, `connection_not_ready`, `invalid_request`, `not_ready`
 */
export async function requestCatchUp(
  account: string,
  id: string,
  { from, confirm_missing }: NewCatchUp,
  now: Date,
): Promise<{ readonly connection: Connection; readonly catchUp: CatchUp }> {
  const connection = await existingConnection(account, id);
  rejectUnready(connection);
  if (from && startOf(from) > now.toISOString()) {
    throw invalidRequest([{ field: "from", message: "must not be in the future" }]);
  }
  const catchUp = await beginRun(account, connection, now, {
    from: from && startOf(from),
    trusts_missing: confirm_missing ?? false,
  });
  await enqueueStep(account, catchUp);
  return { connection, catchUp };
}

function rejectUnready(connection: Connection): void {
  const message = isPaused(connection)
    ? "the connection is paused: let it go on first"
    : "the connection has no access to its shop: give it first";
  if (isPaused(connection) || !connection.access) {
    throw new DomainError("connection_not_ready", message);
  }
}

type Asked = { readonly from: string | undefined; readonly trusts_missing: boolean };

/** Stores a new run, unless one is under way that finds as much. Returns the run to take the next step of. */
export async function beginRun(
  account: string,
  { id: connection_id, created_at: connected_at }: Connection,
  now: Date,
  asked: Asked,
): Promise<CatchUp> {
  const giveUpAt = patience();
  for (let n = 0; ; n += 1) {
    if (n > 0) await backOff(n, giveUpAt);
    const before = await loadCatchUp(account, connection_id);
    if (before && isOngoing(before) && isEnough(before, asked)) return before;
    const run = randomBytes(6).toString("hex");
    const next = newRun(before, { connection_id, run, connected_at, now, ...asked });
    if (await saveCatchUp(account, next)) return next;
  }
}

const isEnough = ({ from, trusts_missing = false }: CatchUp, asked: Asked): boolean =>
  (asked.from === undefined || asked.from >= from) && (!asked.trusts_missing || trusts_missing);

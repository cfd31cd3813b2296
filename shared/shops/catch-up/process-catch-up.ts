import { randomBytes } from "node:crypto";
import * as z from "zod";
import type { AccountRecord } from "../../accounts/account.ts";
import { loadAccount } from "../../accounts/store-accounts.ts";
import { DomainError, invalidRequest } from "../../core/errors/errors.ts";
import type { LedgerId } from "../../core/ids.ts";
import { backOff, patience } from "../../platform/calls.ts";
import {
  enqueue,
  inTurn,
  LedgerName,
  type Queue,
  queueWorker,
} from "../../platform/queues/queues.ts";
import { type Connection, isPaused } from "../connections/connection.ts";
import { existingConnection } from "../connections/manage.ts";
import { noteAccess } from "../connections/note-state.ts";
import { type ConnectionView, connectionView } from "../connections/schema.ts";
import { loadAccess, loadConnections } from "../connections/store-connections.ts";
import { type CatchUp, isOngoing, newRun, startOf } from "./catch-up.ts";
import type { CatchUpRequest } from "./schema.ts";
import { loadCatchUp, loadCatchUps, saveCatchUp } from "./store-catch-ups.ts";
import { takeStep } from "./take-step.ts";

/** An account whose connections are to be caught up, or one step of one of them. */
const CatchUpWork = z.union([
  z.strictObject({
    account: LedgerName,
    connection_id: z.string().min(1),
    run: z.string().min(1),
    step: z.int().min(0),
  }),
  z.strictObject({ account: LedgerName }),
]);
type CatchUpWork = z.output<typeof CatchUpWork>;

const CATCH_UPS: Queue<CatchUpWork> = { name: "catchups", schema: CatchUpWork };

/** Enqueues the next step of a catch-up, after the pause that the shop wants. */
const enqueueStep = (
  ledger: LedgerId,
  { connection_id, run, step }: CatchUp,
  pauseSeconds = 0,
): Promise<void> =>
  enqueue(CATCH_UPS, [{ account: ledger, connection_id, run, step }], pauseSeconds);

/**
 * Begins a catch-up of a connection. One that is under way goes on, unless an earlier beginning is asked for.
 * @throws DomainError `not_found`, `connection_not_ready`, `invalid_request`, `not_ready`
 */
export async function requestCatchUp(
  ledger: LedgerId,
  id: string,
  { from, confirm_missing }: CatchUpRequest,
  now: Date,
): Promise<{ readonly connection: Connection; readonly catchUp: CatchUp }> {
  const connection = await existingConnection(ledger, id);
  rejectUnready(connection);
  if (from && startOf(from) > now.toISOString()) {
    throw invalidRequest([{ field: "from", message: "must not be in the future" }]);
  }
  const catchUp = await beginRun(ledger, connection, now, {
    from: from && startOf(from),
    trusts_missing: confirm_missing ?? false,
  });
  await enqueueStep(ledger, catchUp);
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
async function beginRun(
  ledger: LedgerId,
  { id: connection_id, created_at: connected_at }: Connection,
  now: Date,
  asked: Asked,
): Promise<CatchUp> {
  const giveUpAt = patience();
  for (let n = 0; ; n += 1) {
    if (n > 0) await backOff(n, giveUpAt);
    const before = await loadCatchUp(ledger, connection_id);
    if (before && isOngoing(before) && isEnough(before, asked)) return before;
    const run = randomBytes(6).toString("hex");
    const next = newRun(before, { connection_id, run, connected_at, now, ...asked });
    if (await saveCatchUp(ledger, next)) return next;
  }
}

const isEnough = ({ from, trusts_missing = false }: CatchUp, asked: Asked): boolean =>
  (asked.from === undefined || asked.from >= from) && (!asked.trusts_missing || trusts_missing);

/** True if an account is caught up: a suspended or closed one gets no new data. */
export const isCaughtUp = ({ account_state }: AccountRecord): boolean =>
  account_state === undefined;

type Caught = Connection & { readonly access: NonNullable<Connection["access"]> };

/** Returns the connections of an account that can be caught up. */
async function caughtUp(ledger: LedgerId): Promise<Caught[]> {
  const [{ connections }, record] = await Promise.all([
    loadConnections(ledger),
    loadAccount(ledger),
  ]);
  if (record && !isCaughtUp(record)) return [];
  return connections.filter(
    (connection): connection is Caught => connection.access !== undefined && !isPaused(connection),
  );
}

/** Begins the catch-ups of an account that are due, and takes up those whose message was lost. */
async function startDue(ledger: LedgerId, now: Date): Promise<void> {
  const connections = await caughtUp(ledger);
  const known = await loadCatchUps(
    ledger,
    connections.map(({ id }) => id),
  );
  for (const connection of connections) {
    const before = known.get(connection.id);
    const next = isDue(before, now)
      ? await beginRun(ledger, connection, now, { from: undefined, trusts_missing: false })
      : before;
    if (next && (next !== before || isStalled(next, now))) await enqueueStep(ledger, next);
  }
}

/** Enqueues the next step of the catch-ups of an account that are under way. */
export async function resumeCatchUpsOf(ledger: LedgerId): Promise<void> {
  const connections = await caughtUp(ledger);
  const ids = connections.map(({ id }) => id);
  const underWay = [...(await loadCatchUps(ledger, ids)).values()].filter(isOngoing);
  for (const catchUp of underWay) await enqueueStep(ledger, catchUp);
}

/** True on the first call of a UTC day: just after midnight, when shops are little used. */
const isDue = (before: CatchUp | undefined, now: Date): boolean =>
  !before ||
  (!isOngoing(before) && before.started_at.slice(0, 10) < now.toISOString().slice(0, 10));

/** Longer than a step. A message that comes twice does no harm. */
const STALLED_MS = 2 * 60_000;

/** True if a step should have been taken: its message was lost with the machine that held it. */
const isStalled = (catchUp: CatchUp, now: Date): boolean =>
  isOngoing(catchUp) &&
  now.getTime() - Date.parse(catchUp.retry_at ?? catchUp.updated_at) > STALLED_MS;

type StepName = { readonly account: LedgerId; readonly connection_id: string } & Pick<
  CatchUp,
  "run" | "step"
>;

/** Takes a step, unless it was taken. Repeated after a crash, it books and counts nothing twice. */
async function processStep(work: StepName, now: Date): Promise<void> {
  const { account: ledger, connection_id } = work;
  const connection = (await caughtUp(ledger)).find(({ id }) => id === connection_id);
  const seen = await loadCatchUp(ledger, connection_id);
  if (!connection || !seen || !isNext(seen, work)) return;
  const access = await loadAccess(ledger, connection_id);
  if (!access) return;
  const { next, access: found } = await takeStep(ledger, connection, access, seen, now);
  // The fault first: a catch-up that is over shows why.
  if (found) await noteAccess(ledger, connection, found, now);
  if (!(await saveCatchUp(ledger, next))) return;
  if (isOngoing(next)) await enqueueStep(ledger, next, pauseOf(next, now));
}

const isNext = (seen: CatchUp, { run, step }: StepName): boolean =>
  isOngoing(seen) && seen.run === run && seen.step === step;

const pauseOf = ({ retry_at }: CatchUp, now: Date): number =>
  retry_at === undefined ? 0 : Math.ceil((Date.parse(retry_at) - now.getTime()) / 1000);

export const catchUpWorker = () =>
  queueWorker(
    CATCH_UPS,
    inTurn(CATCH_UPS, (work) =>
      "step" in work ? processStep(work, new Date()) : startDue(work.account, new Date()),
    ),
  );

/** Returns a connection that was just changed as a response shows it, with its last catch-up. */
export const shownConnection = async (
  ledger: LedgerId,
  connection: Connection,
  now: Date,
): Promise<ConnectionView> =>
  connectionView(connection, now, await loadCatchUp(ledger, connection.id));

/**
 * Reads a connection as a response shows it. The catch-up is read first: a step stores the fault before the end, and
 * so a catch-up that has failed always shows why.
 * @throws DomainError `not_found`
 */
export async function readConnection(
  ledger: LedgerId,
  id: string,
  now: Date,
): Promise<ConnectionView> {
  const catchUp = await loadCatchUp(ledger, id);
  return connectionView(await existingConnection(ledger, id), now, catchUp);
}

/** Reads all connections of an account as a response shows them, each after its catch-up. */
export async function readConnections(ledger: LedgerId, now: Date): Promise<ConnectionView[]> {
  const known = await loadConnections(ledger);
  const catchUps = await loadCatchUps(
    ledger,
    known.connections.map(({ id }) => id),
  );
  const { connections } = await loadConnections(ledger);
  return connections.map((connection) =>
    connectionView(connection, now, catchUps.get(connection.id)),
  );
}

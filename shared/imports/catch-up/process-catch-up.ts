import type { AccountRecord } from "../../accounts/account.ts";
import { loadAccount } from "../../accounts/store-accounts.ts";
import { inTurn } from "../../platform/queues/in-turn.ts";
import { queueWorker } from "../../platform/queues/queues.ts";
import { type Connection, isPaused } from "../connections/connection.ts";
import { noteAccess } from "../connections/note-state.ts";
import { loadAccess, loadConnections } from "../connections/store-connections.ts";
import { type CatchUp, isOngoing } from "./catch-up.ts";
import { beginRun, CATCH_UPS, enqueueStep } from "./request-catch-up.ts";
import { loadCatchUp, loadCatchUps, saveCatchUp } from "./store-catch-ups.ts";
import { takeStep } from "./take-step.ts";

/** True if an account is caught up: a suspended or closed one gets no new data. */
export const isCaughtUp = ({ account_state }: AccountRecord): boolean =>
  account_state === undefined;

type Caught = Connection & { readonly access: NonNullable<Connection["access"]> };

/** Returns the connections of an account that can be caught up. */
async function caughtUp(account: string): Promise<Caught[]> {
  const [{ connections }, record] = await Promise.all([
    loadConnections(account),
    loadAccount(account),
  ]);
  if (record && !isCaughtUp(record)) return [];
  return connections.filter((one): one is Caught => one.access !== undefined && !isPaused(one));
}

/** Begins the catch-ups of an account that are due, and takes up those whose message was lost. */
async function startDue(account: string, now: Date): Promise<void> {
  const connections = await caughtUp(account);
  const known = await loadCatchUps(
    account,
    connections.map(({ id }) => id),
  );
  for (const connection of connections) {
    const before = known.get(connection.id);
    const next = isDue(before, now)
      ? await beginRun(account, connection, now, { from: undefined, trusts_missing: false })
      : before;
    if (next && (next !== before || isStalled(next, now))) await enqueueStep(account, next);
  }
}

/** Enqueues the next step of the catch-ups of an account that are under way. */
export async function resumeCatchUpsOf(account: string): Promise<void> {
  const connections = await caughtUp(account);
  const ids = connections.map(({ id }) => id);
  const underWay = [...(await loadCatchUps(account, ids)).values()].filter(isOngoing);
  for (const one of underWay) await enqueueStep(account, one);
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

type StepName = { readonly account: string; readonly connection_id: string } & Pick<
  CatchUp,
  "run" | "step"
>;

/** Takes a step, unless it was taken. Repeated after a crash, it books and counts nothing twice. */
async function processStep(work: StepName, now: Date): Promise<void> {
  const { account, connection_id } = work;
  const connection = (await caughtUp(account)).find(({ id }) => id === connection_id);
  const seen = await loadCatchUp(account, connection_id);
  if (!connection || !seen || !isNext(seen, work)) return;
  const access = await loadAccess(account, connection_id);
  if (!access) return;
  const { next, access: found } = await takeStep(account, connection, access, seen, now);
  // The fault first: a catch-up that is over shows why.
  if (found) await noteAccess(account, connection, found, now);
  if (!(await saveCatchUp(account, next))) return;
  if (isOngoing(next)) await enqueueStep(account, next, pauseOf(next, now));
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

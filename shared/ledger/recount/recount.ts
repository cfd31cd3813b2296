import { setTimeout as pause } from "node:timers/promises";
import { edgesOf } from "../../vat/schemes/registration-segments.ts";
import { loadAccountSettings } from "../settings/account-settings.ts";
import { recountPage } from "./recount-page.ts";
import {
  advanced,
  askedByRules,
  begun,
  isPending,
  type RecountState,
  requestedByHand,
  waitBefore,
} from "./recount-state.ts";
import { updateRecount } from "./store-recounts.ts";

/** The clock that a recount goes by, in epoch milliseconds. */
export type Clock = {
  readonly now: () => number;
  readonly pause: (ms: number) => Promise<unknown>;
};

export const SYSTEM_CLOCK: Clock = { now: Date.now, pause };

/** After so long nothing more is begun with what was read before: then, and one call more, is less than 29 s. */
const CHUNK_MS = 12_000;

/**
 * Recounts an account until it is done, or `until` has come; then it is taken up later where it was
 * left. Several runners at once do no harm: each change is conditioned on what it was decided by.
 */
export async function recountAccount(
  account: string,
  clock: Clock,
  until = Number.POSITIVE_INFINITY,
): Promise<RecountState> {
  for (;;) {
    const seen = await updateRecount(account, (state) => taken(state, clock.now()));
    if (!isPending(seen)) return seen;
    const wait = waitBefore(seen, clock.now());
    if (clock.now() + wait >= until) return seen;
    if (wait > 0) await clock.pause(wait);
    else await recountChunk(account, clock, seen);
  }
}

/** As a runner takes it up: with a pass under way, unless one has to wait. */
function taken(state: RecountState, now: number): RecountState {
  const asked = askedByRules(state, now);
  return !isPending(asked) || waitBefore(asked, now) > 0 ? asked : begun(asked, now);
}

async function recountChunk(account: string, clock: Clock, start: RecountState): Promise<void> {
  const late = clock.now() + CHUNK_MS;
  // After the state: what is read here is at least as new as the request that it tells of.
  const { registrations, profile } = await loadAccountSettings(account);
  const ground = { edges: edgesOf(registrations.items), profile };
  const isLate = () => clock.now() >= late;
  const chunk = await recountPage({ account, ground, isLate }, start);
  await updateRecount(account, (seen) => advanced(seen, start, chunk, clock.now()));
}

/** Asks for a recount of everything though nothing has changed; one that was broken off goes on. */
export const requestRecount = (account: string, now: number): Promise<RecountState> =>
  updateRecount(account, (seen) => requestedByHand(seen, now));

import { randomUUID } from "node:crypto";
import { dayOf, type IsoDate } from "../calendar/iso-date.ts";
import type { Period } from "../calendar/period.ts";
import { artifactsOf } from "../exports/artifacts.ts";
import { previousOf } from "../locks/chain.ts";
import type { LockDraft, LockedPeriod } from "../locks/locked-period.ts";
import { lockDraft } from "../locks/snapshot.ts";
import { refuseLock, stateAfter, stateOf } from "../locks/state.ts";
import { drawReturn } from "../returns/draw.ts";
import { refuseUnready, requireReturn } from "../returns/refusal.ts";
import type { Scheme } from "../schemes/scheme.ts";
import { loadProfile } from "../store/account-profiles.ts";
import { storeArtifacts } from "../store/artifacts.ts";
import { insertLock, loadChainHead, snapshotSha256 } from "../store/lock-chain.ts";
import { loadLock } from "../store/locked-periods.ts";
import { withRetries } from "../store/retries.ts";
import { contentSha256 } from "./content-sha256.ts";
import { loadSettledReturn } from "./load-return.ts";
import { lookBack } from "./look-back.ts";

/** Who asks for a lock, when, and whether the return must be ready to file. */
type LockRequest = {
  readonly keyId: string;
  readonly now: Date;
  readonly requireReady: boolean;
};

/**
 * Freezes the return of a period that has ended, with its files.
 * @throws DomainError `period_already_locked`, `period_not_ended`, `registration_required`,
 *   `registration_conflict`; `return_not_ready` where that is asked for; `not_ready` while somebody
 *   keeps writing.
 */
export async function lockReturn(
  account: string,
  scheme: Scheme,
  period: Period,
  { keyId, now, requireReady }: LockRequest,
): Promise<LockedPeriod> {
  const today: IsoDate = dayOf(now);
  refuseLock(await loadLock(account, scheme.id, period.key), period, today);
  const [settled, { lock_requires_ready }] = await Promise.all([
    loadSettledReturn(account, scheme, period),
    loadProfile(account),
  ]);
  const drawn = await lookBack(account, requireReturn(drawReturn(settled)));
  if (requireReady || lock_requires_ready === true) refuseUnready(drawn);
  const locked_at = now.toISOString();
  const artifacts = artifactsOf(drawn, locked_at);
  const draft = lockDraft(drawn, {
    // The files before the snapshot that names them: a crash in between leaves nothing half locked.
    exports: await storeArtifacts({ account, scheme, period }, artifacts, now),
    content_sha256: contentSha256(drawn.report),
    lock_id: randomUUID(),
    locked_at,
    locked_by: keyId,
  });
  return saveLock(account, draft);
}

/**
 * Chains the snapshot to the one locked before it. Whoever meets another period's lock chains to that
 * one; after a lost answer, a snapshot with the id of this attempt is its own.
 * @throws DomainError `period_already_locked`; `not_ready` when others kept winning.
 */
const saveLock = (account: string, draft: LockDraft): Promise<LockedPeriod> =>
  withRetries(async () => {
    const [head, stored] = await Promise.all([
      loadChainHead(account),
      loadLock(account, draft.scheme_type, draft.period_key),
    ]);
    if (stored?.lock_id === draft.lock_id) return stored;
    stateAfter("lock", stateOf(stored), draft.period_key);
    const unsigned = { ...draft, previous: previousOf(head) };
    const lock: LockedPeriod = { ...unsigned, sha256: snapshotSha256(unsigned) };
    await insertLock(account, lock, head);
    return lock;
  });

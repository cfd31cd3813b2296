import { randomUUID } from "node:crypto";
import { lockedRow } from "../../accounts/people/board.ts";
import { noteOnBoard } from "../../accounts/people/store-board.ts";
import { loadClientName } from "../../accounts/people/store-organisations.ts";
import { dayOf, type IsoDate, type Period } from "../../core/calendar/dates.ts";
import { DomainError } from "../../core/errors/errors.ts";
import type { AuthorId, LedgerId } from "../../core/ids.ts";
import type { Language } from "../../core/language.ts";
import { concerns, type RecountState } from "../../ledger/recount/recount-state.ts";
import { pendingView } from "../../ledger/recount/recount-view.ts";
import { loadRecount } from "../../ledger/recount/store-recounts.ts";
import { loadProfile, loadRegistrations } from "../../ledger/settings/store-settings.ts";
import { returnPartition } from "../../ledger/sums/sum.ts";
import { isOutage, withRetries } from "../../platform/calls.ts";
import type { Scheme } from "../../vat/schemes/scheme.ts";
import { inForce } from "../../vat/seller/in-force.ts";
import type { Registration } from "../../vat/seller/registration.ts";
import { loadBridge } from "../bridge/load-bridge.ts";
import type { StoredBridge } from "../bridge/schema.ts";
import { isDatedAfter } from "../compute/assign-sums.ts";
import { type Covered, computeReturn } from "../compute/compute.ts";
import { rejectOpen, rejectUnready, requireReturn } from "../compute/status.ts";
import { artifactsOf } from "../documents/artifacts.ts";
import { workingPaper } from "../documents/load-document.ts";
import { clientOnPaper, type PaperContext, signOffOf } from "../documents/paper.ts";
import { loadFindings } from "../load/load-findings.ts";
import { loadStableReturn } from "../load/load-return.ts";
import { loadOpeningState, type OpeningState } from "../openings/store-openings.ts";
import { paymentState } from "../payment/payment.ts";
import { type LockedPeriod, type NewLock, openingsIn } from "./locked-period.ts";
import { loadMarks, loadSecondPerson } from "./prepare-return.ts";
import { contentSha256, newLock, previousOf } from "./snapshot.ts";
import {
  inTheWay,
  type NilReturnResult,
  type NilReturnsRequest,
  rejectFiledElsewhere,
  rejectLock,
  rejectSubmission,
  requestedPeriods,
  requireNilReturn,
  stateAfter,
  stateOf,
} from "./state.ts";
import { sealLock, storeArtifacts, storeSnapshot } from "./store-lock-files.ts";
import {
  insertLock,
  loadChainHead,
  loadLocksOf,
  loadMarkers,
  snapshotSha256,
} from "./store-locks.ts";

/** The request of a lock; `registration_id` chooses one of two registrations of the period. */
type LockRequest = {
  readonly author: AuthorId;
  readonly now: Date;
  readonly registration_id?: number | undefined;
  /** True if the return must be ready to file; the account may require this too. */
  readonly requireReady: boolean;
  /** True if no question may be open, not even one that keeps no return from being ready. */
  readonly requireAnswered?: boolean;
  /** The finding that the filer has checked and confirms. */
  readonly confirmed?: "nothing_included" | undefined;
  /** True if the return must be a nil return. */
  readonly requireNil?: boolean;
  /** The day on which the return was submitted, if the caller states it. */
  readonly submitted_on?: IsoDate | undefined;
  /** The language of the working paper. */
  readonly language?: Language | undefined;
};

/**
 * Freezes the return of a period that has ended, with its files.
 * @throws DomainError `period_already_locked`, `period_not_ended`, `invalid_request`, `period_filed_elsewhere`,
 * `recount_pending`, `registration_required`, `registration_conflict`; `return_not_ready` if readiness
 * or a nil return is required, `second_person_required` if the account requires one; `not_ready` if writes continue.
 */
export async function lockReturn(
  ledger: LedgerId,
  scheme: Scheme,
  period: Period,
  request: LockRequest,
): Promise<LockedPeriod> {
  const { author, now, registration_id, submitted_on, language = "en" } = request;
  // Read before all data that the return is computed from.
  const openings = await loadOpeningState(ledger, scheme.id);
  const { activeRegistrations, settings } = await loadLockable(ledger, scheme, period, request);
  const before = await rejectWhilePending(ledger, period);
  const { input, ...read } = await loadStableReturn(ledger, { scheme, period, registration_id });
  const submitted = requireReturn(computeReturn({ ...input, submitted_on }));
  const computed = await loadFindings(ledger, { ...submitted, ...read });
  // A recount requested during the reads may have changed half of the data.
  await rejectWhilePending(ledger, period, before);
  rejectUnlike(computed, request, settings.lock_requires_ready);
  const prepared_by = settings.lock_requires_second_person
    ? await loadSecondPerson(ledger, requireReturn(computeReturn(input)), author)
    : undefined;
  const [bridge, marks] = await Promise.all([
    loadBridge(ledger, computed, now),
    loadMarks(ledger, computed),
  ]);
  const locked_at = now.toISOString();
  const of = { client: settings, registration: computed.registration, bridge, marks, language };
  const made = papersOf(of, { locked_at, locked_by: author, prepared_by });
  const artifacts = [...artifactsOf(computed, made), await workingPaper(computed, made)];
  const draft = newLock(computed, {
    // The files are stored before the snapshot that names them, so that a crash in between leaves no incomplete lock.
    exports: await storeArtifacts({ ledger, scheme, period }, artifacts, now),
    bridge,
    changes_seen: changesSeen(submitted, read),
    content_sha256: contentSha256(computed.report),
    lock_id: randomUUID(),
    locked_at,
    locked_by: author,
    ...(prepared_by === undefined ? {} : { prepared_by }),
    ...(submitted_on === undefined ? {} : { submitted_on }),
  });
  const lock = await saveLock(ledger, draft, { activeRegistrations, openings, now });
  const { status: payment_status } = paymentState(lock, undefined);
  await noteOnBoard(ledger, lock, { ...lockedRow(lock), payment_status }, now);
  return lock;
}

/** @throws DomainError `return_not_ready` if the return is not as the request or the account requires */
function rejectUnlike(
  computed: Covered,
  { requireNil, requireReady, requireAnswered, confirmed }: LockRequest,
  isReadyRequired: boolean | undefined,
): void {
  if (requireNil) requireNilReturn(computed);
  if (requireReady || isReadyRequired) rejectUnready(computed, confirmed);
  if (requireAnswered) rejectOpen(computed);
}

/**
 * Loads the settings of the account and the registrations of a period that may be locked.
 * @throws DomainError `period_already_locked`, `period_not_ended`, `invalid_request`, `period_filed_elsewhere`
 */
async function loadLockable(
  ledger: LedgerId,
  scheme: Scheme,
  period: Period,
  { now, registration_id, submitted_on }: LockRequest,
) {
  const [locks, { items }, markers, settings] = await Promise.all([
    loadLocksOf(ledger, scheme.id, period.key),
    loadRegistrations(ledger),
    loadMarkers(ledger, returnPartition(scheme, period.key)),
    loadProfile(ledger),
  ]);
  const activeRegistrations = inForce(items, scheme.id, period.firstDay, period.lastDay);
  const existing = inTheWay(locks, activeRegistrations, registration_id);
  if (existing) await sealBelated(ledger, existing, now);
  rejectLock(existing, period, dayOf(now));
  rejectSubmission(submitted_on, period, dayOf(now));
  rejectFiledElsewhere(inTheWay(openingsIn(markers), activeRegistrations, registration_id));
  const display_name = settings.display_name ?? (await loadClientName(ledger));
  return { activeRegistrations, settings: { ...settings, display_name } };
}

/** Returns the number of changes that the lock includes. A correction that it leaves out is a change after it. */
const changesSeen = ({ sorted, input }: Covered, { changes }: { readonly changes: number }) =>
  sorted.excluded.some(({ key }) => isDatedAfter(key, input.submitted_on)) ? changes - 1 : changes;

type PaperParts = {
  readonly client: { readonly display_name: string | undefined };
  readonly registration: Registration;
  readonly bridge: StoredBridge;
  readonly marks: Parameters<typeof signOffOf>[0];
  readonly language: Language;
};

/** Returns the context of the stored files: they name the client, and persons by their ids alone. */
const papersOf = (
  { client, registration, bridge, marks, language }: PaperParts,
  lock: Pick<LockedPeriod, "locked_at" | "locked_by" | "prepared_by">,
): PaperContext => ({
  generated_at: lock.locked_at,
  recount_pending: null,
  language,
  facts: { client: clientOnPaper(client, registration), sign_off: signOffOf(marks, lock) },
  bridge,
});

/** Seals a lock whose request died before sealing it. The caller's error does not depend on the bucket. */
async function sealBelated(ledger: LedgerId, existing: LockedPeriod, now: Date): Promise<void> {
  try {
    await sealLock(ledger, existing, now);
  } catch (error) {
    if (!isOutage(error)) throw error;
  }
}

/**
 * Rejects a lock while a recount is pending.
 * @throws DomainError `recount_pending`, also if one was requested since `seen`.
 */
async function rejectWhilePending(ledger: LedgerId, period: Period, seen?: RecountState) {
  const state = await loadRecount(ledger);
  const wasRequested = seen !== undefined && seen.requested_at !== state.requested_at;
  if (!concerns(state, period) && !wasRequested) return state;
  const { events_examined, events_moved } = pendingView(state);
  const message = `events of ${period.key} may still move (${events_examined} looked at, ${events_moved} moved so far); lock it when recount_pending is null`;
  throw new DomainError("recount_pending", message);
}

type LockContext = {
  readonly activeRegistrations: readonly Registration[];
  readonly openings: OpeningState;
  readonly now: Date;
};

/**
 * Chains the snapshot to the last lock. If another period was locked meanwhile, chains to that lock instead. After a
 * lost response, a snapshot with the id of this attempt is its own.
 * @throws DomainError `period_already_locked`; `not_ready` if other writers keep winning.
 */
const saveLock = (
  ledger: LedgerId,
  draft: NewLock,
  { activeRegistrations, openings, now }: LockContext,
): Promise<LockedPeriod> =>
  withRetries(async () => {
    // The head is read first: while it is the head, no lock is newer than the locks read next.
    const head = await loadChainHead(ledger);
    const locks = await loadLocksOf(ledger, draft.scheme_type, draft.period_key);
    const own = locks.find(({ lock_id }) => lock_id === draft.lock_id);
    if (own) return sealed(ledger, own, now);
    const other = inTheWay(locks, activeRegistrations, draft.registration_id);
    stateAfter("lock", stateOf(other), draft.period_key);
    await rejectNewOpenings(ledger, draft.scheme_type, openings);
    const unsigned = { ...draft, previous: previousOf(head) };
    const lock: LockedPeriod = { ...unsigned, sha256: snapshotSha256(unsigned) };
    await storeSnapshot(ledger, lock, now);
    await insertLock(ledger, lock, head, openings);
    return sealed(ledger, lock, now);
  });

async function sealed(ledger: LedgerId, lock: LockedPeriod, now: Date): Promise<LockedPeriod> {
  await sealLock(ledger, lock, now);
  return lock;
}

/**
 * Rejects a lock if an opening was written since the return was computed.
 * @throws DomainError `not_ready`
 */
async function rejectNewOpenings(ledger: LedgerId, scheme: string, seen: OpeningState) {
  const now = await loadOpeningState(ledger, scheme);
  if (now.openings_written === seen.openings_written) return;
  throw new DomainError("not_ready", "an opening has just been recorded; send it again");
}

type LockingCaller = { readonly author: AuthorId; readonly now: Date };

/**
 * Locks the nil returns of several periods one after the other, the oldest first. Each period has its own outcome, and
 * the rules of lockReturn apply to it. A repeated request changes no locked period.
 * @throws DomainError `invalid_request`; `not_ready` if writes continue: the periods before are locked then
 */
export async function lockNilReturns(
  ledger: LedgerId,
  scheme: Scheme,
  { period_keys, ...request }: NilReturnsRequest,
  by: LockingCaller,
): Promise<NilReturnResult[]> {
  const results: NilReturnResult[] = [];
  for (const period of requestedPeriods(scheme, period_keys)) {
    results.push(await lockNilReturn(ledger, scheme, period, { ...by, ...request }));
  }
  return results;
}

async function lockNilReturn(
  ledger: LedgerId,
  scheme: Scheme,
  period: Period,
  by: LockingCaller & Omit<NilReturnsRequest, "period_keys">,
): Promise<NilReturnResult> {
  const { key: period_key } = period;
  const { registration_id } = by;
  const under = registration_id === undefined ? "" : `?registration_id=${registration_id}`;
  const entry_sheet = `/v1/returns/${scheme.slug}/${period_key}/entry-sheet${under}`;
  const done = { period_key, error: null, message: null, entry_sheet };
  try {
    await lockReturn(ledger, scheme, period, { ...by, requireReady: false, requireNil: true });
    return { ...done, result: "locked" };
  } catch (error) {
    // An outage passes: the request is sent again.
    if (!(error instanceof DomainError) || error.code === "not_ready") throw error;
    if (error.code === "period_already_locked") return { ...done, result: "unchanged" };
    const { code, message } = error;
    return { period_key, result: "rejected", error: code, message, entry_sheet: null };
  }
}

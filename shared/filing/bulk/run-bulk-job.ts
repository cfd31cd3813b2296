import * as z from "zod";
import { isUnanswered } from "../../accounts/people/board.ts";
import type { By } from "../../accounts/people/organisation.ts";
import { type Member, memberRole } from "../../accounts/people/organisation.ts";
import type { Role } from "../../accounts/people/person.ts";
import { includes } from "../../accounts/people/role-order.ts";
import { loadBoardRowsOf } from "../../accounts/people/store-board.ts";
import { loadClientName, loadMember } from "../../accounts/people/store-organisations.ts";
import { loadAccount } from "../../accounts/store-accounts.ts";
import { dayOf, type Period, periodNamed } from "../../core/calendar/dates.ts";
import { DomainError, notFound } from "../../core/errors/errors.ts";
import { type AccountId, type LedgerId, ledgerOf } from "../../core/ids.ts";
import {
  commitSentFiles,
  countFiles,
  loadRecentLinks,
} from "../../imports/upload-links/sent-files.ts";
import { loadProfile, loadRegistrations } from "../../ledger/settings/store-settings.ts";
import { enqueue, type Queue, queueWorker } from "../../platform/queues/queues.ts";
import { computeReturn } from "../../returns/compute/compute.ts";
import { readinessOf } from "../../returns/compute/status.ts";
import { loadReturn } from "../../returns/load/load-return.ts";
import { fileReturn } from "../../returns/locks/file-return.ts";
import { lockReturn } from "../../returns/locks/lock-return.ts";
import { prepareReturn } from "../../returns/locks/prepare-return.ts";
import { filingOf, futureFilingFaults } from "../../returns/locks/schema.ts";
import { requestedLock } from "../../returns/locks/state.ts";
import { loadLocksOf } from "../../returns/locks/store-locks.ts";
import { keepBoard } from "../../returns/overview/monitor-account.ts";
import { type RequestedReturn, rejectWrongKind } from "../../returns/path-schema.ts";
import { futurePaymentFaults } from "../../returns/payment/schema.ts";
import { schemeNamed } from "../../vat/schemes/schemes.ts";
import { loadLockedReturn } from "../load-declared-return.ts";
import { loadPayment, recordPayment } from "../payment/record-payment.ts";
import {
  type BulkJob,
  type BulkRequest,
  newBulkJob,
  type Outcome,
  type StoredReturn,
  type ZipFile,
} from "./bulk-job.ts";
import { type FiledClient, makeFiles } from "./made-files.ts";
import { loadBulkJob, loadRunningBulkJobs, saveBulkJob, storeZip } from "./store-bulk-jobs.ts";

const BulkMessage = z.strictObject({ organisation: z.string().min(1), job: z.string().min(1) });
type BulkMessage = z.output<typeof BulkMessage>;

const BULK_JOBS: Queue<BulkMessage> = { name: "bulk", schema: BulkMessage };

/**
 * Stores a job and enqueues it.
 * @throws DomainError `invalid_request`; `not_ready` if the queue takes no message: the same request begins another job
 */
export async function requestBulkJob(
  organisation: string,
  request: BulkRequest,
  by: By,
): Promise<BulkJob> {
  const job = newBulkJob(organisation, request, by);
  await saveBulkJob(job);
  try {
    await enqueue(BULK_JOBS, [{ organisation, job: job.job }]);
  } catch (cause) {
    throw new DomainError("not_ready", "the job has not begun, send it again", [], { cause });
  }
  return job;
}

/** Enqueues the jobs of an organisation that a former process has left. A message that comes twice does no harm. */
export async function resumeBulkJobs(organisation: string): Promise<void> {
  const left = await loadRunningBulkJobs(organisation);
  await enqueue(
    BULK_JOBS,
    left.map(({ job }) => ({ organisation, job })),
  );
}

/**
 * Loads a job of the organisation; members see the results of accounts in which they have a role.
 * @throws DomainError `not_found`
 */
export async function showBulkJob(organisation: string, id: string, person: string) {
  const [job, member] = await Promise.all([
    loadBulkJob(organisation, id),
    loadMember(organisation, person),
  ]);
  if (!job) throw notFound("job");
  const returns = job.returns.filter(({ account }) => memberRole(member, account) !== undefined);
  return { ...job, returns };
}

/**
 * Finds the ZIP of a job, for the person who requested it: it has the files of the accounts of their roles then.
 * @throws DomainError `not_found`
 */
export async function findZip(organisation: string, id: string, person: string): Promise<ZipFile> {
  const job = await loadBulkJob(organisation, id);
  if (!job?.zip || job.person !== person) throw notFound("file of the job");
  return job.zip;
}

/** Number of returns of one call of the worker. */
const AT_ONCE = 10;
/** Seconds until a job goes on whose returns wait for their imports. */
const WAIT_SECONDS = 2;

/**
 * Carries out the next returns of a job, and enqueues the rest. Repeating a return that was stored without its result
 * changes nothing: it is locked or filed already.
 */
async function runBulkJob({ organisation, job: id }: BulkMessage): Promise<void> {
  const job = await loadBulkJob(organisation, id);
  if (!job || job.ended_at !== undefined) return;
  const member = await loadMember(organisation, job.person);
  const zip =
    job.action === "download"
      ? (ended: BulkJob) => storeZip(ended, (account) => filedClient(account, member))
      : undefined;
  await saveStep(job, (requested) => outcomeOf(job, member, requested), zip);
}

/** Ends the returns that failed too often, and goes on with those after them. */
async function giveUp({ organisation, job: id }: BulkMessage): Promise<void> {
  const job = await loadBulkJob(organisation, id);
  if (!job || job.ended_at !== undefined) return;
  const message = "it could not be carried out right now, send it again";
  await saveStep(job, async () => ({ result: "rejected", error: "not_ready", message }));
}

async function saveStep(
  job: BulkJob,
  decide: (requested: StoredReturn) => Promise<Outcome | undefined>,
  zipOf?: (job: BulkJob) => Promise<ZipFile>,
): Promise<void> {
  const waiting = job.returns.filter(({ outcome }) => outcome === undefined);
  const now = new Set(waiting.slice(0, AT_ONCE));
  const returns: StoredReturn[] = [];
  for (const requested of job.returns) {
    const outcome = now.has(requested) ? await decide(requested) : undefined;
    returns.push(outcome ? { ...requested, outcome } : requested);
  }
  const left = returns.filter(({ outcome }) => outcome === undefined);
  const isOver = left.length === 0;
  const zip = isOver && zipOf ? { zip: await zipOf({ ...job, returns }) } : {};
  const ended = isOver ? { ended_at: new Date().toISOString(), ...zip } : {};
  const isChanged = left.length < waiting.length;
  if (isChanged) await saveBulkJob({ ...job, returns, version: job.version + 1, ...ended });
  const { organisation, job: id } = job;
  const delay = left.some((requested) => now.has(requested)) ? WAIT_SECONDS : 0;
  if (!isOver) await enqueue(BULK_JOBS, [{ organisation, job: id }], delay);
}

const NEEDED = {
  check: "viewer",
  import: "preparer",
  prepare: "preparer",
  unprepare: "preparer",
  lock: "approver",
  file: "approver",
  pay: "approver",
  download: "viewer",
} as const satisfies Record<BulkJob["action"], Role>;

/** Carries out one return under the present role of the person. */
async function outcomeOf(
  job: BulkJob,
  member: Member | undefined,
  requested: StoredReturn,
): Promise<Outcome | undefined> {
  try {
    await rejectForeign(job, member, requested.account);
    return await ACTS[job.action](requested, { person: job.person, now: new Date(), job, member });
  } catch (error) {
    // An outage passes: the message is delivered again.
    if (!(error instanceof DomainError) || error.code === "not_ready") throw error;
    if (error.code === "period_already_locked") return { result: "unchanged" };
    return { result: "rejected", error: error.code, message: error.message };
  }
}

/** @throws DomainError `insufficient_role`, `account_suspended`, `account_closed` */
async function rejectForeign(
  { organisation, action }: BulkJob,
  member: Member | undefined,
  account: AccountId,
): Promise<void> {
  const record = await loadAccount(account);
  const isOurs = record?.organisation === organisation;
  if (!isOurs || !includes(memberRole(member, account), NEEDED[action])) {
    const message = `this needs the role ${NEEDED[action]} in the account`;
    throw new DomainError("insufficient_role", message);
  }
  const state = record.account_state;
  if (state === undefined) return;
  const isClosed = state === "closed";
  throw new DomainError(
    isClosed ? "account_closed" : "account_suspended",
    `this account is ${isClosed ? "closed" : "suspended"}`,
  );
}

type ByJob = By & { readonly job: BulkJob; readonly member: Member | undefined };
/** Carries out an action on a return; undefined while it waits for the work of others. */
type Act = (requested: StoredReturn, by: ByJob) => Promise<Outcome | undefined>;

function placeOf({ scheme_type, period_key }: StoredReturn) {
  const scheme = schemeNamed(scheme_type);
  // The key was validated with the request.
  const period = periodNamed(period_key) as Period;
  rejectWrongKind(scheme, period);
  return { scheme, period };
}

const check: Act = async (requested, { now }) => {
  const { account, scheme_type, period_key, registration_id } = requested;
  placeOf(requested);
  const { items } = await loadRegistrations(ledgerOf(account));
  await keepBoard(ledgerOf(account), items, now);
  const organisation = (await loadAccount(account))?.organisation ?? "";
  const row = (await loadBoardRowsOf(organisation, account)).find(
    (other) =>
      other.scheme_type === scheme_type &&
      other.period_key === period_key &&
      other.registration_id === (registration_id ?? other.registration_id),
  );
  if (!row || row.expires_at !== undefined) throw notFound("return on the board");
  return { result: "done", ...(row.filing_status ? { filing_status: row.filing_status } : {}) };
};

/** Commits the files of a client, and writes the rows of the board when that is done. */
const commitFiles: Act = async (requested, by) => {
  const { period } = placeOf(requested);
  const { requested_at } = by.job;
  const result = await commitSentFiles(ledgerOf(requested.account), period, requested_at);
  if (result === "in progress") return undefined;
  return result === "done" ? check(requested, by) : { result };
};

const prepare: Act = async (requested, by) => {
  const { marks } = await markAs(requested, by, true);
  const isNew = marks.some(({ prepared_at }) => prepared_at === by.now.toISOString());
  return { result: isNew ? "done" : "unchanged" };
};

const unprepare: Act = async (requested, by) => {
  await markAs(requested, by, false);
  return { result: "done" };
};

function markAs(requested: StoredReturn, { person: author, now }: ByJob, prepared: boolean) {
  const { account, registration_id } = requested;
  const { scheme, period } = placeOf(requested);
  const request = { author, now, registration_id, prepared };
  return prepareReturn(ledgerOf(account), scheme, period, request);
}

/** True if a return is open and nil, and the client was asked for files of its period and has sent none. */
async function isNilUnanswered(ledger: LedgerId, of: RequestedReturn): Promise<boolean> {
  const { scheme, period, registration_id } = of;
  if (!isUnanswered(countFiles(await loadRecentLinks(ledger), period.key))) return false;
  const locks = await loadLocksOf(ledger, scheme.id, period.key);
  if (requestedLock(locks, registration_id)) return false;
  const { input } = await loadReturn(ledger, of);
  return readinessOf(computeReturn(input)).status === "nil_return";
}

const lock: Act = async (requested, { person: author, now, job: { language } }) => {
  const { account, registration_id, submitted_on } = requested;
  const { scheme, period } = placeOf(requested);
  if (await isNilUnanswered(ledgerOf(account), { scheme, period, registration_id })) {
    const message =
      "files were asked for and none came; lock it in the account of the client if it is a nil return all the same";
    return { result: "rejected", error: "files_awaited", message };
  }
  const request = {
    registration_id,
    submitted_on,
    language,
    author,
    now,
    requireReady: true,
    requireAnswered: true,
  };
  await lockReturn(ledgerOf(account), scheme, period, request);
  return { result: "done" };
};

const file: Act = async (requested, { person: author, now }) => {
  const { account, registration_id, filed_at, filing_reference } = requested;
  const { scheme, period } = placeOf(requested);
  const today = dayOf(now);
  const [future] = futureFilingFaults({ filed_at }, today);
  if (future) throw new DomainError("invalid_request", `filed_at: ${future.message}`, [future]);
  const filing = filingOf({ filed_at, filing_reference }, period, { author, now, today });
  const filed = await fileReturn(
    ledgerOf(account),
    scheme,
    { period, registration_id },
    filing,
    now,
  );
  return { result: filed.filed?.recorded_at === filing.recorded_at ? "done" : "unchanged" };
};

/**
 * Records a payment, by default of what is outstanding. The job's name of it keeps a repeated step from recording it twice.
 */
const pay: Act = async (requested, { person: author, now, job }) => {
  const { account, registration_id, scheme_type, period_key, amount_minor } = requested;
  const of = { ...placeOf(requested), registration_id };
  const today = dayOf(now);
  const { outstanding_minor } = await loadPayment(ledgerOf(account), of, today);
  const given = {
    paid_on: requested.paid_on ?? today,
    amount_minor: amount_minor ?? outstanding_minor,
  };
  if (given.amount_minor === 0) return { result: "unchanged" };
  const [future] = futurePaymentFaults(given, today);
  if (future) throw new DomainError("invalid_request", `paid_on: ${future.message}`, [future]);
  const attempt = [job.job, account, scheme_type, period_key, registration_id ?? ""].join(" ");
  await recordPayment(ledgerOf(account), of, given, { author, now, today, attempt });
  return { result: "done" };
};

/** Admits a locked return; the files of all are put into the ZIP at the end. Tells which of them cannot be made. */
const download: Act = async (requested, { now, member }) => {
  const { account, registration_id } = requested;
  const of = { ...placeOf(requested), registration_id };
  await loadLockedReturn(ledgerOf(account), of);
  const { missing } = await makeFiles(await filedClient(account, member), of, now);
  return { result: "done", ...(missing.length > 0 ? { message: missing.join(" | ") } : {}) };
};

/** Returns a client under the name that its papers have, with the scope of the role of the person. */
async function filedClient(account: AccountId, member: Member | undefined): Promise<FiledClient> {
  const ledger = ledgerOf(account);
  const { display_name } = await loadProfile(ledger);
  const name = display_name ?? (await loadClientName(ledger)) ?? account;
  const isApprover = includes(memberRole(member, account), "approver");
  return { account, name, scope: isApprover ? "full" : "read-only" };
}

const ACTS: Readonly<Record<BulkJob["action"], Act>> = {
  check,
  import: commitFiles,
  prepare,
  unprepare,
  lock,
  file,
  pay,
  download,
};

export const bulkWorker = () => queueWorker(BULK_JOBS, runBulkJob, giveUp);

import { accountPages } from "../../accounts/store-accounts.ts";
import { describeError } from "../../core/errors/errors.ts";
import type { LedgerId } from "../../core/ids.ts";
import { isSandbox } from "../../core/ids.ts";
import { countInJob, logger } from "../../platform/telemetry/telemetry.ts";
import { auditLocks } from "../audit/audit-locks.ts";
import { streamOfArn } from "../journal/journal-file.ts";
import { journalFiles, streamOfTable } from "../journal/store-journal-files.ts";
import { checkPart, type PartCheck, type PartResult, rightsOnce } from "./check-journal.ts";
import { EVIDENCE_METRIC, sliceOf } from "./checkpoint.ts";
import {
  type EvidenceCheckRun,
  loadRound,
  partitionsSoFar,
  saveRound,
} from "./store-checkpoints.ts";

/** The clock and the limits of a run. */
type EvidenceTools = Pick<PartCheck, "settle" | "settledMs" | "most"> & {
  readonly now: () => Date;
  /** True when the run has to end; the next one goes on. */
  readonly isOver: () => boolean;
};

/** Maximum number of items of a partition that one run holds in memory; a larger one is divided. */
const MOST_ITEMS = 1_000_000;

/** A round begins a week after the one before, less an hour: the schedule is not exact. */
const ROUND_MS = (7 * 24 - 1) * 3_600_000;

/** Number of attempts at a step that fails, before the round goes on without it. */
const MOST_ATTEMPTS = 5;

/**
 * Goes on with the weekly check of all accounts: of their locks, and of their journals from the last checkpoints on. Each
 * step is recorded, so that a run that is killed is continued by the next one.
 */
export async function checkEvidence(tools: EvidenceTools): Promise<{ readonly steps: number }> {
  let round: EvidenceCheckRun | undefined = await currentRun(tools.now());
  let steps = 0;
  while (round && !round.ended_at && !tools.isOver()) {
    round = await nextStep(round, tools);
    steps += 1;
  }
  return { steps };
}

/** Returns the round under way; a new one when the last one is a week old. */
async function currentRun(now: Date): Promise<EvidenceCheckRun | undefined> {
  const seen = await loadRound();
  const age = now.getTime() - Date.parse(seen.started_at ?? "1970-01-01");
  if (seen.started_at && (!seen.ended_at || age < ROUND_MS)) return seen;
  return saveRound(seen, { started_at: now.toISOString(), steps: 0, attempts: 0, of: 1 });
}

/** Takes one step of a round: the locks of an account, or one partition of its journal. */
async function nextStep(
  round: EvidenceCheckRun,
  tools: EvidenceTools,
): Promise<EvidenceCheckRun | undefined> {
  const { started_at = "", account, steps, of, attempts } = round;
  const goOn = (next: Partial<EvidenceCheckRun>) => saveRound(round, { ...round, ...next });
  if (account === undefined || steps > of) {
    const next = await accountAfter(account);
    const since = { account: next, steps: 0, attempts: 0 };
    if (next === undefined) return goOn({ ended_at: tools.now().toISOString() });
    return goOn({ ...since, of: await partitionsSoFar(next, MOST_ITEMS) });
  }
  if (attempts >= MOST_ATTEMPTS) {
    report(account, [`step ${steps} of the check failed ${attempts} times`]);
    return goOn({ steps: steps + 1, attempts: 0 });
  }
  const tried = await goOn({ attempts: attempts + 1 });
  if (!tried) return undefined;
  const result = await stepOf(tried, account, new Date(started_at), tools);
  if (!result) return tried;
  report(account, result.faults);
  const isTooLarge = result.items > MOST_ITEMS && !result.isWhole;
  return saveRound(tried, {
    ...tried,
    attempts: 0,
    ...(isTooLarge ? { of: of * 2, steps: 1 } : { steps: result.isWhole ? steps + 1 : steps }),
  });
}

const NO_FILES = { isWhole: true, items: 0, files: 0 };

/** Returns the result of a step; undefined if it failed, so that it is tried again. */
async function stepOf(
  { steps, of }: EvidenceCheckRun,
  ledger: LedgerId,
  started: Date,
  { now, settle, settledMs, most }: EvidenceTools,
): Promise<PartResult | undefined> {
  try {
    if (steps === 0) return { ...NO_FILES, faults: (await auditLocks(ledger)).faults };
    const stream = await currentStream();
    if (stream === undefined) {
      const faults = [
        ...(await offFaults(ledger)),
        ...(await rightsOnce({ account: ledger, settle })),
      ];
      return { ...NO_FILES, faults };
    }
    const limits = { settle, settledMs, most, now: now(), slice: sliceOf(started) };
    return await checkPart({
      account: ledger,
      partition: { number: steps, of },
      stream,
      ...limits,
    });
  } catch (error) {
    logger.error("evidence not checked", { account_id: ledger, error: describeError(error) });
    return undefined;
  }
}

/** Returns the name of the table's stream; undefined if it is switched off. */
async function currentStream(): Promise<string | undefined> {
  const arn = process.env["STREAM_ARN"];
  return arn ? streamOfArn(arn) : streamOfTable();
}

/** A local stack may have no journal; one that has begun must go on. */
async function offFaults(ledger: LedgerId): Promise<string[]> {
  for await (const _ of journalFiles(ledger)) {
    return ["the stream of the table's changes is switched off"];
  }
  return [];
}

/** Returns the account whose name follows; undefined after the last one. */
async function accountAfter(ledger: LedgerId | undefined): Promise<LedgerId | undefined> {
  for await (const names of accountPages()) {
    const next = names.find((name) => name > (ledger ?? "") && !isSandbox(name));
    if (next !== undefined) return next;
  }
  return undefined;
}

const FINDINGS_LOGGED = 20;

function report(ledger: LedgerId, faults: readonly string[]): void {
  countInJob("checkEvidence", { [EVIDENCE_METRIC]: faults.length });
  if (faults.length === 0) return;
  const findings = faults.slice(0, FINDINGS_LOGGED);
  logger.error("evidence differs", { account_id: ledger, findings });
}

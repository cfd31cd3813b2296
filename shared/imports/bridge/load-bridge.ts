import { notFound } from "../../core/errors/errors.ts";
import type { LedgerId } from "../../core/ids.ts";
import type { ImportJob } from "../jobs/job.ts";
import { importView } from "../jobs/schema.ts";
import { listImportJobs, loadImportJob } from "../jobs/store-jobs.ts";
import { gap } from "./bridge-line.ts";
import { bridgeOfImports, isCounted } from "./import-bridge.ts";

/**
 * Loads the bridge of one import.
 * @throws DomainError `not_found` if there is none
 */
export async function loadImportBridge(ledger: LedgerId, id: string, now: Date) {
  const job = await loadImportJob(ledger, id);
  if (!job) throw notFound("import");
  const { status, source_id, dry_run } = importView(job, now);
  return { import_id: id, source_id, status, dry_run, ...bridgeOfImports([job]) };
}

/** Most imports that a bridge adds up: each is an item of a few kilobytes. */
const MOST_IMPORTS = 500;

/**
 * Loads the imports of an account that have rows in the ledger, or have left some out, newest first, and whether there are
 * more than a bridge adds up.
 */
export async function loadCountedImports(
  ledger: LedgerId,
): Promise<{ readonly jobs: readonly ImportJob[]; readonly hasMore: boolean }> {
  const all = await listImportJobs(ledger, MOST_IMPORTS + 1);
  return {
    jobs: all.slice(0, MOST_IMPORTS).filter(isCounted),
    hasMore: all.length > MOST_IMPORTS,
  };
}

/** Loads the bridge of a source: the sum of its imports. */
export async function loadSourceBridge(ledger: LedgerId, source_id: string) {
  const { jobs, hasMore } = await loadCountedImports(ledger);
  const own = jobs.filter((job) => job.source_id === source_id);
  const { lines, unknown } = bridgeOfImports(own);
  const earlier = hasMore ? [gap("earlier_imports")] : [];
  return { source_id, import_count: own.length, lines, unknown: [...earlier, ...unknown] };
}

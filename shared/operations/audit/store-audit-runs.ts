import { gunzipSync, gzipSync } from "node:zlib";
import * as z from "zod";
import type { Period } from "../../core/calendar/period.ts";
import {
  loadVersioned,
  updateVersioned,
  type VersionedItem,
} from "../../platform/dynamodb/versioned-item.ts";
import { AUDIT_RUN_ITEM } from "../../platform/table/audit-items.ts";
import { auditRunKey } from "../../platform/table/keys.ts";
import { auditJson, QuarterAudit, QuarterProgress } from "./quarter-progress.ts";

/** The state of the audit of a quarter between two runs of the job. */
const AuditRunState = z.object({
  /** Hash of the settings under which the audit began. */
  ground_sha256: z.string(),
  /** The findings of the first audit, which the second one has to confirm. */
  first: QuarterAudit.optional(),
  progress: QuarterProgress.optional(),
});
export type AuditRunState = z.output<typeof AuditRunState>;

const AuditRunItem = z.object({
  version: z.int(),
  expires_at: z.int(),
  /** JSON, compressed with gzip: thousands of sums fit into one item. */
  state: z.instanceof(Uint8Array).optional(),
});
type AuditRunItem = z.output<typeof AuditRunItem>;

/** A run of the audit of a quarter: its number, and the state that it continues from. */
type AuditRun = { readonly version: number; readonly state: AuditRunState | undefined };

const itemOf = ({ key }: Period): VersionedItem<AuditRunItem> => ({
  key: (account) => auditRunKey(account, key),
  schema: AuditRunItem,
  empty: { version: 0, expires_at: 0 },
  definition: AUDIT_RUN_ITEM,
  name: "audits",
});

/** Loads the state that an earlier run has left. */
export async function loadAuditRun(account: string, quarter: Period): Promise<AuditRun> {
  const { version, state, expires_at } = await loadVersioned(itemOf(quarter), account);
  // DynamoDB removes expired items days later.
  const isCurrent = expires_at * 1000 > Date.now();
  const text = state && isCurrent ? gunzipSync(state).toString("utf8") : undefined;
  return { version, state: text ? AuditRunState.parse(JSON.parse(text)) : undefined };
}

/** Days after which a state that no run has continued is removed, and the audit begins anew. */
const KEPT_DAYS = 3;

/** Stores the state that a run leaves. Returns false if another run of the quarter was faster: the other goes on. */
export async function saveAuditRun(
  account: string,
  quarter: Period,
  { version }: AuditRun,
  left: AuditRunState | undefined,
): Promise<boolean> {
  const expires_at = Math.floor(Date.now() / 1000) + KEPT_DAYS * 86_400;
  const state = left && new Uint8Array(gzipSync(auditJson(left)));
  const next = { version: version + 1, expires_at, ...(state ? { state } : {}) };
  const saved = await updateVersioned(itemOf(quarter), account, (seen) =>
    seen.version === version ? next : seen,
  );
  return saved.state === state;
}

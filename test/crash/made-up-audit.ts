import { stateFile } from "../../scripts/operate/state-file.ts";
import type { IsoDate } from "../../shared/core/calendar/dates.ts";
import { AuditState, auditSums } from "../../shared/operations/audit/audit-sums.ts";
import { auditJson } from "../../shared/operations/audit/quarter-progress.ts";
import { dynamo } from "../../shared/platform/dynamodb/client.ts";
import { ACCOUNT, MadeUpLedger } from "./made-up-ledger.ts";

/*
 * A process that audits a made-up ledger with a file of its state, and kills itself (kill -9) at a page, before its state
 * is saved or after: MADE_UP is {events, file, kill_at?, after?}.
 */
const asked = JSON.parse(process.env["MADE_UP"] ?? "{}") as {
  readonly events: number;
  readonly file: string;
  readonly kill_at?: number;
  readonly after?: boolean;
};

process.env["TABLE_NAME"] = "made-up";
const ledger = new MadeUpLedger(asked.events, 1);
Object.assign(dynamo, {
  send: async (command: { readonly input: object }) => ledger.send(command),
});

const file = stateFile(asked.file, (json) => AuditState.parse(json), auditJson);
const resumed = file.resumeFrom?.progress?.events ?? 0;
const began = performance.now();
let [pages, longest, last] = [0, 0, began];

const save = (state: () => AuditState): void => {
  pages += 1;
  longest = Math.max(longest, performance.now() - last);
  const dies = pages === asked.kill_at;
  if (dies && !asked.after) process.kill(process.pid, "SIGKILL");
  file.save(state, dies ? true : undefined);
  if (dies) process.kill(process.pid, "SIGKILL");
  last = performance.now();
};

const now = new Date("2026-12-31T00:00:00Z");
const from = "2026-01-01" as IsoDate;
const audit = await auditSums(ACCOUNT, { now, from, resumeFrom: file.resumeFrom, save });
const { events, differences, faults, stale_events, stale_links } = audit;
const others = [...faults, ...stale_events, ...stale_links].length;
console.log(
  JSON.stringify({
    events,
    differences: differences.map(({ kept, recounted }) => Number(kept - recounted)),
    others,
    pages,
    resumed,
    longest_ms: Math.round(longest),
    seconds: Math.round((performance.now() - began) / 1_000),
    rss_mb: Math.round(process.resourceUsage().maxRSS / 1_024),
  }),
);

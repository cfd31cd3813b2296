import type { auditLocks } from "../../shared/operations/audit/audit-locks.ts";
import type { auditSums } from "../../shared/operations/audit/audit-sums.ts";
import { linesOf } from "../../shared/operations/audit/findings.ts";

type Audited<Audit extends (...given: never) => Promise<unknown>> = Awaited<ReturnType<Audit>>;

/** The output of an audit command, and its exit code: 1 if the audit found something. */
type AuditReport = { readonly lines: readonly string[]; readonly code: 0 | 1 };

const counted = (count: number, one: string, more = `${one}s`): string =>
  `${count} ${count === 1 ? one : more}`;

export function sumReport(result: Audited<typeof auditSums>): AuditReport {
  const lines = linesOf(result);
  return {
    lines: [
      ...lines,
      ...(result.recount_pending ? ["a recount is pending: events may still move"] : []),
      `${result.events} events in ${result.partitions.length} periods, ${counted(lines.length, "difference")}`,
    ],
    code: lines.length > 0 ? 1 : 0,
  };
}

export function lockReport(result: Audited<typeof auditLocks>): AuditReport {
  const { locks, exports, records, faults, leftovers } = result;
  const mismatches = counted(faults.length, "mismatch", "mismatches");
  return {
    lines: [
      ...faults,
      ...leftovers.map((left) => `${left} files of attempts to lock that came to nothing`),
      `${counted(locks, "locked quarter")} with ${exports} files, ${counted(records, "file")} of records, ${mismatches}`,
    ],
    code: faults.length > 0 ? 1 : 0,
  };
}

import { ANY, defineItem } from "./item.ts";
import { auditRunKey, cleanAuditKey, evidenceRoundKey } from "./keys.ts";

/** The last audit of a quarter without findings. */
export const CLEAN_AUDIT_ITEM = defineItem({
  name: "clean audit",
  key: cleanAuditKey(ANY, ANY),
  group: "audits",
  journal: false,
});

/** The state of the audit of a quarter that takes longer than one run. */
export const AUDIT_RUN_ITEM = defineItem({
  name: "audit run",
  key: auditRunKey(ANY, ANY),
  group: "audit_runs",
  journal: false,
  expires: true,
  sandbox: "stays",
});

/** The progress of the weekly check of locks and journal. */
export const EVIDENCE_ROUND_ITEM = defineItem({
  name: "evidence round",
  key: evidenceRoundKey,
  group: "evidence_rounds",
  journal: false,
  sandbox: "stays",
});

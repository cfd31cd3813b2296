import type { ReadResult } from "./import-in-memory.ts";
import type { ExpectedRow } from "./import-sample.ts";

/** An outcome as the samples write it. */
export function shownOutcome({ at, outcome }: ReadResult): ExpectedRow {
  if (outcome.outcome === "event") {
    const { events, findings } = outcome;
    return { at, outcome: "event", events, ...(findings.length > 0 && { findings }) };
  }
  if (outcome.outcome === "rejected") {
    const [{ reason, column }] = outcome.faults;
    return { at, outcome: "rejected", reason, ...(column && { column }) };
  }
  const { reason } = outcome;
  const column = outcome.outcome === "unresolved" ? outcome.column : undefined;
  return { at, outcome: outcome.outcome, reason, ...(column && { column }) };
}

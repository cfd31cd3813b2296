import type { ImportedEvent, RowOutcome } from "../../shared/imports/formats/outcome.ts";

export const eventsIn = (outcome: RowOutcome | undefined): readonly ImportedEvent[] =>
  outcome?.outcome === "event" ? outcome.events : [];

/** The treatment of the event with the remarks on it, or the reason why there is none. */
export function shown(outcome: RowOutcome | undefined): unknown {
  if (outcome?.outcome !== "event") return outcome?.outcome !== "rejected" && outcome?.reason;
  return [...outcome.events.map(({ treatment }) => treatment), ...outcome.findings].join(" ");
}

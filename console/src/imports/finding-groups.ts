import type { Import, ImportRow } from "../../../client/src/eu-vat-client.ts";
import { EXCLUSIONS, OPEN_QUESTIONS, REMARKS } from "../../../shared/imports/formats/reasons.ts";
import type { Say } from "../texts/say.ts";

type Outcome = ImportRow["outcome"];

export type FindingGroup = {
  readonly reason: string;
  readonly outcome: Outcome;
  readonly count: number;
};

/** Findings that need help stand first, and excluded rows stand last. */
const ORDER: readonly Outcome[] = ["unresolved", "rejected", "conflict", "event", "excluded"];

function outcomeOf(reason: string): Outcome {
  if (reason in OPEN_QUESTIONS) return "unresolved";
  if (reason in EXCLUSIONS) return "excluded";
  if (reason in REMARKS || checkIn(reason)) return "event";
  return reason === "event_conflict" ? "conflict" : "rejected";
}

/** Returns the check of the ledger that a row was taken with; undefined for a reason of the file's own. */
export const checkIn = (reason: string): string | undefined => /^check:(.*)$/.exec(reason)?.[1];

/** Returns the text of a reason. */
export const reasonText = (reason: string, say: Say): string =>
  say.code(checkIn(reason) ?? `finding.${reason}`);

/** Groups the findings of an import by reason: first what needs help, and of that the most frequent. */
export const findingGroups = ({ reasons }: Pick<Import, "reasons">): FindingGroup[] =>
  Object.entries(reasons)
    .map(([reason, count]) => ({ reason, count, outcome: outcomeOf(reason) }))
    .sort((a, b) => ORDER.indexOf(a.outcome) - ORDER.indexOf(b.outcome) || b.count - a.count);

/** The outcomes of rows that somebody has to do something about. */
type OpenOutcome = Extract<Outcome, "unresolved" | "rejected" | "conflict">;

/** True if somebody has to do something about the rows. */
export const needsHelp = (
  group: FindingGroup,
): group is FindingGroup & { readonly outcome: OpenOutcome } =>
  group.outcome === "unresolved" || group.outcome === "rejected" || group.outcome === "conflict";

/**
 * Returns the name of a row for people: the number of a line, or of an entry from 1. An entry within another one
 * follows after a point: `/3/refunds/0` is 4.1.
 */
export function rowName(row: string): string {
  if (/^\d+$/.test(row)) return row;
  const places = [...row.matchAll(/\d+/g)].map(([place]) => Number(place) + 1);
  return places.length > 0 ? places.join(".") : row;
}

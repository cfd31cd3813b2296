import { canonicalText } from "../../core/canonical-text.ts";

/** An item as it was before a change, or is after it. */
type Form = Readonly<Record<string, unknown>>;

/** What of an event that is undone goes beside what the ledger finds out: it leaves all lists. */
export const GOES_WITH_AN_UNDO: readonly string[] = ["gsi1pk", "gsi1sk", "undone"];

/** Whether an event became one whose import is undone. */
export const isUndo = (before: Form, after: Form): boolean =>
  before["event_type"] !== undefined &&
  before["undone"] === undefined &&
  after["undone"] !== undefined;

/** Whether another event came into the place of one that was undone, all of it anew. */
export const isReplacement = (before: Form, after: Form): boolean =>
  before["undone"] !== undefined && after["undone"] === undefined;

/** What an event says of its end: only an import's can be undone, and then count nowhere. */
const ENDED = {
  undone: true,
  treatment: "outside_scope",
  classification_status: "excluded",
  classification_reasons: ["import_undone"],
  entries: [],
  gsi1pk: null,
  gsi1sk: null,
  description: null,
  metadata: null,
};

/** What is wrong with an undo as such: a person's step has to say it, and no sum may keep the event. */
export function undoFaults(before: Form, after: Form): string[] {
  const otherwise = Object.entries(ENDED).filter(
    ([name, value]) => canonicalText(after[name] ?? null) !== canonicalText(value),
  );
  return [
    ...(undoneImportOf(after) ? [] : ["the event was undone, and no import had committed it"]),
    ...(stepsOf(after) > stepsOf(before) ? [] : ["the event was undone by nobody"]),
    ...otherwise.map(([name]) => `the event was undone, and ${name} does not say so`),
  ];
}

/** What is wrong with what came in the place of an event that was undone, beside how it arrived. */
export function replacementFaults(before: Form, after: Form): string[] {
  const isNext = after["version"] === Number(before["version"]) + 1;
  return [
    ...(before["settling"] === undefined
      ? []
      : ["the event was replaced before its undo was over"]),
    ...(isNext ? [] : ["the event does not count on from the one that was undone"]),
  ];
}

const stepsOf = ({ classification_history: steps }: Form): number =>
  Array.isArray(steps) ? steps.length : 0;

/** The import that brought an event, by its id. */
const undoneImportOf = ({ commit_id }: Form): string | undefined =>
  /^import (.+)$/.exec(String(commit_id))?.[1];

/** The import that an undone event came with, and the key by which its last step was taken. */
export function undoneWith(after: Form): { readonly id: string; readonly key_id: unknown } {
  const steps = after["classification_history"];
  const last = Array.isArray(steps) ? (steps.at(-1) as Form | undefined) : undefined;
  return { id: undoneImportOf(after) ?? "", key_id: last?.["key_id"] };
}

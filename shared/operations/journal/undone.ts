import { canonicalText } from "../../core/hash.ts";
import { FREE_TEXT_FIELDS } from "../../ledger/events/field-uses.ts";
import { type JournalRecord, plainItem } from "./journal-record.ts";

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
  ...Object.fromEntries(FREE_TEXT_FIELDS.map((field) => [field, null])),
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
function undoneWith(after: Form): { readonly id: string; readonly key_id: unknown } {
  const steps = after["classification_history"];
  const last = Array.isArray(steps) ? (steps.at(-1) as Form | undefined) : undefined;
  return { id: undoneImportOf(after) ?? "", key_id: last?.["key_id"] };
}

/**
 * Events that were undone beside what says that their imports were: the service writes that first. Kept apart until the journal
 * is read, since it may tell of them in either order.
 */
export type UndoneImports = {
  /** By account and import: the key by which it was undone, and one that an event names with it. */
  readonly recorded: Map<string, unknown>;
  readonly events: Map<string, { readonly where: string; readonly key_id: unknown }[]>;
};

export const newUndoneImports = (): UndoneImports => ({ recorded: new Map(), events: new Map() });

/** Events of one import that are named when it was never undone. */
const MOST_NAMED = 5;

/** Takes in a change, if it is of an undo. */
export function withUndone(into: UndoneImports, { pk, sk, old, new: now }: JournalRecord): void {
  const [kind, account = ""] = pk.split("#");
  if (!now) return;
  const after = plainItem(now);
  if (kind === "IMPORT_UNDOS") into.recorded.set(`${account} ${sk}`, after["key_id"]);
  if (kind !== "EVENT" || !old || !isUndo(plainItem(old), after)) return;
  const { id, key_id } = undoneWith(after);
  const name = `${account} ${id}`;
  const named = into.events.get(name) ?? [];
  const isKnown = named.some((one) => one.key_id === key_id);
  if (named.length < MOST_NAMED || !isKnown) named.push({ where: `${pk} ${sk}`, key_id });
  into.events.set(name, named);
}

/** Events that were taken out of the ledger although nobody has undone their import, or somebody else has. */
export const undoneImportFaults = ({ recorded, events }: UndoneImports): string[] =>
  [...events].flatMap(([name, named]) =>
    named
      .filter(({ key_id }) => !recorded.has(name) || recorded.get(name) !== key_id)
      .map(({ where }) =>
        recorded.has(name)
          ? `${where}: undone by another key than its import`
          : `${where}: undone, and nobody has undone its import`,
      ),
  );

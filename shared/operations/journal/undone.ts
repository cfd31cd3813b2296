import { canonicalText } from "../../core/hash.ts";
import { FREE_TEXT_FIELDS } from "../../ledger/events/field-uses.ts";
import { type ItemState, type JournalRecord, plainItem } from "./journal-record.ts";

/** The fields that change with an undo apart from the ledger's decisions: the event leaves all lists. */
export const GOES_WITH_AN_UNDO: readonly string[] = ["gsi1pk", "gsi1sk", "undone"];

/** True if a change undid the event's import. */
export const isUndo = (before: ItemState, after: ItemState): boolean =>
  before["event_type"] !== undefined &&
  before["undone"] === undefined &&
  after["undone"] !== undefined;

/** True if a new event replaced one that was undone. */
export const isReplacement = (before: ItemState, after: ItemState): boolean =>
  before["undone"] !== undefined && after["undone"] === undefined;

/** The fields of an undone event; only an import can be undone, and an undone event counts in no sum. */
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

/** Finds faults of an undo: it needs a classification step of the user, and the event must have no entries. */
export function undoFaults(before: ItemState, after: ItemState): string[] {
  const otherwise = Object.entries(ENDED).filter(
    ([name, value]) => canonicalText(after[name] ?? null) !== canonicalText(value),
  );
  return [
    ...(undoneImportOf(after) ? [] : ["the event was undone, and no import had committed it"]),
    ...(stepsOf(after) > stepsOf(before) ? [] : ["the event was undone by nobody"]),
    ...otherwise.map(([name]) => `the event was undone, and ${name} does not say so`),
  ];
}

/** Finds faults of an event that replaced an undone one, apart from the faults of a new event. */
export function replacementFaults(before: ItemState, after: ItemState): string[] {
  // One write may commit a non-sale and move it to its sale, so the version may rise by more than one.
  const isNext = Number(after["version"]) > Number(before["version"]);
  return [
    ...(before["propagating"] === undefined
      ? []
      : ["the event was replaced before its undo was over"]),
    ...(isNext ? [] : ["the event does not count on from the one that was undone"]),
  ];
}

const stepsOf = ({ classification_history: steps }: ItemState): number =>
  Array.isArray(steps) ? steps.length : 0;

/** Returns the id of the import that committed an event. */
const undoneImportOf = ({ commit_id }: ItemState): string | undefined =>
  /^import (.+)$/.exec(String(commit_id))?.[1];

/** Returns the import of an undone event, and the key of its last step. */
function undoneWith(after: ItemState): { readonly id: string; readonly key_id: unknown } {
  const steps = after["classification_history"];
  const last = Array.isArray(steps) ? (steps.at(-1) as ItemState | undefined) : undefined;
  return { id: undoneImportOf(after) ?? "", key_id: last?.["key_id"] };
}

/**
 * Undone events, and the records that their imports were undone, which the service writes first. They are compared
 * after the whole journal was read, because the journal may contain them in either order.
 */
export type UndoneImports = {
  /** The key that undid each import and the keys that its events name, by account and import. */
  readonly recorded: Map<string, unknown>;
  readonly events: Map<string, { readonly where: string; readonly key_id: unknown }[]>;
};

export const newUndoneImports = (): UndoneImports => ({ recorded: new Map(), events: new Map() });

/** Maximum number of events named for one import that was never undone. */
const MOST_NAMED = 5;

/** Adds a change, if it belongs to an undo. */
export function withUndone(into: UndoneImports, { pk, sk, old, new: now }: JournalRecord): void {
  const [kind, account = ""] = pk.split("#");
  if (!now) return;
  const after = plainItem(now);
  if (kind === "IMPORT_UNDOS") into.recorded.set(`${account} ${sk}`, after["key_id"]);
  if (kind !== "EVENT" || !old || !isUndo(plainItem(old), after)) return;
  const { id, key_id } = undoneWith(after);
  const name = `${account} ${id}`;
  const named = into.events.get(name) ?? [];
  const isKnown = named.some((key) => key.key_id === key_id);
  if (named.length < MOST_NAMED || !isKnown) named.push({ where: `${pk} ${sk}`, key_id });
  into.events.set(name, named);
}

/** Returns undone events whose import was not undone, or was undone by another key. */
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

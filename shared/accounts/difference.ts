import { canonicalText } from "../core/canonical-text.ts";
import type { ChangedEntry } from "./setting-changes.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Rows of which each has an id, as registrations and sources are kept. */
type Listed = { readonly items: readonly ({ readonly id: number } & object)[] };

/** What of a list of rows is another than before, row by row. */
export function changedRows(before: Listed, after: Listed): ChangedEntry[] {
  const ids = new Set([...before.items, ...after.items].map(({ id }) => id));
  return [...ids].flatMap((id) => entryOf(id, rowOf(before, id), rowOf(after, id)));
}

/** What of a single item is another than before. */
export const changedFields = (before: object, after: object): ChangedEntry[] =>
  entryOf(null, { ...before }, { ...after });

const rowOf = ({ items }: Listed, id: number): Fields | null => {
  const row = items.find((item) => item.id === id);
  return row ? { ...row } : null;
};

/** Counted or noted with every write: when and how often is in the change itself. */
const OF_THE_WRITE = new Set(["version", "updated_at"]);

function entryOf(id: number | null, before: Fields | null, after: Fields | null): ChangedEntry[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  const differing = [...names].filter(
    (name) =>
      !OF_THE_WRITE.has(name) &&
      canonicalText(before?.[name] ?? null) !== canonicalText(after?.[name] ?? null),
  );
  if (differing.length === 0) return [];
  return [{ id, before: picked(before, differing), after: picked(after, differing) }];
}

/** Names for people. A history is never rewritten, so it must not hold what may have to be erased. */
const FREE_TEXT = new Set(["display_name", "platform"]);
const SOME_TEXT = "(text)";

const picked = (fields: Fields | null, names: readonly string[]): Fields | null =>
  fields &&
  Object.fromEntries(
    names
      .filter((name) => fields[name] !== undefined)
      .map((name) => [name, FREE_TEXT.has(name) ? SOME_TEXT : fields[name]]),
  );

import * as z from "zod";
import { canonicalText } from "../core/hash.ts";
import type { AuthorId } from "../core/ids.ts";
import { listQuery, pageOf } from "../core/input/pagination.ts";

/** The settings that affect whole returns; each is stored as one item. */
const SettingsSubject = z.enum(["registrations", "profile", "sources"]);

const SettingFields = z
  .record(z.string(), z.unknown())
  .nullable()
  .describe(
    "The fields that differ, numbers masked as they are kept, names as `(text)`; null where there was nothing",
  );

const ChangedEntry = z.strictObject({
  id: z.int().positive().nullable().describe("Id of registration or source; null for the profile"),
  before: SettingFields,
  after: SettingFields,
});
type ChangedEntry = Readonly<z.output<typeof ChangedEntry>>;

/** One write of an account's registrations, profile or sources, as stored and returned. */
export const SettingChange = z
  .strictObject({
    at: z.iso.datetime(),
    key_id: z
      .string()
      .nullable()
      .describe("The API key or person that changed it; null: by a command of the operator"),
    subject: SettingsSubject,
    version: z.int().positive().describe("The number of writes of the subject, this one included"),
    changes: z.array(ChangedEntry),
  })
  .meta({ id: "SettingChange" });
export type SettingChange = Readonly<z.output<typeof SettingChange>>;

export type Author = { readonly now: Date; readonly key_id: AuthorId | null };

const DIGITS = 9;

/** Builds the id of a change. Ids sort by instant; the subject and its version distinguish writes of one instant. */
export const changeId = ({
  at,
  subject,
  version,
}: Pick<SettingChange, "at" | "subject" | "version">): string =>
  `${at}#${subject}#${String(version).padStart(DIGITS, "0")}`;

type Fields = Readonly<Record<string, unknown>>;

/** Rows with ids, as registrations and sources are stored. */
type ListSetting = { readonly items: readonly ({ readonly id: number } & object)[] };

/** Returns the differences between two lists of rows, row by row. */
export function changedRows(before: ListSetting, after: ListSetting): ChangedEntry[] {
  const ids = new Set([...before.items, ...after.items].map(({ id }) => id));
  return [...ids].flatMap((id) => entryOf(id, rowOf(before, id), rowOf(after, id)));
}

/** Returns the differences between two versions of a single item. */
export const changedFields = (before: object, after: object): ChangedEntry[] =>
  entryOf(null, { ...before }, { ...after });

const rowOf = ({ items }: ListSetting, id: number): Fields | null => {
  const row = items.find((item) => item.id === id);
  return row ? { ...row } : null;
};

/** Fields that change with every write. The change itself records its instant and version. */
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

/** Display names, which may have to be erased. The history is never rewritten, so it must not contain them. */
const FREE_TEXT = new Set(["display_name", "platform"]);
const SOME_TEXT = "(text)";

const picked = (fields: Fields | null, names: readonly string[]): Fields | null =>
  fields &&
  Object.fromEntries(
    names
      .filter((name) => fields[name] !== undefined)
      .map((name) => [name, FREE_TEXT.has(name) ? SOME_TEXT : fields[name]]),
  );

const LIST = "changes";

const ID_FORM = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z#(registrations|profile|sources)#\d{9}$/;

export const ChangeListQuery = listQuery(LIST, z.string().regex(ID_FORM));

export const ChangeList = z
  .strictObject({ items: z.array(SettingChange), next_cursor: z.string().nullable() })
  .meta({ id: "SettingChangeList" });

/** Builds a page of at most `limit` changes from the next `limit` + 1 changes. */
export function changePage(
  changes: readonly SettingChange[],
  limit: number,
): z.output<typeof ChangeList> {
  return pageOf(LIST, changes, limit, { idOf: changeId, view: (change) => change });
}

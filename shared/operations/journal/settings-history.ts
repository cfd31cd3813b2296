import { changedFields, changedRows, SettingChange } from "../../accounts/setting-changes.ts";
import { canonicalText } from "../../core/hash.ts";
import { type JournalRecord, plainItem } from "./journal-record.ts";

/**
 * Writes of registrations, profiles and sources beside what the change history says of them: the service makes both in one
 * transaction. Kept apart until the journal is read, since it may tell of them in either order.
 */
export type Settings = {
  /** What each write has changed, by account, subject and version. */
  readonly written: Map<string, string>;
  /** What the history says of it. */
  readonly explained: Map<string, string>;
  /** The ids of the account's keys, and those that the history names. */
  readonly keys: Set<string>;
  readonly authors: Map<string, string>;
};

export const newSettings = (): Settings => ({
  written: new Map(),
  explained: new Map(),
  keys: new Set(),
  authors: new Map(),
});

const SUBJECTS: Readonly<Record<string, SettingChange["subject"]>> = {
  PROFILE: "profile",
  REGISTRATIONS: "registrations",
  SOURCES: "sources",
};

/** Whose they are, and by which stream they were told: after a restore writes are counted from an earlier one. */
type Place = { readonly account: string; readonly stream: string };

const writeId = ({ account, stream }: Place, subject: string, version: unknown): string =>
  `${subject} of ${account}, write ${String(version)} (${stream})`;

/** Takes in a change, if it is of settings or their history. */
export function withSettings(into: Settings, change: JournalRecord, stream: string): void {
  const [kind, id = ""] = change.pk.split("#");
  if (!change.new) return;
  const place = { account: id, stream };
  if (kind === "KEY") into.keys.add(id);
  if (kind === "CHANGES") noteHistory(into, place, change.new);
  if (kind === "IMPORT_UNDOS") {
    into.authors.set(`undo of ${change.sk} of ${id}`, String(plainItem(change.new)["key_id"]));
  }
  const subject = kind === "ACCOUNT" ? SUBJECTS[change.sk] : undefined;
  if (subject) noteWrite(into, place, subject, change);
}

function noteHistory(into: Settings, place: Place, item: NonNullable<JournalRecord["new"]>) {
  const { pk, sk, schema_version, write_id, ...said } = plainItem(item);
  const read = SettingChange.safeParse(said);
  const { subject, version, changes, key_id } = read.data ?? {};
  const id = writeId(place, subject ?? String(sk), version);
  into.explained.set(id, canonicalText(changes ?? null));
  if (key_id) into.authors.set(id, key_id);
}

function noteWrite(
  into: Settings,
  place: Place,
  subject: SettingChange["subject"],
  change: JournalRecord,
): void {
  const before = change.old ? plainItem(change.old) : EMPTY[subject];
  const after = plainItem(change.new ?? {});
  const differences =
    subject === "profile"
      ? changedFields(own(before), own(after))
      : changedRows(listed(before), listed(after));
  const id = writeId(place, subject, after["version"]);
  const text = canonicalText(differences);
  // A version twice: the second write did not count on.
  into.written.set(id, into.written.has(id) ? `${into.written.get(id)} ${text}` : text);
}

/** What each is before its first write; a profile has lists that are empty. */
const EMPTY = {
  profile: { rows: [], entered_turnover: [] },
  registrations: { items: [] },
  sources: { items: [] },
};

/** Without what only the table needs. */
const own = ({ pk, sk, schema_version, write_id, ...item }: Record<string, unknown>) => item;

type Listed = Parameters<typeof changedRows>[0];

const listed = (item: Record<string, unknown>): Listed => ({
  items: (item["items"] ?? []) as Listed["items"],
});

/** Writes that no history explains as they were, histories of writes that never came, and authors that nobody is. */
export function settingsFaults({ written, explained, keys, authors }: Settings): string[] {
  const unexplained = [...written].filter(([id, text]) => explained.get(id) !== text);
  const invented = [...explained.keys()].filter((id) => !written.has(id));
  const strangers = [...authors].filter(([, key_id]) => !keys.has(key_id));
  return [
    ...unexplained.map(([id]) =>
      explained.has(id)
        ? `${id}: the change history says otherwise`
        : `${id}: the change history does not know of it`,
    ),
    ...invented.map((id) => `${id}: the change history has it, and it was not made`),
    ...strangers.map(([id, key_id]) => `${id}: by the key ${key_id}, which was never issued`),
  ];
}

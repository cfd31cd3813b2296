import { changedFields, changedRows, SettingChange } from "../../accounts/setting-changes.ts";
import { canonicalText } from "../../core/hash.ts";
import { Preparation } from "../../returns/locks/preparation.ts";
import { type JournalRecord, plainItem } from "./journal-record.ts";
import { type Authors, authorFaults } from "./key-history.ts";
import { webhooksIn } from "./webhook-history.ts";

/**
 * Writes of registrations, profiles and sources, and their entries in the change history. The service writes both in
 * one transaction. They are compared after the whole journal was read, because the journal may contain them in either
 * order.
 */
export type Settings = {
  /** The change of each write, by account, subject and version. */
  readonly written: Map<string, string>;
  /** The change in the history, by the same key. */
  readonly explained: Map<string, string>;
  /** The author of each entry of the history. */
  readonly authors: Map<string, string>;
};

export const newSettings = (): Settings => ({
  written: new Map(),
  explained: new Map(),
  authors: new Map(),
});

const SUBJECTS: Readonly<Record<string, SettingChange["subject"]>> = {
  PROFILE: "profile",
  REGISTRATIONS: "registrations",
  SOURCES: "sources",
};

/** The account and the stream of a change: after a restore, version numbers repeat. */
type AccountStream = { readonly account: string; readonly stream: string };

const writeId = ({ account, stream }: AccountStream, subject: string, version: unknown): string =>
  `${subject} of ${account}, write ${String(version)} (${stream})`;

/** Adds a change, if it is of settings or their history. */
export function withSettings(into: Settings, change: JournalRecord, stream: string): void {
  const [kind, id = ""] = change.pk.split("#");
  if (!change.new) return;
  const place = { account: id, stream };
  if (kind === "CHANGES") noteHistory(into, place, change.new);
  if (kind === "IMPORT_UNDOS") {
    into.authors.set(`undo of ${change.sk} of ${id}`, String(plainItem(change.new)["key_id"]));
  }
  if (kind === "PREPARATIONS") notePreparation(into, change.sk, id, change.new);
  if (kind === "WEBHOOKS") noteWebhooks(into, change.new);
  const subject = kind === "ACCOUNT" ? SUBJECTS[change.sk] : undefined;
  if (subject) noteWrite(into, place, subject, change);
}

function notePreparation(
  into: Settings,
  sk: string,
  account: string,
  item: NonNullable<JournalRecord["new"]>,
): void {
  for (const { person, prepared_by } of Preparation.safeParse(plainItem(item)).data?.marks ?? []) {
    into.authors.set(`mark of ${person} on ${sk} of ${account}`, prepared_by);
  }
}

function noteWebhooks(into: Settings, item: NonNullable<JournalRecord["new"]>): void {
  for (const { id, created_by, updated_by } of webhooksIn(plainItem(item))) {
    into.authors.set(`creation of the webhook ${id}`, created_by);
    into.authors.set(`change of the webhook ${id}`, updated_by);
  }
}

function noteHistory(
  into: Settings,
  place: AccountStream,
  item: NonNullable<JournalRecord["new"]>,
) {
  const { pk, sk, schema_version, write_id, ...said } = plainItem(item);
  const read = SettingChange.safeParse(said);
  const { subject, version, changes, key_id } = read.data ?? {};
  const id = writeId(place, subject ?? String(sk), version);
  into.explained.set(id, canonicalText(changes ?? null));
  if (key_id) into.authors.set(id, key_id);
}

function noteWrite(
  into: Settings,
  place: AccountStream,
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
  // A repeated version: the second write did not increment the version.
  into.written.set(id, into.written.has(id) ? `${into.written.get(id)} ${text}` : text);
}

/** The state before the first write; a profile has empty lists. */
const EMPTY = {
  profile: { rows: [], entered_turnover: [] },
  registrations: { items: [] },
  sources: { items: [] },
};

/** Returns the fields without those that only the table needs. */
const own = ({ pk, sk, schema_version, write_id, ...item }: Record<string, unknown>) => item;

type ListSetting = Parameters<typeof changedRows>[0];

const listed = (item: Record<string, unknown>): ListSetting => ({
  items: (item["items"] ?? []) as ListSetting["items"],
});

/** Finds writes that the history does not explain, history entries without a write, and unknown authors. */
export function settingsFaults(
  { written, explained, authors }: Settings,
  known: Authors,
): string[] {
  const unexplained = [...written].filter(([id, text]) => explained.get(id) !== text);
  const invented = [...explained.keys()].filter((id) => !written.has(id));
  return [
    ...unexplained.map(([id]) =>
      explained.has(id)
        ? `${id}: the change history says otherwise`
        : `${id}: the change history does not know of it`,
    ),
    ...invented.map((id) => `${id}: the change history has it, and it was not made`),
    ...[...authors].flatMap(([id, author]) => authorFaults(known, `${id}:`, author)),
  ];
}

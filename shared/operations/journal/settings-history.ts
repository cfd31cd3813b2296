import { PERSON_ID } from "../../accounts/people/person.ts";
import { changedFields, changedRows, SettingChange } from "../../accounts/setting-changes.ts";
import { canonicalText } from "../../core/hash.ts";
import { Webhooks } from "../../notifications/webhooks/webhook.ts";
import { Preparation } from "../../returns/locks/preparation.ts";
import { acceptedRows, acceptedThresholds } from "../../vat/rate-proposals/rate-decision.ts";
import { NO_PROPOSALS, RateProposals } from "../../vat/rate-proposals/rate-proposal.ts";
import { NO_OVERLAY, RateOverlay } from "../../vat/reference-data/vat-rates.ts";
import { type ItemState, isAtTime, type JournalRecord, plainItem } from "./journal-record.ts";

/**
 * Finds changes of a key's end that the service never makes. A rotation may bring the end forward, in the change that
 * names the successor; no other change moves the end, and none moves it back.
 */
export function keyEndFaults(before: ItemState, after: ItemState): string[] {
  const [old, now] = [before["expires_at"], after["expires_at"]];
  if (old === now) return [];
  const isRotation = before["replaced_by"] === undefined && after["replaced_by"] !== undefined;
  if (!isRotation) return ["expires_at of the key was changed without a rotation"];
  const isEarlier = now !== undefined && (old === undefined || String(now) < String(old));
  return isEarlier ? [] : ["expires_at of the key went up"];
}

/** The fields of a key that name another key of the account, or a person. */
const RELATIONS = {
  created_by: "made",
  rotated_by: "rotated",
  replaced_by: "replaced",
  revoked_by: "revoked",
} as const;

/** The keys of the journal by id, each in its latest state. They are compared after the whole journal was read. */
type IssuedKeys = Map<string, ItemState>;

/** The authors that the journal knows. They are compared after the whole journal was read. */
export type Authors = {
  readonly keys: IssuedKeys;
  /** The persons who are or were members of an organisation. */
  readonly members: Set<string>;
  /** The organisations of the accounts. */
  readonly organisations: Set<string>;
};

export const newAuthors = (): Authors => ({
  keys: new Map(),
  members: new Set(),
  organisations: new Set(),
});

/** Adds a change, if it is of a key, of a member, or of the organisation of an account. */
export function withAuthor(into: Authors, { pk, sk, new: now }: JournalRecord): void {
  const [kind, id = ""] = pk.split("#");
  if (!now) return;
  if (kind === "KEY") into.keys.set(id, plainItem(now));
  if (kind === "MEMBERS") into.members.add(sk);
  const organisation = now["organisation"]?.["S"];
  if (kind === "ACCOUNT" && organisation) into.organisations.add(String(organisation));
}

/** Finds an author that the journal does not know. `what` is the part of the message before "by". */
export function authorFaults({ keys, members }: Authors, what: string, author: string): string[] {
  if (PERSON_ID.test(author)) {
    return members.has(author) ? [] : [`${what} by the person ${author}, who was never a member`];
  }
  return keys.has(author) ? [] : [`${what} by the key ${author}, which was never issued`];
}

/** Finds keys whose recorded creator is unknown to the journal, or whose `person` is not that creator. */
export const issuedKeyFaults = (authors: Authors): string[] =>
  [...authors.keys].flatMap(([id, key]) => [
    ...Object.entries(RELATIONS)
      .filter(([field]) => key[field] !== undefined)
      .flatMap(([field, verb]) =>
        relationFaults(authors, key, `KEY#${id}: ${verb}`, String(key[field])),
      ),
    ...(key["person"] === personOf(authors, key["created_by"])
      ? []
      : [`KEY#${id}: counts as the person ${String(key["person"])}, who did not make it`]),
  ]);

/** Finds an author of a key that is unknown, or a key of another account. */
function relationFaults(authors: Authors, { account }: ItemState, what: string, author: string) {
  const other = authors.keys.get(author);
  if (!other || other["account"] === account) return authorFaults(authors, what, author);
  return [`${what} by the key ${author}, which was never issued`];
}

/** Returns the person that an author is or counts as; undefined for an operator and for a key of theirs. */
const personOf = ({ keys }: Authors, author: unknown): unknown =>
  PERSON_ID.test(String(author)) ? author : keys.get(String(author))?.["person"];

/**
 * Lists the keys that no key has made. An operator makes such keys, and so would a user with write access to the table:
 * the operator has to recognise each of them.
 */
export const operatorKeys = (keys: IssuedKeys): string[] =>
  [...keys]
    .filter(([, { created_by }]) => created_by === undefined)
    .map(([id, key]) => {
      const { account, scope, mode, created_at } = key;
      return `KEY#${id}: made by an operator, ${created_at}: ${mode}, ${scope}, of ${account}`;
    })
    .sort();

/** Returns the webhooks of an account's item; none if it cannot be read. */
const webhooksIn = (item: ItemState): Webhooks["webhooks"] =>
  Webhooks.safeParse(item).data?.webhooks ?? [];

/**
 * Finds webhooks whose address changed without an author at that time. The service changes an address only on request,
 * and records the key and the instant.
 * @param at the second in which the table recorded the change
 */
export function webhookChangeFaults(
  before: ItemState | undefined,
  after: ItemState,
  at: string,
): string[] {
  const former = new Map(webhooksIn(before ?? {}).map((webhook) => [webhook.id, webhook]));
  return webhooksIn(after).flatMap(({ id, url, created_at, updated_at }) => {
    const was = former.get(id);
    if (was?.url === url) return [];
    const isStampedNow = isAtTime(was ? updated_at : created_at, at);
    const hasNewStamp = was?.updated_at !== updated_at;
    return isStampedNow && hasNewStamp ? [] : [`the address of ${id} was changed by nobody`];
  });
}

/** Finds a secret that was replaced without becoming the former one, or was set again after its removal. */
export function secretChangeFaults(before: ItemState | undefined, after: ItemState): string[] {
  const [old, now] = [before?.["current"], after["current"]];
  if (!before || now === undefined) return [];
  if (old === undefined) return ["the secret was set after its removal"];
  const isUnchanged = old === now && before["former"] === after["former"];
  return isUnchanged || (old !== now && after["former"] === old)
    ? []
    : ["the secret was replaced, and the former one was not kept"];
}

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

type Revision = {
  readonly currency?: unknown;
  readonly old_rate?: unknown;
  readonly new_rate?: unknown;
};

const ratesOf = ({ rates }: ItemState): ItemState => (rates ?? {}) as ItemState;

const revisionsOf = ({ revisions }: ItemState): readonly Revision[] =>
  Array.isArray(revisions) ? revisions : [];

/** Finds changes of stored exchange rates that the service never makes: a replaced rate becomes a revision. */
export function rateChangeFaults(before: ItemState | undefined, after: ItemState): string[] {
  if (!before) return [];
  const past = revisionsOf(before);
  const revisions = revisionsOf(after);
  const added = revisions.slice(past.length);
  const isUnchanged = canonicalText(revisions.slice(0, past.length)) === canonicalText(past);
  const [old, now] = [ratesOf(before), ratesOf(after)];
  const unexplained = Object.keys(old).filter(
    (currency) =>
      old[currency] !== now[currency] &&
      !added.some(
        (revision) =>
          revision.currency === currency &&
          revision.old_rate === old[currency] &&
          revision.new_rate === now[currency],
      ),
  );
  return [
    ...(isUnchanged ? [] : ["the revisions were changed in what they had said"]),
    ...unexplained.map((currency) => `the rate of ${currency} was replaced without a revision`),
  ];
}

type Proposal = { readonly proposal_id?: unknown; readonly decisions?: readonly unknown[] };

const proposalsOf = ({ proposals, thresholds }: ItemState): readonly Proposal[] =>
  [proposals, thresholds].flatMap((list) => (Array.isArray(list) ? list : []));

/** Finds changes of proposed VAT rates that the service never makes: proposals stay, and decisions are only added. */
export function proposalChangeFaults(before: ItemState | undefined, after: ItemState): string[] {
  if (!before) return [];
  const rewritten = proposalsOf(before).filter(({ proposal_id, decisions = [] }) => {
    const now = proposalsOf(after).find((proposal) => proposal.proposal_id === proposal_id);
    const unchanged = now?.decisions?.slice(0, decisions.length) ?? null;
    return canonicalText(unchanged) !== canonicalText(decisions);
  });
  return [
    ...versionFaults(before, after),
    ...rewritten.map(({ proposal_id }) => `the decisions about ${proposal_id} were changed`),
  ];
}

/** Finds changes of the accepted VAT rates without the version of a write. */
export const overlayChangeFaults = (before: ItemState | undefined, after: ItemState): string[] =>
  before ? versionFaults(before, after) : [];

const versionFaults = (before: ItemState, after: ItemState): string[] =>
  after["version"] === Number(before["version"]) + 1
    ? []
    : ["the version of the rates did not rise by one"];

/** Returns a fault if the accepted VAT rates are not those of the decisions about proposals. */
export function acceptedRateFaults(
  proposals: ItemState | undefined,
  overlay: ItemState | undefined,
): string[] {
  const decided = RateProposals.safeParse(proposals ?? NO_PROPOSALS);
  const accepted = RateOverlay.safeParse(overlay ?? NO_OVERLAY);
  const isSame =
    decided.success &&
    accepted.success &&
    canonicalText(acceptedRows(decided.data)) === canonicalText(accepted.data.rows) &&
    canonicalText(acceptedThresholds(decided.data)) === canonicalText(accepted.data.thresholds);
  return isSame ? [] : ["the accepted rates are not those of the decisions about proposals"];
}

import { PERSON_ID } from "../../accounts/people/person.ts";
import { type JournalRecord, plainItem } from "./journal-record.ts";

/** An API key before or after a change. */
type Form = Readonly<Record<string, unknown>>;

/**
 * Finds changes of a key's end that the service never makes. A rotation may bring the end forward, in the change that
 * names the successor; no other change moves the end, and none moves it back.
 */
export function keyEndFaults(before: Form, after: Form): string[] {
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
type IssuedKeys = Map<string, Form>;

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

/** Finds keys that name an author that the journal does not know, or that count as another person than their author. */
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
function relationFaults(authors: Authors, { account }: Form, what: string, author: string) {
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

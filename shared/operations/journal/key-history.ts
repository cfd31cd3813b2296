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

/** The fields of a key that name another key of the account. */
const RELATIONS = {
  created_by: "made by the key",
  rotated_by: "rotated by the key",
  replaced_by: "replaced by the key",
  revoked_by: "revoked by the key",
} as const;

/** The keys of the journal by id, each in its latest state. They are compared after the whole journal was read. */
export type IssuedKeys = Map<string, Form>;

/** Adds a change, if it is of a key. */
export function withIssuedKey(into: IssuedKeys, { pk, new: now }: JournalRecord): void {
  const [kind, id = ""] = pk.split("#");
  if (kind === "KEY" && now) into.set(id, plainItem(now));
}

/** Finds keys that name a key of their account that was never issued. */
export const issuedKeyFaults = (keys: IssuedKeys): string[] =>
  [...keys].flatMap(([id, key]) =>
    Object.entries(RELATIONS)
      .map(([field, verb]) => ({ verb, other: key[field] }))
      .filter(({ other }) => other !== undefined && !isOfAccount(keys, other, key))
      .map(({ verb, other }) => `KEY#${id}: ${verb} ${String(other)}, which was never issued`),
  );

const isOfAccount = (keys: IssuedKeys, id: unknown, { account }: Form): boolean =>
  keys.get(String(id))?.["account"] === account;

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

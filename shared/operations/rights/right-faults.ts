import { INVITATION_DAYS } from "../../accounts/people/organisation.ts";
import {
  ACCOUNT_RIGHT,
  contentHash,
  INVITATION_RIGHT,
  isSignedByStage,
  KEY_RIGHT,
  MEMBER_RIGHT,
  ORGANISATION_RIGHT,
  ownerOf,
  PERSON_RIGHT,
  RIGHTS,
  type Right,
  RightRow,
  type RightRow as Row,
} from "../../platform/credentials/rights.ts";
import { keyPattern } from "../../platform/table/item.ts";
import type { Key } from "../../platform/table/keys.ts";
import { RIGHT_ROW_ITEM, rightRowKey } from "../../platform/table/rights.ts";
import { isOfSandbox } from "../journal/journal-file.ts";
import type { ItemState } from "../journal/journal-record.ts";

/** A row, and the owner in whose partition it is. */
type OwnedRow = Row & { readonly owner: string };

type StoredRight = { readonly right: Right; readonly key: Key; readonly item: ItemState };

/** The rights that were read, and their rows by right, each in the order of their versions. */
export type FoundRights = {
  readonly rights: Map<string, StoredRight>;
  readonly rows: Map<string, OwnedRow[]>;
  /** Rows that are not where they belong or cannot be read. */
  readonly faults: string[];
};

export const noRights = (): FoundRights => ({ rights: new Map(), rows: new Map(), faults: [] });

const FORMS = RIGHTS.map((right) => ({
  right,
  pk: keyPattern(right.item.key.pk),
  sk: keyPattern(right.item.key.sk),
}));

const ROWS = keyPattern(RIGHT_ROW_ITEM.key.pk);

const idOf = ({ pk, sk }: Key): string => `${pk} ${sk}`;

/** Adds an item, if it is a right or a row of one. */
export function noteRight(into: FoundRights, item: ItemState): void {
  const key = { pk: String(item["pk"]), sk: String(item["sk"]) };
  if (ROWS.test(key.pk)) {
    noteRow(into, key, item);
    return;
  }
  const form = FORMS.find(({ pk, sk }) => pk.test(key.pk) && sk.test(key.sk));
  if (form && !isOfSandbox(key.pk)) into.rights.set(idOf(key), { ...form, key, item });
}

function noteRow({ rows, faults }: FoundRights, key: Key, item: ItemState): void {
  const { data: row } = RightRow.safeParse(item);
  const owner = key.pk.slice(rightRowKey("", key, 0).pk.length);
  const right = { pk: row?.right_pk ?? "", sk: row?.right_sk ?? "" };
  if (!row || rightRowKey(owner, right, row.version).sk !== key.sk) {
    faults.push(`${idOf(key)}: no row of a right`);
    return;
  }
  if (!isSignedByStage(row)) faults.push(`${idOf(key)}: the row was not signed by this stage`);
  const others = rows.get(idOf(right)) ?? [];
  rows.set(
    idOf(right),
    [...others, { ...row, owner }].sort((a, b) => a.version - b.version),
  );
}

const isFirst = ({ version, baseline }: Row): boolean => version === 1 || baseline === true;

/** The records of owners: each is the first right that its owner has. */
const OF_OWNERS: readonly Right[] = [ACCOUNT_RIGHT, ORGANISATION_RIGHT, PERSON_RIGHT];

/**
 * Returns the rows that rights of earlier releases lack: those of owners whose own record has no first row. Where a right
 * was changed since, nobody knows what it was before.
 */
export function baselineOf({ rights, rows }: FoundRights, at: string) {
  const rowsOf = ({ key }: StoredRight) => rows.get(idOf(key)) ?? [];
  const isNew = (right: StoredRight) =>
    OF_OWNERS.includes(right.right) && !rowsOf(right).some(isFirst);
  const ownerIn = ({ right, key, item }: StoredRight) => ownerOf(right, key, item);
  const owners = new Set([...rights.values()].filter(isNew).map(ownerIn));
  return [...rights.values()].flatMap((stored) => {
    const [first] = rowsOf(stored);
    if (!owners.has(ownerIn(stored)) || (first && isFirst(first))) return [];
    const { right, key, item } = stored;
    const said = first
      ? { version: first.version - 1, sha256: "" }
      : { version: right.versionOf(item), sha256: contentHash(right, item) };
    return [{ owner: ownerIn(stored), key, row: { ...said, author: null, at, baseline: true } }];
  });
}

/** Finds rights that differ from their change history, and rights that contradict each other. */
export function rightFaults(found: FoundRights, now: Date): string[] {
  const { rights, rows, faults } = found;
  const gone = [...rows].filter(([id]) => !rights.has(id));
  return [
    ...faults,
    ...[...rights].flatMap(([id, stored]) => historyFaults(id, stored, rows.get(id) ?? [])),
    ...gone.flatMap(([id, [first]]) =>
      first && mayBeGone(first, now)
        ? []
        : [`${id}: the change history has it, the table does not`],
    ),
    ...ownerFaults(found),
    ...stateFaults(found),
  ];
}

function historyFaults(
  id: string,
  { right, key, item }: StoredRight,
  rows: readonly OwnedRow[],
): string[] {
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last) return [`${id}: the change history does not know of it`];
  const missing = rows.slice(1).some(({ version }, n) => version !== (rows[n]?.version ?? 0) + 1);
  const isSame = last.version === right.versionOf(item) && last.sha256 === contentHash(right, item);
  return [
    ...(isFirst(first) ? [] : [`${id}: the change history lacks its first row`]),
    ...rows
      .filter(({ owner }) => owner !== ownerOf(right, key, item))
      .map(({ owner }) => `${id}: the change history of ${owner} has it`),
    ...(missing ? [`${id}: the change history has gaps`] : []),
    ...(isSame ? [] : [`${id}: the change history says otherwise`]),
  ];
}

const DAY_MS = 86_400_000;

/** True for an invitation that has expired: the table may remove it then. */
const mayBeGone = ({ right_pk, at }: Row, now: Date): boolean =>
  keyPattern(INVITATION_RIGHT.item.key.pk).test(right_pk) &&
  Date.parse(at) + INVITATION_DAYS * DAY_MS <= now.getTime();

const itemsOf = ({ rights }: FoundRights, right: Right): ItemState[] =>
  [...rights.values()].filter((stored) => stored.right === right).map(({ item }) => item);

/** Finds organisations whose owners are not their members with that role. */
function ownerFaults(found: FoundRights): string[] {
  const members = itemsOf(found, MEMBER_RIGHT).filter(({ role }) => role === "owner");
  return itemsOf(found, ORGANISATION_RIGHT).flatMap(({ organisation, owners }) => {
    const own = members.filter((member) => member["organisation"] === organisation);
    const named = own.map(({ person }) => String(person)).sort();
    const isSame = named.join() === [owners ?? []].flat().map(String).sort().join();
    return isSame ? [] : [`${organisation}: its owners are not the members with that role`];
  });
}

/** Finds keys that work and have another state than their account, as far as the account was read. */
function stateFaults(found: FoundRights): string[] {
  const accounts = new Map(itemsOf(found, ACCOUNT_RIGHT).map((item) => [item["account"], item]));
  return itemsOf(found, KEY_RIGHT).flatMap(({ key_id, account, account_state, ...key }) => {
    const { account_state: state, state_since = "" } = accounts.get(account) ?? { account_state };
    const end = [key["revoked_at"], key["expires_at"]].filter((at) => at !== undefined).sort()[0];
    const hasEnded = end !== undefined && String(end) <= String(state_since);
    return state === account_state || hasEnded
      ? []
      : [`KEY#${key_id}: its state is not that of the account ${account}`];
  });
}

import { createHmac } from "node:crypto";
import * as z from "zod";
import { canonicalText, fingerprintOf } from "../../core/hash.ts";
import { isSandbox, type LedgerId } from "../../core/ids.ts";
import { CONNECTIONS_ITEM } from "../table/connections.ts";
import { type ItemDefinition, versionOf } from "../table/item.ts";
import { ACCOUNT_ITEM, API_KEY_ITEM } from "../table/items.ts";
import { type Key, ledgerOfKey } from "../table/keys.ts";
import { INVITATION_ITEM, MEMBER_ITEM, ORGANISATION_ITEM, PERSON_ITEM } from "../table/people.ts";
import { PAYMENTS_ITEM } from "../table/periods.ts";
import { RIGHT_ROW_ITEM, rightRowKey } from "../table/rights.ts";
import { stageSecrets } from "./api-key.ts";

type Fields = Readonly<Record<string, unknown>>;

/**
 * An item that decides who may do what. It changes only together with its row of the change history, which is signed:
 * whoever may write to the table, and does not know the secret of the stage, can invent no right.
 */
export type Right = {
  readonly item: ItemDefinition;
  /** Returns what the row vouches for. */
  readonly contentOf: (item: Fields) => unknown;
  /** Returns the number of changes of that content so far. */
  readonly versionOf: (item: Fields) => number;
};

const OF_THE_TABLE = ["pk", "sk", "gsi1pk", "gsi1sk", "schema_version", "version", "write_id"];

const allBut =
  (...names: readonly string[]) =>
  (item: Fields): Fields =>
    Object.fromEntries(
      Object.entries(item).filter(([name]) => ![...OF_THE_TABLE, ...names].includes(name)),
    );

/** Items of earlier releases have no version before their next change. */
const ownVersion = ({ version = 1 }: Fields): number => Number(version);

const countOf = (item: Fields, ...steps: readonly string[]): number =>
  1 + steps.filter((step) => item[step] !== undefined).length;

const right = (
  item: ItemDefinition,
  contentOf: Right["contentOf"],
  versionOf: Right["versionOf"] = ownVersion,
): Right => ({ item, contentOf, versionOf });

/** A key's state is that of its account, and its name opens nothing. It is replaced once and revoked once. */
export const KEY_RIGHT = right(API_KEY_ITEM, allBut("account_state", "name"), (key) =>
  countOf(key, "replaced_by", "revoked_at"),
);
export const ACCOUNT_RIGHT = right(ACCOUNT_ITEM, allBut());
export const ORGANISATION_RIGHT = right(ORGANISATION_ITEM, allBut());
export const MEMBER_RIGHT = right(MEMBER_ITEM, allBut());
/** An invitation is either used or withdrawn. */
export const INVITATION_RIGHT = right(INVITATION_ITEM, allBut("expires_at"), (invitation) =>
  countOf(invitation, "used_at", "withdrawn_at"),
);
/** The address that the issuer has verified. The name decides nothing. */
export const PERSON_RIGHT = right(PERSON_ITEM, allBut("created_at", "name", "signed_in_at"));
export const PAYMENTS_RIGHT = right(PAYMENTS_ITEM, allBut());
/** The settings of connections: faults and the last delivery change with the messages of a shop. */
export const CONNECTIONS_RIGHT = right(
  CONNECTIONS_ITEM,
  ({ connections = [] }) =>
    (connections as Fields[]).map(({ fault, last_delivery_at, access, ...settings }) => {
      const { fault: _, ...opened } = (access ?? {}) as Fields;
      return { ...settings, access: opened };
    }),
  ({ settings_version = 0 }) => Number(settings_version),
);

export const RIGHTS: readonly Right[] = [
  ACCOUNT_RIGHT,
  CONNECTIONS_RIGHT,
  INVITATION_RIGHT,
  KEY_RIGHT,
  MEMBER_RIGHT,
  ORGANISATION_RIGHT,
  PAYMENTS_RIGHT,
  PERSON_RIGHT,
];

/** A row of the change history of rights, as stored. */
export const RightRow = z.object({
  right_pk: z.string(),
  right_sk: z.string(),
  version: z.int(),
  /** Of the content of the right; empty where it was not known. */
  sha256: z.string(),
  /** The key or person that changed it; null for an operator, and where nobody knows. */
  author: z.string().nullable(),
  at: z.string(),
  /** True for a right that is older than its history. */
  baseline: z.boolean().optional(),
  /** Absent if the process had no secret of the stage. */
  mac: z.string().optional(),
});
export type RightRow = Readonly<z.output<typeof RightRow>>;

/** Parts the signatures of rights from the proofs of keys, which have the same secret. */
const LABEL = "row of a right";

function macOf(secret: string, { mac, ...row }: RightRow): string {
  return createHmac("sha256", secret)
    .update(canonicalText([LABEL, RightRow.parse(row)]))
    .digest("hex");
}

/** True if a stage of this process has signed the row; every row counts in a process without a secret. */
export function isSignedByStage(row: RightRow): boolean {
  const secrets = stageSecrets();
  return secrets.length === 0 || secrets.some((secret) => macOf(secret, row) === row.mac);
}

export const contentHash = ({ contentOf }: Right, item: object): string =>
  fingerprintOf(contentOf(item as Fields) ?? null);

/** Returns the account, organisation or person that a right belongs to; a key names its account. */
export const ownerOf = ({ item }: Right, key: Key, { account }: Fields): string =>
  item === API_KEY_ITEM ? String(account) : ledgerOfKey(key);

/** The author of a change, and its instant. */
export type RightAuthor = { readonly author: string | null; readonly at: string };

export function signedRow(key: Key, row: Omit<RightRow, "right_pk" | "right_sk" | "mac">) {
  const whole = { ...row, right_pk: key.pk, right_sk: key.sk };
  const [secret] = stageSecrets();
  return secret === undefined ? whole : { ...whole, mac: macOf(secret, whole) };
}

/**
 * Returns the row that is added in the transaction of a changed right. Sandboxes have none: what is tried in them is
 * removed, and opens nothing.
 */
export function rightRow(right: Right, key: Key, changed: object, by: RightAuthor) {
  const owner = ownerOf(right, key, changed as Fields);
  if (isSandbox(owner as LedgerId)) return [];
  const version = right.versionOf(changed as Fields);
  const item = signedRow(key, { version, sha256: contentHash(right, changed), ...by });
  return [{ key: rightRowKey(owner, key, version), definition: RIGHT_ROW_ITEM, item }];
}

/** Returns the row of a changed right as a part of a transaction. */
export const rightPuts = (tableName: string, ...of: Parameters<typeof rightRow>) =>
  rightRow(...of).map(({ key, definition, item }) => ({
    Put: {
      TableName: tableName,
      Item: { ...key, ...versionOf(definition), ...item },
      ConditionExpression: "attribute_not_exists(pk)",
    },
  }));

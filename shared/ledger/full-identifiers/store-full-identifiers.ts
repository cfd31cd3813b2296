import { GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import type { LedgerId } from "../../core/ids.ts";
import { withRetries } from "../../platform/calls.ts";
import { dynamo, tableName } from "../../platform/dynamodb/client.ts";
import { type SealContext, Sealed, seal, unseal } from "../../platform/sealing.ts";
import { versionOf } from "../../platform/table/item.ts";
import { FULL_IDENTIFIERS_ITEM } from "../../platform/table/items.ts";
import { fullIdentifiersKey } from "../../platform/table/keys.ts";
import { maskedItems } from "./checked.ts";
import { FullIdentifiers, NO_IDENTIFIERS, StoredIdentifiers } from "./schema.ts";

export const StoredFullIdentifiers = z.object({
  shown: StoredIdentifiers,
  sealed: Sealed.optional(),
  /** What was stored before `sealed`, the newest first: numbers of registrations that it does not have. */
  kept: z.array(Sealed.extend({ registration_ids: z.array(z.number()) })).default([]),
});
type StoredFullIdentifiers = z.output<typeof StoredFullIdentifiers>;

/** The context that numbers are sealed in. Copied to another account, they cannot be opened. */
const contextOf = (ledger: LedgerId): SealContext => ({ account: ledger, use: "identifiers" });

async function load(ledger: LedgerId): Promise<StoredFullIdentifiers | undefined> {
  const { Item } = await dynamo.send(
    new GetCommand({
      TableName: tableName(),
      Key: fullIdentifiersKey(ledger),
      ConsistentRead: true,
    }),
  );
  return Item && StoredFullIdentifiers.parse(Item);
}

const put = (ledger: LedgerId, item: StoredFullIdentifiers, condition = {}) =>
  dynamo.send(
    new PutCommand({
      TableName: tableName(),
      Item: { ...fullIdentifiersKey(ledger), ...versionOf(FULL_IDENTIFIERS_ITEM), ...item },
      ...condition,
    }),
  );

/** The condition that the item is still as it was read: each sealing has a nonce, and two of them may have one time. */
const unchanged = (before: StoredFullIdentifiers | undefined) =>
  before?.sealed
    ? {
        ConditionExpression: "sealed.nonce = :nonce",
        ExpressionAttributeValues: { ":nonce": before.sealed.nonce },
      }
    : { ConditionExpression: "attribute_not_exists(sealed)" };

/** Reads which numbers are stored, masked. */
export const loadStoredIdentifiers = async (ledger: LedgerId): Promise<StoredIdentifiers> =>
  (await load(ledger))?.shown ?? NO_IDENTIFIERS;

type Storing = {
  /** True if the numbers of other registrations stay as they were sealed: the caller cannot open them. */
  readonly keep_others: boolean;
  readonly author: string;
  readonly now: Date;
};

/**
 * Stores numbers of an account, sealed with a new data key, in place of those before. The data key is the account's
 * alone, and is stored only beside its ciphertext.
 */
export async function saveFullIdentifiers(
  ledger: LedgerId,
  items: FullIdentifiers["items"],
  { keep_others, author, now }: Storing,
): Promise<StoredIdentifiers> {
  const isOther = (id: number) => !items.some(({ registration_id }) => registration_id === id);
  const sealed = await seal(JSON.stringify({ items }), contextOf(ledger));
  return withRetries(async () => {
    const before = keep_others ? await load(ledger) : undefined;
    const others = (before?.shown.items ?? []).filter((item) => isOther(item.registration_id));
    const shown = {
      items: [...others, ...maskedItems(items)],
      stored_at: now.toISOString(),
      stored_by: author,
    };
    const item = { shown, sealed, kept: stillNeeded(before, isOther) };
    await put(ledger, item, keep_others ? unchanged(before) : {});
    return shown;
  });
}

/** Returns what was sealed before, as far as it has the newest number of another registration. */
function stillNeeded(before: StoredFullIdentifiers | undefined, isOther: (id: number) => boolean) {
  if (!before?.sealed) return [];
  const { sealed, kept, shown } = before;
  const inKept = kept.flatMap(({ registration_ids }) => registration_ids);
  const own = shown.items.map(({ registration_id }) => registration_id);
  const registration_ids = own.filter((id) => !inKept.includes(id));
  return [{ ...sealed, registration_ids }, ...kept]
    .map((part) => ({ ...part, registration_ids: part.registration_ids.filter(isOther) }))
    .filter((part) => part.registration_ids.length > 0);
}

/**
 * Removes the numbers and their data key: nothing opens a copy of the ciphertext without it. Returns what was removed,
 * masked.
 */
export async function eraseFullIdentifiers(ledger: LedgerId): Promise<StoredIdentifiers> {
  const item = await load(ledger);
  if (item) await put(ledger, { shown: NO_IDENTIFIERS, kept: [] });
  return item?.shown ?? NO_IDENTIFIERS;
}

/** Reads the full numbers of a registration; undefined if none are stored. */
export async function loadFullIdentifier(
  ledger: LedgerId,
  registrationId: number,
): Promise<FullIdentifiers["items"][number] | undefined> {
  const item = await load(ledger);
  const sealed =
    item?.kept.find(({ registration_ids }) => registration_ids.includes(registrationId)) ??
    item?.sealed;
  if (!sealed) return undefined;
  const text = await unseal(sealed, contextOf(ledger));
  const { items } = FullIdentifiers.parse(JSON.parse(text));
  return items.find((identifiers) => identifiers.registration_id === registrationId);
}

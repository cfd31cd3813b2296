import { GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import type { LedgerId } from "../../core/ids.ts";
import { dynamo, tableName } from "../../platform/dynamodb/client.ts";
import { type SealContext, Sealed, seal, unseal } from "../../platform/sealing.ts";
import { versionOf } from "../../platform/table/item.ts";
import { FULL_IDENTIFIERS_ITEM } from "../../platform/table/items.ts";
import { fullIdentifiersKey } from "../../platform/table/keys.ts";
import { maskedItems } from "./checked.ts";
import { FullIdentifiers, NO_IDENTIFIERS, StoredIdentifiers } from "./schema.ts";

const StoredItem = z.object({ shown: StoredIdentifiers, sealed: Sealed.optional() });

/** The context that numbers are sealed in. Copied to another account, they cannot be opened. */
const contextOf = (ledger: LedgerId): SealContext => ({ account: ledger, use: "identifiers" });

async function load(ledger: LedgerId): Promise<z.output<typeof StoredItem> | undefined> {
  const { Item } = await dynamo.send(
    new GetCommand({
      TableName: tableName(),
      Key: fullIdentifiersKey(ledger),
      ConsistentRead: true,
    }),
  );
  return Item && StoredItem.parse(Item);
}

const put = (ledger: LedgerId, item: z.output<typeof StoredItem>) =>
  dynamo.send(
    new PutCommand({
      TableName: tableName(),
      Item: { ...fullIdentifiersKey(ledger), ...versionOf(FULL_IDENTIFIERS_ITEM), ...item },
    }),
  );

/** Reads which numbers are stored, masked. */
export const loadStoredIdentifiers = async (ledger: LedgerId): Promise<StoredIdentifiers> =>
  (await load(ledger))?.shown ?? NO_IDENTIFIERS;

/**
 * Stores the numbers of an account, sealed with a new data key, in place of those before. The data key is the account's
 * alone, and is stored only beside its ciphertext.
 */
export async function saveFullIdentifiers(
  ledger: LedgerId,
  items: FullIdentifiers["items"],
  by: { readonly author: string; readonly now: Date },
): Promise<StoredIdentifiers> {
  const shown = {
    items: maskedItems(items),
    stored_at: by.now.toISOString(),
    stored_by: by.author,
  };
  await put(ledger, { shown, sealed: await seal(JSON.stringify({ items }), contextOf(ledger)) });
  return shown;
}

/**
 * Removes the numbers and their data key: nothing opens a copy of the ciphertext without it. Returns what was removed,
 * masked.
 */
export async function eraseFullIdentifiers(ledger: LedgerId): Promise<StoredIdentifiers> {
  const item = await load(ledger);
  if (item) await put(ledger, { shown: NO_IDENTIFIERS });
  return item?.shown ?? NO_IDENTIFIERS;
}

/** Reads the full numbers of a registration; undefined if none are stored. */
export async function loadFullIdentifier(
  ledger: LedgerId,
  registrationId: number,
): Promise<FullIdentifiers["items"][number] | undefined> {
  const sealed = (await load(ledger))?.sealed;
  if (!sealed) return undefined;
  const text = await unseal(sealed, contextOf(ledger));
  const { items } = FullIdentifiers.parse(JSON.parse(text));
  return items.find((identifiers) => identifiers.registration_id === registrationId);
}

import { batchGet } from "../../platform/dynamodb/batch-get.ts";
import { pages } from "../../platform/dynamodb/read.ts";
import { linkedEventId, linkKey, linksOf } from "../../platform/table/keys.ts";

/** A non-sale, and what it refers to. */
type Reference = { readonly event_id: string; readonly original_id: string };

/** Those of the references that have no link beside their original, read strongly. */
export async function unlinkedOf(
  account: string,
  references: readonly Reference[],
): Promise<Reference[]> {
  const keyOf = ({ original_id, event_id }: Reference) => linkKey(account, original_id, event_id);
  const found = await batchGet(references.map(keyOf));
  const there = new Set(found.map(({ pk, sk }) => `${pk}\n${sk}`));
  return references.filter((one) => {
    const { pk, sk } = keyOf(one);
    return !there.has(`${pk}\n${sk}`);
  });
}

/** Pages of the ids of all non-sales that have a link beside an event, read strongly. */
export async function* linkedTo(account: string, originalId: string): AsyncGenerator<string[]> {
  for await (const items of pages({ ...linksOf(account, originalId), ConsistentRead: true })) {
    yield items.map(({ sk }) => linkedEventId(String(sk)));
  }
}

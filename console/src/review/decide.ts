import type { ReclassifySupplyEvent, VatClient } from "../../../client/src/eu-vat-client.ts";

type Decision = ReclassifySupplyEvent["classification_status"];

/** The results of a decision on several events. */
export type Decided = {
  /** True of a decision that can be undone; the replacement of a sale cannot. */
  readonly canBeUndone?: boolean;
  /** True of a decision that took another one back. */
  readonly isUndone?: boolean;
  readonly done: readonly string[];
  readonly refused: readonly { readonly id: string; readonly failure: unknown }[];
};

/**
 * Decides on events one after the other, with one call each. A rejected decision does not stop the following ones.
 * @param tell called with the number of decided events.
 */
export async function decide(
  client: VatClient,
  ids: readonly string[],
  { decision, note }: { readonly decision: Decision; readonly note: string },
  tell: (count: number) => void,
): Promise<Decided> {
  const done: string[] = [];
  const refused: { id: string; failure: unknown }[] = [];
  for (const id of ids) {
    try {
      await client.classifySupplyEvent({
        path: { event_id: id },
        body: { classification_status: decision, note },
      });
      done.push(id);
    } catch (failure) {
      refused.push({ id, failure });
    }
    tell(done.length + refused.length);
  }
  return { done, refused };
}

import { setTimeout as wait } from "node:timers/promises";

type Key = Readonly<Record<string, { readonly S?: string }>>;
type Write = { readonly TableName: string; readonly Key?: Key; readonly Item?: Key };

/** The items a write request names; none of a read. */
export function itemsOf(target: string, body: Buffer): string[] {
  if (target === "TransactWriteItems") {
    const { TransactItems } = JSON.parse(body.toString()) as { TransactItems: object[] };
    return TransactItems.map((action) => nameOf(Object.values(action)[0] as Write));
  }
  if (!/^(?:Put|Update|Delete)Item$/.test(target)) return [];
  return [nameOf(JSON.parse(body.toString()) as Write)];
}

const nameOf = ({ TableName, Key, Item }: Write): string => {
  const key = Key ?? Item;
  return [TableName, key?.["pk"]?.S, key?.["sk"]?.S].join(" ");
};

/**
 * The items that running transactions hold. DynamoDB lets nobody else write them meanwhile; the
 * local engine does one thing after the other and never has two at it.
 */
export class HeldItems {
  readonly #held = new Set<string>();

  /** For each item whether somebody holds it. */
  areHeld(items: readonly string[]): boolean[] {
    return items.map((item) => this.#held.has(item));
  }

  /**
   * Holds these items for `ms` from the beginning of `work`, and answers when both are over. How long
   * the engine takes is a matter of this machine, and no part of how long DynamoDB holds an item.
   */
  async during<T>(items: readonly string[], ms: number, work: () => Promise<T>): Promise<T> {
    if (items.length === 0 || ms === 0) return work();
    for (const item of items) this.#held.add(item);
    const released = wait(ms).then(() => {
      for (const item of items) this.#held.delete(item);
    });
    return (await Promise.all([work(), released]))[0];
  }
}

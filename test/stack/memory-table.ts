import {
  ConditionalCheckFailedException,
  TransactionCanceledException,
} from "@aws-sdk/client-dynamodb";
import { INDEX_ATTRIBUTES } from "../../shared/platform/table/keys.ts";
import { holds, type Item, plain, type Values, withUpdate } from "./table-expressions.ts";

/*
 * As much of DynamoDB as the store asks for, in this process: histories of thousands of steps cost
 * seconds instead of minutes. Whatever it does not know is refused, and
 * test/integration/returns/declared-once plays the same histories against the engine as well.
 */
type Key = { readonly pk: string; readonly sk: string };
type Action = {
  readonly Key?: Key;
  readonly Item?: Item & Key;
  readonly UpdateExpression?: string;
  readonly ConditionExpression?: string;
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>>;
  readonly ExpressionAttributeValues?: Values;
  readonly ReturnValues?: string;
};
type Query = Action & {
  readonly IndexName?: string;
  readonly KeyConditionExpression: string;
  readonly Limit: number;
  readonly ScanIndexForward?: boolean;
  readonly ExclusiveStartKey?: Item;
};
type Keys = { readonly Keys: readonly Key[] };
type Input = Action & {
  readonly RequestItems?: Readonly<Record<string, Keys>>;
  readonly TransactItems?: readonly Readonly<Record<string, Action>>[];
};

/** A change of an item, with its states before and after. */
export type Change = { readonly key: Key; readonly old?: Item; readonly now?: Item };

export class MemoryTable {
  /** Receives every change, as the stream of a table. */
  onChange: (change: Change) => void = () => {};
  /** By partition, and in it by sort key. */
  #partitions = new Map<string, Map<string, Item>>();
  /** Of the index: the same items, by its partition and then by their key. */
  #index = new Map<string, Map<string, Item>>();

  /** Answers a command of lib-dynamodb. */
  async send(command: { readonly input: object }): Promise<Record<string, unknown>> {
    const input = command.input as Input;
    switch (command.constructor.name) {
      case "GetCommand":
        return { Item: this.#at(input.Key as Key) };
      case "BatchGetCommand":
        return { Responses: this.#batch(input.RequestItems ?? {}) };
      case "QueryCommand":
        return this.#query(input as Query);
      case "PutCommand":
      case "UpdateCommand":
      case "DeleteCommand":
        return this.#write(input, command.constructor.name === "DeleteCommand");
      case "TransactWriteCommand":
        return this.#transact(input.TransactItems ?? []);
    }
    throw new Error(`the table in memory knows no ${command.constructor.name}`);
  }

  /** All that there is, as a text. */
  dump(): string {
    const bigints = (_: string, value: unknown) =>
      typeof value === "bigint" ? `${value}n` : value instanceof Set ? [...value] : value;
    return JSON.stringify(
      [...this.#partitions].map(([pk, items]) => [pk, [...items]]),
      bigints,
    );
  }

  /** Keeps the contents, and returns what brings them back. Items are frozen, so that they are shared. */
  snapshot(): () => void {
    const [partitions, index] = [copied(this.#partitions), copied(this.#index)];
    return () => {
      this.#partitions = copied(partitions);
      this.#index = copied(index);
    };
  }

  /** All items. */
  items(): Item[] {
    return [...this.#partitions.values()].flatMap((items) => [...items.values()]);
  }

  /** The item at a key, as it is now. */
  at(key: Key): Item | undefined {
    return this.#at(key);
  }

  #at({ pk, sk }: Key): Item | undefined {
    return this.#partitions.get(pk)?.get(sk);
  }

  #batch(requested: Readonly<Record<string, Keys>>) {
    const read = ({ Keys }: Keys) =>
      Keys.map((key) => this.#at(key)).filter((item) => item !== undefined);
    return Object.fromEntries(
      Object.entries(requested).map(([table, keys]) => [table, read(keys)]),
    );
  }

  #query({ IndexName, Limit, ScanIndexForward, ExclusiveStartKey, ...query }: Query) {
    const { KeyConditionExpression: condition, ExpressionAttributeValues: values = {} } = query;
    const sk = IndexName ? "gsi1sk" : "sk";
    const partition = (IndexName ? this.#index : this.#partitions).get(String(values[":pk"]));
    const sign = ScanIndexForward === false ? -1 : 1;
    const placeOf = (item: Item) => String(item[sk]);
    const after = ExclusiveStartKey && placeOf(ExclusiveStartKey);
    const found = [...(partition?.values() ?? [])]
      .filter((item) => holds(condition, item, { values }))
      .sort((a, b) => sign * compared(placeOf(a), placeOf(b)))
      .filter((item) => after === undefined || sign * compared(placeOf(item), after) > 0);
    const page = found.slice(0, Limit);
    const last = page.at(-1);
    const Items = IndexName ? page.map(projected) : page;
    return { Items, ...(found.length > Limit && last ? { LastEvaluatedKey: last } : {}) };
  }

  #write(action: Action, isDelete: boolean): Record<string, unknown> {
    const key = keyOf(action);
    if (!this.#allows(action)) {
      const message = "The conditional request failed";
      throw new ConditionalCheckFailedException({ message, $metadata: {} });
    }
    if (isDelete) this.#delete(key);
    else this.#carryOut(action);
    const after = action.ReturnValues === undefined ? undefined : this.#at(key);
    return after ? { Attributes: after } : {};
  }

  #transact(items: readonly Readonly<Record<string, Action>>[]): Record<string, unknown> {
    const actions = items.map((item) => Object.values(item)[0] as Action);
    const names = actions.map((action) => JSON.stringify(keyOf(action)));
    if (items.length > 100 || new Set(names).size !== names.length) {
      throw new Error("a transaction has at most 100 actions, each on another item");
    }
    const allowed = actions.map((action) => this.#allows(action));
    if (allowed.includes(false)) {
      const CancellationReasons = allowed.map((one) => ({
        Code: one ? "None" : "ConditionalCheckFailed",
      }));
      const message = "Transaction cancelled";
      throw new TransactionCanceledException({ message, CancellationReasons, $metadata: {} });
    }
    actions.forEach((action, n) => {
      if ("Delete" in (items[n] ?? {})) this.#delete(keyOf(action));
      else this.#carryOut(action);
    });
    return {};
  }

  #allows(action: Action): boolean {
    const { ConditionExpression, ExpressionAttributeNames: names } = action;
    if (ConditionExpression === undefined) return true;
    const given = { names, values: action.ExpressionAttributeValues };
    return holds(ConditionExpression, this.#at(keyOf(action)) ?? {}, given);
  }

  /** A check of a condition alone writes nothing. */
  #carryOut(action: Action): void {
    const { Item, UpdateExpression, ExpressionAttributeNames: names } = action;
    const key = keyOf(action);
    if (Item) this.#put(key, plain(Item) as Item);
    if (UpdateExpression === undefined) return;
    const given = { names, values: action.ExpressionAttributeValues };
    this.#put(
      key,
      plain(withUpdate(UpdateExpression, { ...key, ...this.#at(key) }, given)) as Item,
    );
  }

  #delete(key: Key): void {
    const old = this.#at(key);
    this.#remove(key);
    if (old) this.onChange({ key, old });
  }

  #remove({ pk, sk }: Key): void {
    const { gsi1pk } = this.#at({ pk, sk }) ?? {};
    if (gsi1pk !== undefined) this.#index.get(String(gsi1pk))?.delete(`${pk} ${sk}`);
    this.#partitions.get(pk)?.delete(sk);
  }

  #put({ pk, sk }: Key, item: Item): void {
    const old = this.#at({ pk, sk });
    this.#remove({ pk, sk });
    kept(this.#partitions, pk).set(sk, item);
    const { gsi1pk } = item;
    if (gsi1pk !== undefined) kept(this.#index, String(gsi1pk)).set(`${pk} ${sk}`, item);
    this.onChange({ key: { pk, sk }, ...(old && { old }), now: item });
  }
}

const keyOf = ({ Key, Item }: Action): Key => {
  const { pk, sk } = (Key ?? Item) as Key;
  return { pk, sk };
};

/** What the index has of an item. */
const projected = (item: Item): Item =>
  Object.fromEntries(
    ["pk", "sk", "gsi1pk", "gsi1sk", ...INDEX_ATTRIBUTES].flatMap((name) =>
      item[name] === undefined ? [] : [[name, item[name]]],
    ),
  );

const compared = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const copied = (all: ReadonlyMap<string, Map<string, Item>>): Map<string, Map<string, Item>> =>
  new Map([...all].map(([name, one]) => [name, new Map(one)]));

function kept<T>(all: Map<string, Map<string, T>>, name: string): Map<string, T> {
  const map = all.get(name) ?? new Map<string, T>();
  all.set(name, map);
  return map;
}

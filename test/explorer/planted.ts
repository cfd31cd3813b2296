import { BatchGetCommand, GetCommand, TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import type { Command, Planted } from "./memory-world.ts";

type Input = {
  readonly ConditionExpression?: string;
  readonly TransactItems?: readonly Readonly<Record<string, Input>>[];
};

/** No write has a condition. */
const withoutConditions: Planted = (command, send) => {
  const { TransactItems, ...own } = command.input as Input;
  const without = ({ ConditionExpression, ...rest }: Input): Input => rest;
  const items = TransactItems?.filter((item) => !("ConditionCheck" in item)).map((item) =>
    Object.fromEntries(Object.entries(item).map(([kind, one]) => [kind, without(one)])),
  );
  return send(withInput(command, { ...without(own), ...(items ? { TransactItems: items } : {}) }));
};

const withInput = (command: Command, input: object): Command =>
  Object.assign(Object.create(Object.getPrototypeOf(command)), command, { input });

/** Items are answered as they were read first. */
function staleReads(): Planted {
  const seen = new Map<string, Item | undefined>();
  const firstOf = (key: object, item: Item | undefined): Item | undefined => {
    const name = JSON.stringify(key);
    if (!seen.has(name)) seen.set(name, item);
    return seen.get(name);
  };
  return async (command, send) => {
    if (command instanceof GetCommand) {
      const { Item } = (await send(command)) as { readonly Item?: Item };
      return { Item: firstOf(command.input.Key ?? {}, Item) };
    }
    if (!(command instanceof BatchGetCommand)) return send(command);
    const { Responses } = (await send(command)) as { readonly Responses: Record<string, Item[]> };
    const answered = Object.entries(Responses).map(([table, items]) => {
      const keys = command.input.RequestItems?.[table]?.Keys ?? [];
      const found = (key: Item) => items.find(({ pk, sk }) => pk === key["pk"] && sk === key["sk"]);
      return [table, keys.flatMap((key) => firstOf(key, found(key)) ?? [])];
    });
    return { Responses: Object.fromEntries(answered) };
  };
}

type Item = Readonly<Record<string, unknown>>;

/** The first item of a transaction is written after the others. */
const inTwoWrites: Planted = async (command, send) => {
  if (!(command instanceof TransactWriteCommand)) return send(command);
  const { TransactItems = [], ...own } = command.input;
  if (TransactItems.length < 2) return send(command);
  await send(new TransactWriteCommand({ ...own, TransactItems: TransactItems.slice(1) }));
  return send(new TransactWriteCommand({ ...own, TransactItems: TransactItems.slice(0, 1) }));
};

/** Defects of each kind that the schedules must find; each is made anew for a schedule. */
export const PLANTED: Readonly<Record<string, () => Planted>> = {
  "a lost condition": () => withoutConditions,
  "a stale read that is kept": staleReads,
  "a mark that is written after what it marks": () => inTwoWrites,
};

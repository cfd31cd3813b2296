import { subscribe } from "node:diagnostics_channel";
import type { ClientRequest } from "node:http";
import type { ItemGroup, TableOperation } from "../../shared/platform/table/item.ts";
import { EXPIRES, familyAt, type Place } from "./item-families.ts";

/** One item, or one partition, that a request to DynamoDB was about. */
export type Touched = {
  readonly operation: TableOperation | typeof EXPIRES;
  readonly family: ItemGroup | string;
};

type Value = { readonly S?: string; readonly N?: string };
type Values = Readonly<Record<string, Value>>;
type Action = {
  readonly Key?: Values;
  readonly Item?: Values;
  readonly UpdateExpression?: string;
  readonly ExpressionAttributeValues?: Values;
};
/** Keys that are read, or items that are put. */
type Batched = { readonly Keys: readonly Values[] } | readonly { readonly PutRequest: Action }[];
type Body = Action & {
  readonly IndexName?: string;
  readonly RequestItems?: Readonly<Record<string, Batched>>;
  readonly TransactItems?: readonly Readonly<
    Record<"Put" | "Update" | "ConditionCheck" | "Delete", Action>
  >[];
};

/** What IAM would be asked for by a request: transactions and batches by their parts. */
function touchedBy(operation: string, body: Body): Touched[] {
  if (body.TransactItems) return body.TransactItems.flatMap(partsOf);
  if (body.RequestItems) {
    const keys = Object.values(body.RequestItems).flatMap((batch) =>
      "Keys" in batch ? batch.Keys : batch.map(({ PutRequest }) => PutRequest.Item ?? {}),
    );
    return keys.map((key) => touched(operation, textsOf(key)));
  }
  if (operation === "Query") return [touched(operation, rangeOf(body), body.IndexName)];
  return writtenBy(operation, body);
}

/** A write, and that it sets an end, when it does. DynamoDB looks at numbers alone. */
function writtenBy(operation: string, action: Action): Touched[] {
  const place = textsOf(action.Key ?? action.Item ?? {});
  const [, name = ""] = /\bexpires_at = (:\w+)/.exec(action.UpdateExpression ?? "") ?? [];
  const end = action.Item?.["expires_at"] ?? action.ExpressionAttributeValues?.[name];
  const ends = end?.N === undefined ? [] : [touched(EXPIRES, place)];
  return [touched(operation, place), ...ends];
}

/** The action that IAM asks for in each part of a transaction. */
const PARTS = {
  Put: "PutItem",
  Update: "UpdateItem",
  Delete: "DeleteItem",
  ConditionCheck: "ConditionCheckItem",
} as const;

const partsOf = (parts: Readonly<Record<string, Action>>): Touched[] =>
  Object.entries(parts).flatMap(([part, action]) =>
    writtenBy(PARTS[part as keyof typeof PARTS], action),
  );

const textsOf = ({ pk, sk }: Values): Place => ({ pk: pk?.S ?? "", sk: sk?.S ?? "" });

/** A query is for the partition of `:pk`; what its other value begins with tells the kind of item. */
function rangeOf({ ExpressionAttributeValues = {} }: Body): Place {
  const { ":pk": pk, ...others } = ExpressionAttributeValues;
  return { pk: pk?.S ?? "", sk: Object.values(others)[0]?.S ?? "" };
}

function touched(operation: string, place: Place, index?: string): Touched {
  const family = familyAt(place, operation === "Query", index);
  return {
    operation: operation as Touched["operation"],
    family: family ?? `unknown (${place.pk.split("#")[0]} ${place.sk.split("#")[0]})`,
  };
}

/** Calls `listener` with what each request of this process to DynamoDB is about, as it is sent. */
export function onTableRequests(listener: (touched: readonly Touched[]) => void): void {
  subscribe("http.client.request.created", (message) => {
    const { request } = message as { request: ClientRequest };
    const [service, operation] = String(request.getHeader("x-amz-target")).split(".");
    if (!operation || !service?.startsWith("DynamoDB")) return;
    const end = request.end.bind(request) as (...args: unknown[]) => ClientRequest;
    request.end = (...args: unknown[]) => {
      listener(touchedBy(operation, JSON.parse(String(args[0]))));
      return end(...args);
    };
  });
}

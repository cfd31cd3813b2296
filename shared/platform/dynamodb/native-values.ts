import { attributeValues, valuesIn } from "./attribute-values.ts";

/*
 * Where requests and answers of DynamoDB hold items. All else in them is the same in both forms.
 */
const OF_AN_ITEM = new Set([
  "Key",
  "Item",
  "Attributes",
  "ExpressionAttributeValues",
  "ExclusiveStartKey",
  "LastEvaluatedKey",
]);
const OF_ITEMS = new Set(["Items", "Keys"]);
const AROUND = new Set([
  "TransactItems",
  "Put",
  "Update",
  "Delete",
  "ConditionCheck",
  "PutRequest",
  "DeleteRequest",
]);
/** By table, whatever that is called. */
const AROUND_BY_TABLE = new Set(["RequestItems", "UnprocessedKeys", "UnprocessedItems"]);
const OF_ITEMS_BY_TABLE = "Responses";

type Change = (item: object) => object;

/** A request as DynamoDB takes it, of one with plain values. */
export const inAttributeValues = (request: object): object => changed(request, attributeValues);

/** An answer with plain values, of one as DynamoDB gives it. */
export const inPlainValues = (answer: object): object => changed(answer, valuesIn);

function changed(part: object, change: Change): object {
  if (Array.isArray(part)) return part.map((one) => changed(one, change));
  return Object.fromEntries(
    Object.entries(part).map(([name, field]) => [name, field && changedField(name, field, change)]),
  );
}

function changedField(name: string, field: object, change: Change): unknown {
  if (OF_AN_ITEM.has(name)) return change(field);
  if (OF_ITEMS.has(name)) return (field as object[]).map(change);
  if (AROUND.has(name)) return changed(field, change);
  if (AROUND_BY_TABLE.has(name)) return byTable(field, (one) => changed(one, change));
  if (name === OF_ITEMS_BY_TABLE) return byTable(field, (one) => (one as object[]).map(change));
  return field;
}

const byTable = (tables: object, change: Change): object =>
  Object.fromEntries(Object.entries(tables).map(([table, part]) => [table, change(part)]));

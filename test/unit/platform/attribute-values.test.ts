import { marshall, unmarshall } from "@aws-sdk/util-dynamodb";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { attributeValues, valuesIn } from "../../../shared/platform/dynamodb/attribute-values.ts";
import {
  inAttributeValues,
  inPlainValues,
} from "../../../shared/platform/dynamodb/native-values.ts";

/** What the table holds, `__proto__` and the names of an object's own methods among the keys. */
const value: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  leaf: fc.oneof(
    fc.string(),
    fc.maxSafeInteger(),
    fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 }),
    fc.bigInt({ min: -(10n ** 37n), max: 10n ** 37n }),
    fc.boolean(),
    fc.constant(null),
  ),
  list: fc.array(tie("any"), { maxLength: 4 }),
  map: fc.dictionary(
    fc.oneof(fc.string(), fc.constantFrom("constructor", "toString", "Key", "Items")),
    tie("any"),
    { maxKeys: 4 },
  ),
  any: fc.oneof({ depthSize: "small" }, tie("leaf"), tie("list"), tie("map")),
})).any;

const item = fc.dictionary(fc.string({ minLength: 1 }), value, { maxKeys: 8 });

const exact = (text: string) => {
  const number = Number(text);
  return Number.isSafeInteger(number) || !/^-?\d+$/.test(text) ? number : BigInt(text);
};

describe("values in DynamoDB's form", () => {
  it("are those of the SDK, and come back as the SDK gives them", () => {
    fc.assert(
      fc.property(item, (one) => {
        const form = attributeValues(one);
        const options = { removeUndefinedValues: true, convertClassInstanceToMap: true };
        expect(form).toEqual(marshall(one, options));
        expect(valuesIn(form)).toEqual(unmarshall(form as never, { wrapNumbers: exact }));
      }),
      { numRuns: 300 },
    );
  });

  it("keep a key that an assignment would swallow", () => {
    const metadata = JSON.parse('{"__proto__":{"constructor":"a"},"b":1}');
    const form = JSON.parse(JSON.stringify(attributeValues({ metadata })));
    expect(JSON.stringify(valuesIn(form))).toBe(JSON.stringify({ metadata }));
    expect(({} as Record<string, unknown>)["constructor"]).toBe(Object);
  });

  it("have nothing of what is undefined", () => {
    expect(attributeValues({ a: undefined, b: [1, undefined], c: { d: undefined } })).toEqual({
      b: { L: [{ N: "1" }] },
      c: { M: {} },
    });
  });

  it("keep every digit of a sum, and a set of numbers", () => {
    const sums = { n: { N: "9007199254740993" }, done: { NS: ["1", "2"] }, rate: { N: "1.5" } };
    const plain = { n: 9007199254740993n, done: new Set([1, 2]), rate: 1.5 };
    expect(valuesIn(sums)).toEqual(plain);
    expect(attributeValues(plain)).toEqual(sums);
  });

  test.for([
    ["a number that is none", Number.NaN],
    ["a number that is not exact", 2 ** 53],
    ["a function", () => 1],
    ["bytes", new Uint8Array(1)],
    ["a date", new Date(0)],
    ["an empty set", new Set()],
    ["a set of texts", new Set(["a"])],
  ] as const)("are refused: %s", ([, wrong]) => {
    expect(() => attributeValues({ wrong })).toThrow(/table holds no|exactly/);
  });
});

describe("requests and answers", () => {
  const key = { pk: "a", sk: "b" };
  const typed = { pk: { S: "a" }, sk: { S: "b" } };

  test.for([
    ["GetItem", { TableName: "t", Key: key }, { TableName: "t", Key: typed }],
    ["a first page", { ExclusiveStartKey: undefined }, {}],
    ["Query", { ExclusiveStartKey: key, Limit: 3 }, { ExclusiveStartKey: typed, Limit: 3 }],
    [
      "a table called as a part of a request",
      { RequestItems: { Key: { Keys: [key], ConsistentRead: true } } },
      { RequestItems: { Key: { Keys: [typed], ConsistentRead: true } } },
    ],
    [
      "BatchWriteItem",
      { RequestItems: { t: [{ PutRequest: { Item: key } }, { DeleteRequest: { Key: key } }] } },
      { RequestItems: { t: [{ PutRequest: { Item: typed } }, { DeleteRequest: { Key: typed } }] } },
    ],
    [
      "TransactWriteItems",
      {
        TransactItems: [
          { Put: { Item: key } },
          { Update: { Key: key, ExpressionAttributeValues: { ":n": 1 } } },
          { ConditionCheck: { Key: key } },
        ],
      },
      {
        TransactItems: [
          { Put: { Item: typed } },
          { Update: { Key: typed, ExpressionAttributeValues: { ":n": { N: "1" } } } },
          { ConditionCheck: { Key: typed } },
        ],
      },
    ],
  ] as const)("have their items in DynamoDB's form: %s", ([, plain, form]) => {
    expect(JSON.parse(JSON.stringify(inAttributeValues(plain)))).toEqual(form);
  });

  test.for([
    [
      { Items: [typed], LastEvaluatedKey: typed },
      { Items: [key], LastEvaluatedKey: key },
    ],
    [{ Responses: { Keys: [typed] } }, { Responses: { Keys: [key] } }],
    [
      { Attributes: typed, Count: 1 },
      { Attributes: key, Count: 1 },
    ],
    [
      { UnprocessedKeys: { t: { Keys: [typed] } }, ConsumedCapacity: [{ CapacityUnits: 2 }] },
      { UnprocessedKeys: { t: { Keys: [key] } }, ConsumedCapacity: [{ CapacityUnits: 2 }] },
    ],
  ] as const)("give plain values: %j", ([form, plain]) => {
    expect(inPlainValues(form)).toEqual(plain);
  });
});

import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import {
  DescribeTableCommand,
  DynamoDBClient,
  TransactionCanceledException,
} from "@aws-sdk/client-dynamodb";
import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { GetCommand, TransactWriteCommand } from "../../../shared/platform/dynamodb/commands.ts";
import { NativeProtocol } from "../../../shared/platform/dynamodb/native-protocol.ts";

/* Calls as they go out, to a server that answers as it is told. */
type Answer = readonly [status: number, body: unknown];

const asked: { readonly target: string; readonly body: Record<string, unknown> }[] = [];
let answers: Answer[] = [];
let server: Server;
let table: DynamoDBDocumentClient;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    const [status, answer] = answers.shift() ?? [200, {}];
    asked.push({ target: String(request.headers["x-amz-target"]), body: JSON.parse(body) });
    response.writeHead(status, { "x-amzn-requestid": "id-1" }).end(JSON.stringify(answer));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  table = new DynamoDBClient({
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region: "eu-central-1",
    credentials: { accessKeyId: "a", secretAccessKey: "b" },
    maxAttempts: 3,
    protocol: NativeProtocol,
  }) as unknown as DynamoDBDocumentClient;
});
beforeEach(() => {
  asked.length = 0;
});
afterAll(() => {
  table.destroy();
  server.close();
});

const KEY = { pk: "a", sk: "b" };
const TYPED = { pk: { S: "a" }, sk: { S: "b" } };
const transaction = () =>
  new TransactWriteCommand({ TransactItems: [{ Put: { TableName: "t", Item: KEY } }] });

describe("a call of the table", () => {
  it("sends plain values, and gives plain values", async () => {
    answers = [[200, { Item: { ...TYPED, n: { N: "7" } } }]];
    const answer = await table.send(new GetCommand({ TableName: "t", Key: KEY }));
    expect(answer).toMatchObject({ Item: { ...KEY, n: 7 }, $metadata: { httpStatusCode: 200 } });
    expect(answer.$metadata.requestId).toBe("id-1");
    expect(asked).toEqual([
      { target: "DynamoDB_20120810.GetItem", body: { TableName: "t", Key: TYPED } },
    ]);
  });

  it("is a transaction with the same token when the SDK sends it again, and with another one anew", async () => {
    answers = [[500, { __type: "com.amazonaws.dynamodb.v20120810#InternalServerError" }]];
    await table.send(transaction());
    await table.send(transaction());
    const [first, again, another] = asked.map(({ body }) => body["ClientRequestToken"]);
    expect(first).toMatch(/^[\da-f-]{36}$/);
    expect(again).toBe(first);
    expect(another).toMatch(/^[\da-f-]{36}$/);
    expect(another).not.toBe(first);
    expect(asked[0]?.body["TransactItems"]).toEqual([{ Put: { TableName: "t", Item: TYPED } }]);
  });

  it("fails with the errors of the SDK, with their reasons in DynamoDB's form", async () => {
    const reasons = [{ Code: "None" }, { Code: "ConditionalCheckFailed", Item: TYPED }];
    const __type = "com.amazonaws.dynamodb.v20120810#TransactionCanceledException";
    answers = [[400, { __type, Message: "cancelled", CancellationReasons: reasons }]];
    const error = await table.send(transaction()).catch((one: unknown) => one);
    expect(error).toBeInstanceOf(TransactionCanceledException);
    expect(error).toMatchObject({ message: "cancelled", CancellationReasons: reasons });
    expect(asked).toHaveLength(1);
  });

  it("is as ever where it is about the table itself", async () => {
    answers = [[200, { Table: { LatestStreamLabel: "now" } }]];
    const { Table } = await table.send(new DescribeTableCommand({ TableName: "t" }));
    expect(Table?.LatestStreamLabel).toBe("now");
    expect(asked[0]).toEqual({
      target: "DynamoDB_20120810.DescribeTable",
      body: { TableName: "t" },
    });
  });
});

import { Logger } from "@aws-lambda-powertools/logger";
import { Metrics, MetricUnit } from "@aws-lambda-powertools/metrics";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import {
  BatchGetCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from "@aws-sdk/lib-dynamodb";
import middy from "@middy/core";
import * as z from "zod";

/*
 * The handler that functions are compared with. It has the packages of a function and nothing of the service: it parses
 * its body, sends the calls of the table that the body lists, logs one line, and returns what the last call returned.
 */
const COMMANDS = {
  BatchGetCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
};

const Call = z.strictObject({
  name: z.enum(Object.keys(COMMANDS) as [keyof typeof COMMANDS]),
  input: z.record(z.string(), z.unknown()),
});

/** Calls of one list are sent together; the next list waits for them. */
const Body = z.strictObject({ waves: z.array(z.array(Call)) });

export type BareBody = z.output<typeof Body>;

const logger = new Logger();
const metrics = new Metrics({ namespace: "bench" });
const endpoint = process.env["DYNAMODB_ENDPOINT"] ?? "";
const dynamo = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint }));

type Sent = Parameters<typeof dynamo.send>[0];

const send = ({ name, input }: z.output<typeof Call>): Promise<unknown> => {
  const Made = COMMANDS[name] as unknown as new (input: object) => Sent;
  return dynamo.send(new Made(input));
};

export const handler = middy<{ readonly body: string }>().handler(async (event) => {
  const started = performance.now();
  const { waves } = Body.parse(JSON.parse(event.body));
  let last: unknown;
  for (const calls of waves) last = (await Promise.all(calls.map(send))).at(-1);
  const duration = performance.now() - started;
  logger.info("request", { duration });
  metrics
    .addDimensions({ route: "bare" })
    .addMetric("duration", MetricUnit.Milliseconds, duration)
    .publishStoredMetrics();
  const headers = { "content-type": "application/json" };
  return { statusCode: 200, headers, body: JSON.stringify(last) };
});

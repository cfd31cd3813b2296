import { readFileSync } from "node:fs";
import type { Job } from "../../shared/api/job.ts";
import * as jobs from "../../shared/api/jobs.ts";
import { type FallbackRow, gatewayKey, type Route } from "../../shared/api/route.ts";
import { accountOf, type LedgerId, sandboxOf } from "../../shared/core/ids.ts";

type Parameter = { readonly in: string; readonly name: string; readonly example?: unknown };
type Operation = {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
};
type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
};
type Examples = Readonly<Record<string, readonly { readonly body?: unknown }[]>>;

const read = (file: string) => JSON.parse(readFileSync(file, "utf8"));

/** Returns events of API Gateway (payload 2.0) for a route, with the parameters and the body of its first example. */
export function gatewayEvents(key: string): (row: Route | FallbackRow) => object {
  const { paths } = read("docs/openapi.json") as Document;
  const { operations } = read("docs/openapi-examples.json") as { readonly operations: Examples };
  return (row) => {
    const [method = "GET", path = "/nowhere"] =
      "path" in row ? [row.method, row.path] : ["GET", "/nowhere"];
    const operation = paths[path]?.[method.toLowerCase()];
    const given = (operation?.parameters ?? []).filter(({ example }) => example !== undefined);
    const named = (place: string) =>
      Object.fromEntries(
        given.flatMap((parameter) =>
          parameter.in === place ? [[parameter.name, String(parameter.example)]] : [],
        ),
      );
    const pathParameters = named("path");
    const rawPath = path.replaceAll(/\{([^}]+)\}/g, (_, name) => pathParameters[name] ?? "none");
    const query = named("query");
    const body = operations[operation?.operationId ?? ""]?.find((call) => call.body)?.body;
    return {
      version: "2.0",
      routeKey: gatewayKey(row),
      rawPath,
      rawQueryString: new URLSearchParams(query).toString(),
      headers: { "x-api-key": key, "content-type": "application/json", host: "outside.example" },
      queryStringParameters: query,
      pathParameters,
      requestContext: contextOf(method, rawPath),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      isBase64Encoded: false,
    };
  };
}

const contextOf = (method: string, path: string) => ({
  accountId: "000000000000",
  apiId: "outside",
  domainName: "outside.example",
  http: { method, path, protocol: "HTTP/1.1", sourceIp: "192.0.2.1", userAgent: "outside" },
  requestId: "outside",
  routeKey: "$default",
  stage: "$default",
  timeEpoch: Date.now(),
});

const IMPORT = { import_id: "20260101T000000000Z-00000000", pass: 1 };

/** The messages of queues that need more than an account. */
const MESSAGES: Readonly<Record<string, (account: LedgerId) => object>> = {
  imports: (account) => ({ account, ...IMPORT }),
  largefiles: (account) => ({ account, ...IMPORT }),
  chunks: (account) => ({ account, ...IMPORT, part: 1 }),
  webhooks: (account) => ({ account, message_id: "msg_20260101T000000000Z_0000000000000000" }),
  inbound: (account) => ({ account, connection_id: "none", hash: "0".repeat(64) }),
  removals: (account) => ({ account: sandboxOf(accountOf(account)) }),
  bulk: () => ({ organisation: "none", job: "bk_0000000000000000" }),
  mails: (account) => ({ cause: account, id: "none" }),
  drops: () => ({
    time: "2026-01-01T00:00:00Z",
    detail: { object: { key: "drop/nobody/shop/none.csv", size: 1, etag: "0" } },
  }),
};

/** Returns the event that starts a job: of EventBridge, SQS, or an operator. */
export function jobEvent(account: LedgerId, { trigger }: Job): object {
  if ("schedule" in trigger) return { "detail-type": "Scheduled Event", source: "aws.events" };
  if (!("queue" in trigger)) return { action: "list" };
  const body = JSON.stringify(MESSAGES[trigger.queue]?.(account) ?? { account });
  const attributes = { ApproximateReceiveCount: "1" };
  return { Records: [{ messageId: "outside", body, attributes, eventSource: "aws:sqs" }] };
}

/** Returns an event of the table's stream: one new item. */
export const streamEvent = (account: LedgerId): object => ({
  Records: [
    {
      eventID: "1",
      eventName: "INSERT",
      eventSource: "aws:dynamodb",
      eventSourceARN: "arn:aws:dynamodb:eu-central-1:0:table/eu-vat/stream/2026-01-01T00:00:00.000",
      dynamodb: {
        ApproximateCreationDateTime: 1_767_225_600,
        SequenceNumber: "1",
        StreamViewType: "NEW_AND_OLD_IMAGES",
        Keys: { pk: { S: `PROFILE#${account}` }, sk: { S: "PROFILE" } },
        NewImage: { pk: { S: `PROFILE#${account}` }, sk: { S: "PROFILE" } },
      },
    },
  ],
});

export const allJobs: readonly Job[] = Object.values(jobs);

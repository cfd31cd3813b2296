import { createHash } from "node:crypto";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { FREE_LOOPBACK, listen } from "../local/http-server.ts";

type Entries = {
  readonly Entries?: readonly { readonly Id?: string; readonly MessageBody?: string }[];
};

/** The answers of services that no local server stands for: queues take every message, the bus every event. */
const ANSWERS: Readonly<Record<string, (input: Entries) => object>> = {
  "AmazonSQS.SendMessageBatch": ({ Entries = [] }) => ({
    Successful: Entries.map(({ Id, MessageBody = "" }) => ({
      Id,
      MessageId: "outside",
      MD5OfMessageBody: createHash("md5").update(MessageBody).digest("hex"),
    })),
    Failed: [],
  }),
  "AWSEvents.PutEvents": ({ Entries = [] }) => ({
    FailedEntryCount: 0,
    Entries: Entries.map(() => ({ EventId: "outside" })),
  }),
  "TrentService.GenerateDataKey": () => DATA_KEY,
  "TrentService.Decrypt": () => DATA_KEY,
  "secretsmanager.GetSecretValue": () => ({ SecretString: "0123456789abcdef0123456789abcdef" }),
};

/** The same data key for everybody. */
const DATA_KEY = {
  KeyId: "arn:aws:kms:eu-central-1:000000000000:key/outside",
  Plaintext: Buffer.alloc(32, 1).toString("base64"),
  CiphertextBlob: Buffer.alloc(64, 2).toString("base64"),
};

/** Serves these answers; other calls are refused by name. */
export async function startAwsAnswers(closing: AsyncDisposableStack): Promise<string> {
  const server = createServer(async (request, response) => {
    const target = String(request.headers["x-amz-target"]);
    const answer = ANSWERS[target]?.(JSON.parse((await text(request)) || "{}"));
    response.writeHead(answer ? 200 : 400, { "content-type": "application/x-amz-json-1.1" });
    response.end(JSON.stringify(answer ?? { __type: "UnknownOperation", message: target }));
  });
  closing.defer(async () => void server.close());
  return listen(server, FREE_LOOPBACK);
}

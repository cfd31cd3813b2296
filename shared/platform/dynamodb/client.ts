import { DynamoDBClient, TransactionConflictException } from "@aws-sdk/client-dynamodb";
import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { CALL_TIMEOUTS } from "../call-timeouts.ts";
import { NativeProtocol } from "./native-protocol.ts";

/**
 * Lambda has region and credentials in the environment, and they stay for as long as it lives. Whatever is
 * left out here the SDK looks for in its files as well, at the first call.
 */
function settingsOfEnvironment() {
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN, ...env } = process.env;
  const region = env["AWS_REGION"];
  if (!AWS_ACCESS_KEY_ID || !AWS_SECRET_ACCESS_KEY || !region || env["AWS_PROFILE"]) return {};
  const credentials = { accessKeyId: AWS_ACCESS_KEY_ID, secretAccessKey: AWS_SECRET_ACCESS_KEY };
  const session = AWS_SESSION_TOKEN ? { sessionToken: AWS_SESSION_TOKEN } : {};
  return {
    region,
    credentials: { ...credentials, ...session },
    retryMode: "standard",
    useFipsEndpoint: env["AWS_USE_FIPS_ENDPOINT"] === "true",
    useDualstackEndpoint: env["AWS_USE_DUALSTACK_ENDPOINT"] === "true",
  };
}

const endpoint = process.env["DYNAMODB_ENDPOINT"];

/** How the table is called. AWS_ENDPOINT_URL_DYNAMODB and AWS_ENDPOINT_URL are honoured by the SDK itself. */
export const TABLE_CALLS = {
  maxAttempts: 4,
  requestHandler: CALL_TIMEOUTS,
  ...settingsOfEnvironment(),
  ...(endpoint ? { endpoint } : {}),
};

const client = new DynamoDBClient({ ...TABLE_CALLS, protocol: NativeProtocol });

/**
 * What costs more than it is good for: a log that nobody keeps, of copies of all that is sent and got; who
 * calls, in which words; and a header against functions that call each other, which these do not.
 */
for (const name of ["loggerMiddleware", "getUserAgentMiddleware", "recursionDetectionMiddleware"]) {
  if (!client.middlewareStack.remove(name)) throw new Error(`the SDK has no ${name} any more`);
}

/** A plain write that meets a transaction is not carried out: the SDK may send it again. */
client.middlewareStack.add(
  (next) => async (args) => {
    try {
      return await next(args);
    } catch (error) {
      if (error instanceof TransactionConflictException) Object.assign(error, { $retryable: {} });
      throw error;
    }
  },
  { step: "finalizeRequest", priority: "low", name: "retryTransactionConflicts" },
);

/**
 * The one DynamoDB client; its commands are in commands.ts, with plain values. The SDK retries throttled plain calls;
 * cancelled transactions are retried by their callers.
 */
export const dynamo = client as unknown as DynamoDBDocumentClient;

/** The single table; its keys are in keys.ts. */
export const tableName = (): string => {
  const name = process.env["TABLE_NAME"];
  if (!name) throw new Error("TABLE_NAME is not set");
  return name;
};

/** Rows a page at most: the local engine slows down without a limit, and AWS ends a page at 1 MB. */
export const PAGE_LIMIT = 4000;

import { DynamoDBClient, TransactionConflictException } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { CALL_TIMEOUTS } from "../call-timeouts.ts";
import { untilChecked } from "../reading-ahead.ts";

/**
 * Returns region and credentials from the environment, where Lambda provides them for the life of the process.
 * Without these settings the SDK looks for them in configuration files at the first call.
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

/** The settings of DynamoDB clients. The SDK itself reads AWS_ENDPOINT_URL_DYNAMODB and AWS_ENDPOINT_URL. */
export const TABLE_CALLS = {
  maxAttempts: 4,
  requestHandler: CALL_TIMEOUTS,
  ...settingsOfEnvironment(),
  ...(endpoint ? { endpoint } : {}),
};

/** Parses integers beyond 2^53 as BigInt, so that a sum does not lose its last digits. */
function exactNumber(text: string): number | bigint {
  const number = Number(text);
  return Number.isSafeInteger(number) || !/^-?\d+$/.test(text) ? number : BigInt(text);
}

/** The commands that change nothing. */
const READS = new Set(["GetItemCommand", "BatchGetItemCommand", "QueryCommand", "ScanCommand"]);

function newDocumentClient(): DynamoDBDocumentClient {
  const client = new DynamoDBClient(TABLE_CALLS);
  // Nothing reads its log, but for each call it copies the whole input and output.
  client.middlewareStack.remove("loggerMiddleware");
  client.middlewareStack.add(
    (next, { commandName = "" }) =>
      async (args) => {
        await untilChecked({ isRead: READS.has(commandName) });
        return next(args);
      },
    { step: "initialize", name: "untilChecked" },
  );
  // DynamoDB rejects a plain write that conflicts with a transaction, so the SDK may safely retry it.
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
  return DynamoDBDocumentClient.from(client, {
    // Metadata may have a key `constructor`; without this option the SDK takes the object for a class instance.
    marshallOptions: { removeUndefinedValues: true, convertClassInstanceToMap: true },
    unmarshallOptions: { wrapNumbers: exactNumber },
  });
}

/** The only DynamoDB client. The SDK retries throttled plain calls; callers retry cancelled transactions. */
export const dynamo = newDocumentClient();

/** The single table; its keys are in keys.ts. */
export const tableName = (): string => {
  const name = process.env["TABLE_NAME"];
  if (!name) throw new Error("TABLE_NAME is not set");
  return name;
};

/** Maximum number of rows per page. The local engine slows down without a limit, and AWS ends a page at 1 MB. */
export const PAGE_LIMIT = 4000;

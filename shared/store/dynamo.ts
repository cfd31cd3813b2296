import { DynamoDBClient, TransactionConflictException } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { CALL_TIMEOUTS } from "./call-timeouts.ts";

/** Numbers beyond 2^53 come back as BigInt: a sum must not lose its last digits on the way. */
const exactNumber = (text: string): number | bigint => {
  const number = Number(text);
  return Number.isSafeInteger(number) || !/^-?\d+$/.test(text) ? number : BigInt(text);
};

const endpoint = process.env["DYNAMODB_ENDPOINT"];

/**
 * The one DynamoDB client. AWS_ENDPOINT_URL_DYNAMODB and AWS_ENDPOINT_URL are honoured by the SDK
 * itself. The SDK retries throttled plain calls; cancelled transactions are retried by their callers.
 */
export const dynamo = DynamoDBDocumentClient.from(
  new DynamoDBClient({
    maxAttempts: 4,
    requestHandler: CALL_TIMEOUTS,
    ...(endpoint ? { endpoint } : {}),
  }),
  {
    // The SDK tells a map by its constructor, and a caller's metadata may have a key of that name.
    marshallOptions: { removeUndefinedValues: true, convertClassInstanceToMap: true },
    unmarshallOptions: { wrapNumbers: exactNumber },
  },
);

/** It would copy what each call sends and gets, for a log that nobody keeps. */
dynamo.middlewareStack.remove("loggerMiddleware");

/** A plain write that meets a transaction is not carried out: the SDK may send it again. */
dynamo.middlewareStack.add(
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

/** The single table; its keys are in keys.ts. */
export const tableName = (): string => {
  const name = process.env["TABLE_NAME"];
  if (!name) throw new Error("TABLE_NAME is not set");
  return name;
};

/** Rows a page at most: the local engine slows down without a limit, and AWS ends a page at 1 MB. */
export const PAGE_LIMIT = 4000;

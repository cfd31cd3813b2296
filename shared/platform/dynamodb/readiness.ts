import { GetCommand } from "@aws-sdk/lib-dynamodb";
import { DomainError } from "../../core/errors/errors.ts";
import { readinessKey } from "../table/keys.ts";
import { dynamo, tableName } from "./client.ts";

const READINESS_PATIENCE_MS = 1_000;

/**
 * Reads the table once, strongly consistent.
 * @throws DomainError `not_ready` when the table does not respond within a second.
 */
export async function requireAnsweringTable(): Promise<void> {
  const command = new GetCommand({
    TableName: tableName(),
    Key: readinessKey,
    ConsistentRead: true,
  });
  try {
    await dynamo.send(command, { abortSignal: AbortSignal.timeout(READINESS_PATIENCE_MS) });
  } catch (cause) {
    throw new DomainError("not_ready", "the database does not answer", [], { cause });
  }
}

import { GetCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { sha256Of } from "../../core/hash.ts";
import type { AccountId } from "../../core/ids.ts";
import { dynamo, ifConditionHolds, tableName } from "../dynamodb/client.ts";
import { type JobQueue, type QueueName, queues, shareOf } from "../queues/queue-table.ts";
import { versionOf } from "../table/item.ts";
import { WORKER_LEASES_ITEM } from "../table/items.ts";
import { type Key, workerLeasesKey } from "../table/keys.ts";

/**
 * The right of a worker to serve an account until an instant. A queue has as many leases for one account as half of its
 * workers.
 */
type Lease = { readonly key: Key; readonly name: string; readonly value: string };

/** Maximum number of attempts to take a lease while other workers take and end theirs. */
const MOST_ATTEMPTS = 10;

const DAY_SECONDS = 86_400;

/**
 * Takes a lease for the message of an account. The lease of a killed worker ends with the timeout of its function. The
 * same message, delivered again, takes over its own lease at once.
 * @returns undefined if half of the workers of the queue serve the account
 */
export async function takeLease(
  queue: QueueName,
  account: AccountId,
  body: string,
  now: Date,
): Promise<Lease | undefined> {
  const key = workerLeasesKey(queue, account);
  const { lease_seconds = 0 } = queues[queue] as JobQueue;
  const until = new Date(now.getTime() + lease_seconds * 1000).toISOString();
  const message = sha256Of(body);
  const value = `${until} ${message}`;
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
    const seen = await loadLeases(key);
    const name = freeLease(seen, shareOf(queue), message, now);
    if (name === undefined) return undefined;
    if (await writeLease(key, name, seen[name], value, now)) return { key, name, value };
  }
  return undefined;
}

/** Returns the name of the message's own lease, or of one that nobody holds. */
function freeLease(
  seen: Readonly<Record<string, unknown>>,
  count: number,
  message: string,
  now: Date,
): string | undefined {
  const names = Array.from({ length: count }, (_, n) => `lease_${n}`);
  const leaseOf = (name: string) => String(seen[name] ?? "");
  return (
    names.find((name) => leaseOf(name).endsWith(` ${message}`)) ??
    names.find((name) => leaseOf(name) < now.toISOString())
  );
}

async function loadLeases(Key: Key): Promise<Record<string, unknown>> {
  const command = new GetCommand({ TableName: tableName(), Key, ConsistentRead: true });
  return (await dynamo.send(command)).Item ?? {};
}

/** Writes a lease, unless another worker has changed it. */
async function writeLease(
  Key: Key,
  name: string,
  before: unknown,
  value: string,
  now: Date,
): Promise<boolean> {
  const command = new UpdateCommand({
    TableName: tableName(),
    Key,
    UpdateExpression: "SET #lease = :value, expires_at = :end, schema_version = :version",
    ConditionExpression: before === undefined ? "attribute_not_exists(#lease)" : "#lease = :before",
    ExpressionAttributeNames: { "#lease": name },
    ExpressionAttributeValues: {
      ":value": value,
      ":end": Math.floor(now.getTime() / 1000) + DAY_SECONDS,
      ":version": versionOf(WORKER_LEASES_ITEM).schema_version,
      ...(before === undefined ? {} : { ":before": before }),
    },
  });
  return (await ifConditionHolds(dynamo.send(command))) !== undefined;
}

/** Ends a lease, unless it has ended and another worker has taken it. */
export async function endLease({ key, name, value }: Lease): Promise<void> {
  const command = new UpdateCommand({
    TableName: tableName(),
    Key: key,
    UpdateExpression: "REMOVE #lease",
    ConditionExpression: "#lease = :value",
    ExpressionAttributeNames: { "#lease": name },
    ExpressionAttributeValues: { ":value": value },
  });
  await ifConditionHolds(dynamo.send(command));
}

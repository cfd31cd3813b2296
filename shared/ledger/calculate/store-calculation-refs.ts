import { TransactWriteCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { DomainError } from "../../core/errors/errors.ts";
import type { EventId, LedgerId } from "../../core/ids.ts";
import { withRetries } from "../../platform/calls.ts";
import { batchGet, dynamo, tableName } from "../../platform/dynamodb/client.ts";
import { CALCULATION_NAME_ITEM } from "../../platform/table/items.ts";
import { calculationNameKey, type Key, transactionKey } from "../../platform/table/keys.ts";
import { partsOf, portionRates } from "./portions.ts";
import { loadTransaction } from "./store-transactions.ts";
import type { Transaction } from "./transaction-schema.ts";

/** The commit of a transaction under an event_id. */
type Commit = {
  readonly transaction_id: string;
  readonly event_id: EventId;
  /** True if the transaction becomes several events, none of which has the event_id itself. */
  readonly is_split: boolean;
};

/**
 * Marks a transaction as committed under an event id, before its events are stored, so that two requests with different
 * ids cannot both commit it. A transaction that becomes several events also reserves the id as its name, by which
 * refunds find its parts.
 * @throws DomainError `transaction_already_committed` if it is marked with another id,
 * `event_conflict` if the name belongs to another calculation.
 */
export async function markCommitted(ledger: LedgerId, commit: Commit): Promise<void> {
  const [mark, name] = [markUpdate(ledger, commit), nameUpdate(ledger, commit)];
  await withRetries(async () => {
    try {
      if (!commit.is_split) await dynamo.send(new UpdateCommand(mark));
      else {
        const TransactItems = [{ Update: mark }, { Update: name }];
        await dynamo.send(new TransactWriteCommand({ TransactItems }));
      }
    } catch (error) {
      throw errorOf(error) ?? error;
    }
  });
}

const markUpdate = (ledger: LedgerId, { transaction_id, event_id }: Commit) => ({
  TableName: tableName(),
  Key: transactionKey(ledger, transaction_id),
  // Without an expiry the transaction is kept as long as its events.
  UpdateExpression: "SET committed_event_id = :event REMOVE expires_at",
  ConditionExpression:
    "attribute_exists(pk) AND (attribute_not_exists(committed_event_id) OR committed_event_id = :event)",
  ExpressionAttributeValues: { ":event": event_id },
});

/** Returns the write that reserves an event_id as the name of a calculation that becomes several events. */
export const nameUpdate = (ledger: LedgerId, { transaction_id, event_id }: Commit) => ({
  TableName: tableName(),
  Key: calculationNameKey(ledger, event_id),
  UpdateExpression: "SET transaction_id = :id, schema_version = :version",
  ConditionExpression: "attribute_not_exists(transaction_id) OR transaction_id = :id",
  ExpressionAttributeValues: {
    ":id": transaction_id,
    ":version": CALCULATION_NAME_ITEM.version,
  },
});

/** Converts a failed condition into the error for the caller; undefined if a retry may succeed. */
function errorOf(error: unknown): DomainError | undefined {
  if (!(error instanceof Error)) return undefined;
  const reasons = (error as { CancellationReasons?: { Code?: string }[] }).CancellationReasons;
  const [mark, name] = reasons?.map(({ Code }) => Code === FAILED) ?? [
    error.name === `${FAILED}Exception`,
  ];
  if (mark) return alreadyCommitted();
  return name ? nameConflict() : undefined;
}

const alreadyCommitted = (): DomainError =>
  new DomainError(
    "transaction_already_committed",
    "this transaction is committed under another event_id",
    [{ field: "event_id", message: "must be the one it was committed under" }],
  );

function nameConflict(): DomainError {
  const message = "is the name of another calculation that was committed in several parts";
  return new DomainError("event_conflict", `event_id ${message}`, [{ field: "event_id", message }]);
}

/**
 * Throws the errors of `markCommitted`, and writes nothing.
 * @throws DomainError `transaction_already_committed`, `event_conflict`
 */
export async function rejectMarked(
  ledger: LedgerId,
  { committed_event_id }: Transaction,
  { transaction_id, event_id, is_split }: Commit,
): Promise<void> {
  if (committed_event_id !== null && committed_event_id !== event_id) throw alreadyCommitted();
  if (!is_split) return;
  const [name] = await batchGet([calculationNameKey(ledger, event_id)]);
  const holder = name?.["transaction_id"];
  if (holder !== undefined && holder !== transaction_id) throw nameConflict();
}

const FAILED = "ConditionalCheckFailed";

/** Removes the marker and the name again, if they still belong to this commit. */
export async function unmarkCommitted(ledger: LedgerId, commit: Commit): Promise<void> {
  const { transaction_id, event_id, is_split } = commit;
  const own: [Key, string, string][] = [
    [transactionKey(ledger, transaction_id), "committed_event_id", event_id],
  ];
  if (is_split) own.push([calculationNameKey(ledger, event_id), "transaction_id", transaction_id]);
  for (const [key, attribute, value] of own) await removeIf(key, attribute, value);
}

async function removeIf(key: Key, attribute: string, value: string): Promise<void> {
  try {
    await dynamo.send(
      new UpdateCommand({
        TableName: tableName(),
        Key: key,
        UpdateExpression: `REMOVE ${attribute}`,
        ConditionExpression: `${attribute} = :value`,
        ExpressionAttributeValues: { ":value": value },
      }),
    );
  } catch (error) {
    if (!(error instanceof Error && error.name === `${FAILED}Exception`)) throw error;
  }
}

/** Reads the calculations that were committed in several parts under these names, strongly consistent. */
export async function loadNamedCalculations(
  ledger: LedgerId,
  names: readonly EventId[],
): Promise<ReadonlyMap<EventId, Transaction>> {
  const keys = [...new Set(names)].map((name) => calculationNameKey(ledger, name));
  const ids = (await batchGet(keys)).flatMap(({ transaction_id: id }) => (id ? [String(id)] : []));
  const found = await Promise.all(ids.map((id) => loadTransaction(ledger, id)));
  return new Map(
    found.flatMap((reference) =>
      reference?.committed_event_id ? [[reference.committed_event_id, reference]] : [],
    ),
  );
}

/** Returns the ids of the sales that an order was split into by its commit; none if it was not. */
export async function loadPartIds(ledger: LedgerId, order: EventId): Promise<EventId[]> {
  const calculation = (await loadNamedCalculations(ledger, [order])).get(order);
  return calculation ? [...partsOf(order, portionRates(calculation)).values()] : [];
}

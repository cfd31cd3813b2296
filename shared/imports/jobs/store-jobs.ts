import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import {
  ConditionalCheckFailedException,
  TransactionCanceledException,
} from "@aws-sdk/client-dynamodb";
import { GetCommand, PutCommand, TransactWriteCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type { LedgerId } from "../../core/ids.ts";
import { noticePut } from "../../notifications/store.ts";
import { outboxPut } from "../../notifications/webhooks/store-deliveries.ts";
import { dynamo, orOwn, tableName } from "../../platform/dynamodb/client.ts";
import { newestReadable } from "../../platform/dynamodb/readable-items.ts";
import type { Action } from "../../platform/dynamodb/sharded-counter.ts";
import { shareOf } from "../../platform/queues/queue-table.ts";
import { IMPORT_ITEM, IMPORT_UNDO_ITEM } from "../../platform/table/imports.ts";
import { versionOf } from "../../platform/table/item.ts";
import { importKey, importsOf, importUndoKey } from "../../platform/table/keys.ts";
import { countAttributes, isCountAttribute, OPEN, storedCounts } from "./count-attributes.ts";
import {
  failedNotice,
  type ImportCounts,
  ImportJob,
  type ImportMove,
  importEvent,
  isOfUser,
} from "./job.ts";
import { type LeftOut, leftOutOfPart } from "./left-out.ts";
import { noOpenRows, openRowsLeft, openRowsWrite } from "./store-open-rows.ts";

/** The last write of each message that goes from part to part; workers of other messages write other attributes. */
const MARK = "w";

type StoredFields = Record<string, unknown>;

/** Parses a stored import. One from before edits could be adjusted (2026-11-24) has asked. */
export const jobOf = (item: StoredFields): ImportJob =>
  ImportJob.parse({ done: new Set(), on_conflict: "ask", ...item, totals: storedCounts(item) });

/** Reads the import with that id, strongly consistent; undefined if the account has none. */
export async function loadImportJob(ledger: LedgerId, id: string): Promise<ImportJob | undefined> {
  const { Item } = await dynamo.send(
    new GetCommand({ TableName: tableName(), Key: importKey(ledger, id), ConsistentRead: true }),
  );
  return Item && jobOf(Item);
}

/** Lists at most `limit` imports that were requested before `before`, newest first. */
export async function listImportJobs(
  ledger: LedgerId,
  limit: number,
  before?: string,
): Promise<ImportJob[]> {
  return newestReadable(importsOf(ledger, before), { limit }, jobOf);
}

/** Stores a new import. The id has a random part, so an existing import with this id is the same one. */
export async function insertImportJob(ledger: LedgerId, job: ImportJob): Promise<void> {
  const { done, totals: counts, ...stored } = job;
  await orUndefined(
    dynamo.send(
      new PutCommand({
        TableName: tableName(),
        Item: { ...importKey(ledger, job.id), ...versionOf(IMPORT_ITEM), ...stored },
        ConditionExpression: "attribute_not_exists(pk)",
      }),
    ),
  );
}

/**
 * Stores the import of a file that has come by itself, unless another worker has; the notice and the event of one that
 * has failed go with it.
 */
export async function insertSentImport(ledger: LedgerId, job: ImportJob): Promise<void> {
  const { done, totals: counts, ...stored } = job;
  const Put = {
    TableName: tableName(),
    Item: { ...importKey(ledger, job.id), ...versionOf(IMPORT_ITEM), ...stored },
    ConditionExpression: "attribute_not_exists(pk)",
  };
  const TransactItems = [{ Put }, ...endingWrites(ledger, job)];
  await orUndefined(dynamo.send(new TransactWriteCommand({ TransactItems })));
}

/** Returns the writes that report the end of an import: its event, and a notice of a file that has come by itself and failed. */
function endingWrites(ledger: LedgerId, job: ImportJob): Action[] {
  const event = importEvent(job);
  const now = new Date();
  return [
    ...(event ? [outboxPut(ledger, event, now)] : []),
    ...(job.state === "failed" && !isOfUser(job)
      ? [noticePut(ledger, failedNotice(job, now))]
      : []),
  ];
}

/** Changes the state of an import and returns it; undefined if it is in another state or pass by now. */
export async function moveImportJob(
  ledger: LedgerId,
  job: ImportJob,
  { from, set, forgets }: ImportMove,
): Promise<ImportJob | undefined> {
  const names = Object.keys(set).filter((name) => set[name as keyof typeof set] !== undefined);
  const forgotten = forgets === "all" ? await countedIn(ledger, job.id) : forgets ? ["done"] : [];
  const removed = [...forgotten, ...OF_AN_END].filter((name) => !names.includes(name));
  const Update = {
    TableName: tableName(),
    Key: importKey(ledger, job.id),
    UpdateExpression: [
      `SET ${names.map((_, n) => `#s${n} = :s${n}`).join(", ")}`,
      ...(removed.length > 0 ? [`REMOVE ${removed.map((_, n) => `#r${n}`).join(", ")}`] : []),
    ].join(" "),
    ConditionExpression: `#pass = :pass AND #state IN (${from.map((_, n) => `:f${n}`).join(", ")})`,
    ExpressionAttributeNames: {
      "#pass": "pass",
      "#state": "state",
      ...named("#s", names),
      ...named("#r", removed),
    },
    ExpressionAttributeValues: {
      ":pass": job.pass,
      ...named(":f", from),
      ...named(
        ":s",
        names.map((name) => set[name as keyof typeof set]),
      ),
    },
  };
  const after = { ...job, error: undefined, ...set } as ImportJob;
  const open = openRowsWrite(ledger, after);
  const more = [...endingWrites(ledger, after), ...(open ? [open] : [])];
  if (more.length > 0) return movedWith(ledger, job, Update, more);
  const answer = await orUndefined(
    dynamo.send(new UpdateCommand({ ...Update, ReturnValues: "ALL_NEW" })),
  );
  if (answer?.Attributes) return jobOf(answer.Attributes);
  // The SDK sends a move again whose response was lost; it then finds its own result.
  const seen: Partial<ImportJob> = (await loadImportJob(ledger, job.id)) ?? {};
  const isMoved = Object.entries(set).every(([name, value]) =>
    isDeepStrictEqual(seen[name as keyof ImportJob], value),
  );
  return isMoved ? (seen as ImportJob) : undefined;
}

/** Attributes of the end of an import, which a further move removes. */
const OF_AN_END = ["finished_at", "error", "settled_at", "settled_by"];

/** Changes an import and other items in one transaction. A transaction returns no item, so the import is read again. */
async function movedWith(
  ledger: LedgerId,
  { id }: ImportJob,
  Update: NonNullable<Action["Update"]>,
  more: Action[],
): Promise<ImportJob | undefined> {
  const answer = await orUndefined(
    dynamo.send(new TransactWriteCommand({ TransactItems: [{ Update }, ...more] })),
  );
  return answer && loadImportJob(ledger, id);
}

/** Records that the open rows of an import are dealt with; undefined if the import has moved on by now. */
export function settleOpenRows(
  ledger: LedgerId,
  job: ImportJob,
  by: { readonly settled_at: string; readonly settled_by: string },
): Promise<ImportJob | undefined> {
  const Update = {
    TableName: tableName(),
    Key: importKey(ledger, job.id),
    UpdateExpression: "SET settled_at = :at, settled_by = :by",
    ConditionExpression: "#pass = :pass AND #state = :state",
    ExpressionAttributeNames: { "#pass": "pass", "#state": "state" },
    ExpressionAttributeValues: {
      ":at": by.settled_at,
      ":by": by.settled_by,
      ":pass": job.pass,
      ":state": job.state,
    },
  };
  return movedWith(ledger, job, Update, [noOpenRows(ledger, job)]);
}

type SettledRow = {
  readonly row: string;
  readonly event_id: string;
  /** The row as it counts as open; undefined for a row that was taken. */
  readonly open: LeftOut | undefined;
};

/**
 * Records the event that stands for one row of an import, and counts one open row of its month less; undefined if the
 * import or its settled rows have changed by now.
 */
export async function saveSettledRow(
  ledger: LedgerId,
  job: ImportJob,
  { row, event_id, open }: SettledRow,
): Promise<ImportJob | undefined> {
  const seen = job.settled_rows;
  const month = open?.month;
  const counted = month === undefined ? undefined : `${OPEN}|${month}`;
  const Update = {
    TableName: tableName(),
    Key: importKey(ledger, job.id),
    UpdateExpression: `SET settled_rows = :rows${counted ? " ADD #count :less" : ""}`,
    ConditionExpression: `#pass = :pass AND #state = :state AND attribute_not_exists(settled_at) AND ${seen ? "settled_rows = :seen" : "attribute_not_exists(settled_rows)"}`,
    ExpressionAttributeNames: {
      "#pass": "pass",
      "#state": "state",
      ...(counted ? { "#count": counted } : {}),
    },
    ExpressionAttributeValues: {
      ":rows": { ...seen, [row]: event_id },
      ":pass": job.pass,
      ":state": job.state,
      ...(seen ? { ":seen": seen } : {}),
      ...(counted ? { ":less": -1 } : {}),
    },
  };
  const left = month === undefined ? job : withRowLess(job, month);
  return movedWith(ledger, job, Update, [await openRowsLeft(ledger, left, open)]);
}

const withRowLess = (job: ImportJob, month: string): ImportJob => {
  const { [month]: count = 0, ...others } = job.totals.open_rows;
  const open_rows = count > 1 ? { ...others, [month]: count - 1 } : others;
  return { ...job, totals: { ...job.totals, open_rows } };
};

/** Returns the counters of a pass. No worker changes them any more in a state that allows another pass. */
async function countedIn(ledger: LedgerId, id: string): Promise<string[]> {
  const { Item = {} } = await dynamo.send(
    new GetCommand({ TableName: tableName(), Key: importKey(ledger, id), ConsistentRead: true }),
  );
  return Object.keys(Item).filter((name) => name === "done" || isCountAttribute(name));
}

const named = <T>(sign: string, values: readonly T[]): Record<string, T> =>
  Object.fromEntries(values.map((value, n) => [`${sign}${n}`, value]));

/**
 * Records in one write that a part is done, with the results of its rows. So each row counts once, even if the part was
 * started several times. Returns the updated import; undefined if the part was done before.
 */
export async function markImportPart(
  ledger: LedgerId,
  { id, pass, totals }: ImportJob,
  part: number,
  counts: ImportCounts,
): Promise<ImportJob | undefined> {
  const left_out = leftOutOfPart(counts.left_out, totals.left_out);
  const counted = Object.entries(countAttributes({ ...counts, left_out })).filter(
    ([, count]) => count !== 0,
  );
  const adding = ["#done :part", ...counted.map((_, n) => `#a${n} :a${n}`)];
  const mark = { name: `${MARK}|${part % shareOf("chunks")}`, value: randomUUID() };
  const answer = await orOwn(
    dynamo.send(
      new UpdateCommand({
        TableName: tableName(),
        Key: importKey(ledger, id),
        UpdateExpression: `SET #mark = :mark ADD ${adding.join(", ")}`,
        ConditionExpression: "#pass = :pass AND NOT contains(#done, :number)",
        ExpressionAttributeNames: {
          "#done": "done",
          "#mark": mark.name,
          "#pass": "pass",
          ...named(
            "#a",
            counted.map(([name]) => name),
          ),
        },
        ExpressionAttributeValues: {
          ":mark": mark.value,
          ":pass": pass,
          ":part": new Set([part]),
          ":number": part,
          ...named(
            ":a",
            counted.map(([, count]) => count),
          ),
        },
        ReturnValues: "ALL_NEW",
        ReturnValuesOnConditionCheckFailure: "ALL_OLD",
      }),
    ),
    mark,
  );
  // No other worker continues with the next part.
  if (answer === "own") return loadImportJob(ledger, id);
  return answer?.Attributes && jobOf(answer.Attributes);
}

/** Returns undefined if the condition of a write failed. */
async function orUndefined<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return undefined;
    if (error instanceof TransactionCanceledException && hasFailedCondition(error))
      return undefined;
    throw error;
  }
}

/**
 * True if a condition of the transaction failed. Some engines give no reasons; DynamoDB also names them in the message.
 */
const hasFailedCondition = ({ CancellationReasons = [], message }: TransactionCanceledException) =>
  CancellationReasons.some(({ Code }) => Code === "ConditionalCheckFailed") ||
  message.includes("ConditionalCheckFailed");

/** The record that an import was undone; `at` is an instant. */
type ImportUndo = {
  readonly id: string;
  readonly format: string;
  readonly source_id: string;
  readonly at: string;
  readonly key_id: string;
};

/** Records once that an import is undone; the first record is kept. The journal has it, although it has no imports. */
export async function noteImportUndo(ledger: LedgerId, undo: ImportUndo): Promise<void> {
  try {
    await dynamo.send(
      new PutCommand({
        TableName: tableName(),
        Item: { ...importUndoKey(ledger, undo.id), ...versionOf(IMPORT_UNDO_ITEM), ...undo },
        ConditionExpression: "attribute_not_exists(pk)",
      }),
    );
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
}

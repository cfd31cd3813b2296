import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { describeError } from "../../core/errors/errors.ts";
import { type AccountId, accountOf, type LedgerId } from "../../core/ids.ts";
import { dynamo, pages, queryAll, tableName } from "../../platform/dynamodb/client.ts";
import { parseReadable } from "../../platform/dynamodb/readable-items.ts";
import { accountQueue, tryEnqueue } from "../../platform/queues/queues.ts";
import { versionOf } from "../../platform/table/item.ts";
import type { Key } from "../../platform/table/keys.ts";
import {
  BOARD_CHECK_ITEM,
  BOARD_ROW_ITEM,
  type BoardRowName,
  boardCheckKey,
  boardRowKey,
  boardRowsAfter,
  boardRowsOf,
} from "../../platform/table/people.ts";
import { logger } from "../../platform/telemetry/telemetry.ts";
import { loadAccount } from "../store-accounts.ts";
import {
  type BoardFilter,
  BoardRow,
  type CheckedRow,
  isAskedFor,
  type PlacedRow,
} from "./board.ts";

/** Reads the rows of an account, including those that expire. */
export async function loadBoardRowsOf(
  organisation: string,
  account: AccountId,
): Promise<BoardRow[]> {
  const query = { ...boardRowsOf(organisation, account), ConsistentRead: true };
  const items = (await queryAll(query)).filter(isChecked);
  return parseReadable(items, boardRowIn);
}

/**
 * The fields that a check writes into one attribute, `w`, in this order: the board of a large practice reads thousands of
 * rows, and each attribute takes as long to read as a short text. Those that are usually null come last. A new field is
 * added at the end, with a default: stored rows have no names of fields.
 */
const PACKED = [
  ...["member_state_identification", "state", "data_complete", "open_questions", "filing_status"],
  ...["payment_status", "files_asked", "files_received", "payable_vat_minor", "return_currency"],
  ...["correction_vat_minor", "outstanding_minor", "submitted_on", "prepared_by", "locked_by"],
  ...["prepared_at", "registration_number_masked", "payment_reference", "intermediary_name"],
  "intermediary_number_masked",
] as const;

/** Separates the fields; no name has a line break. */
const SEPARATOR = "\n";

/** Numbers are written in base 36, which is as short as what DynamoDB makes of them. */
const RADIX = 36;

/** Returns the fields of a row as one text, without the nulls at its end. */
const packed = (row: CheckedRow): string =>
  PACKED.map((name) => row[name]?.toString(RADIX) ?? "")
    .join(SEPARATOR)
    .trimEnd();

const takes = (value: unknown) => (name: (typeof PACKED)[number]) =>
  BoardRow.shape[name].safeParse(value).success;

/** The packed fields that are numbers, and those that are true or false. Most functions with this file read no board. */
let kinds: Readonly<Record<"numbers" | "flags", ReadonlySet<string>>> | undefined;

function unpacked(text: string): Record<string, unknown> {
  kinds ??= {
    numbers: new Set(PACKED.filter(takes(1))),
    flags: new Set(PACKED.filter(takes(true))),
  };
  const row: Record<string, unknown> = {};
  for (const [n, part] of text.split(SEPARATOR).entries()) {
    const name = PACKED[n] ?? "";
    if (part === "") row[name] = null;
    else if (kinds.numbers.has(name)) row[name] = Number.parseInt(part, RADIX);
    else row[name] = kinds.flags.has(name) ? part === "true" : part;
  }
  return row;
}

/**
 * The names of single attributes, which a lock, filing or payment writes until the next check. They are newer than what is
 * packed. Version 2 stored all fields so.
 */
const SHORT: Readonly<Record<string, string>> = {
  member_state_identification: "m",
  state: "s",
  data_complete: "d",
  open_questions: "q",
  filing_status: "r",
  submitted_on: "o",
  payment_status: "p",
  payable_vat_minor: "v",
  return_currency: "c",
  prepared_at: "a",
  prepared_by: "b",
  locked_by: "l",
  file_made_at: "f",
  files_asked: "x",
  files_received: "y",
  registration_number_masked: "n",
  payment_reference: "e",
  intermediary_name: "i",
  intermediary_number_masked: "u",
  correction_vat_minor: "k",
  outstanding_minor: "z",
};
const LONG = new Map(Object.entries(SHORT).map(([name, short]) => [short, name]));

/** The attributes that the sort key has as well, in its order. */
const IDENTITY = "account filing_due_date scheme_type period_key registration_id".split(" ");

/** Parses a stored row. Version 1 stored each field under its own name; what was written since then is newer. */
export function boardRowIn(item: Readonly<Record<string, unknown>>): BoardRow {
  const [account, filing_due_date, scheme_type, period_key, id] = String(item["sk"]).split("#");
  const { w, ...single } = item;
  const row: Record<string, unknown> = typeof w === "string" ? unpacked(w) : {};
  Object.assign(row, { account, filing_due_date, scheme_type, period_key });
  row["registration_id"] = Number(id);
  for (const name in single) if (!LONG.has(name)) row[name] = single[name];
  for (const name in single) {
    const long = LONG.get(name);
    if (long) row[long] = single[name];
  }
  return BoardRow.parse(row);
}

/** True for rows that a check has written. A file may be made of a return before its first check. */
const isChecked = (item: object): boolean => "as_of" in item;

type Page = {
  readonly limit: number;
  readonly after?: string | undefined;
  readonly filter?: BoardFilter;
};

/** Reads the next `limit` rows of an organisation, in pages of one megabyte. */
export async function loadBoardRows(
  organisation: string,
  { limit, after, filter = {} }: Page,
): Promise<PlacedRow[]> {
  const found: PlacedRow[] = [];
  const query = { ...boardRowsAfter(organisation, after), Limit: limit };
  for await (const items of pages(query)) {
    found.push(...items.flatMap(placedRow).filter(({ row }) => isAskedFor(row, filter)));
    if (found.length >= limit) break;
  }
  return found.slice(0, limit);
}

/** Returns the row of an item with its sort key; none for an item without a check, or one that expires. */
function placedRow(item: Readonly<Record<string, unknown>>): PlacedRow[] {
  const row = isChecked(item) ? boardRowIn(item) : undefined;
  return row && row.expires_at === undefined ? [{ place: String(item["sk"]), row }] : [];
}

/** The attributes of what is packed, and of what the key has, as earlier versions and changes since a check store them. */
const SINGLE = [...PACKED, ...PACKED.flatMap((name) => SHORT[name] ?? []), ...IDENTITY];

/**
 * Sets attributes of a row, under a condition if there is one; returns false if it is not met. Removes others, and the end
 * of a row that is back.
 */
async function update(
  Key: Key,
  set: object,
  others: readonly string[],
  condition?: string,
  values: object = {},
) {
  const removed = "expires_at" in set ? others : [...others, "expires_at"];
  const given = Object.entries(set).filter(([, value]) => value !== undefined);
  const names = Object.fromEntries(removed.map((name) => [`#${name}`, name]));
  try {
    await dynamo.send(
      new UpdateCommand({
        TableName: tableName(),
        Key,
        UpdateExpression: [
          `SET ${given.map(([name]) => `${name} = :${name}`).join(", ")}`,
          ...(removed.length > 0 ? [`REMOVE ${Object.keys(names).join(", ")}`] : []),
        ].join(" "),
        ...(removed.length > 0 ? { ExpressionAttributeNames: names } : {}),
        ExpressionAttributeValues: {
          ...Object.fromEntries(given.map(([name, value]) => [`:${name}`, value])),
          ...values,
        },
        ...(condition === undefined ? {} : { ConditionExpression: condition }),
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}

/** The condition that nobody has written the row since the check of the account began. */
const NOT_SINCE = "attribute_not_exists(as_of) OR as_of < :began";

/**
 * Writes a row that the check of an account has found, unless a lock, filing or payment has written it meanwhile. The
 * next check finds what this one leaves.
 */
export const saveCheckedRow = (organisation: string, row: CheckedRow, began: Date) =>
  update(
    boardRowKey(organisation, row),
    { ...versionOf(BOARD_ROW_ITEM), w: packed(row), as_of: began.toISOString() },
    SINGLE,
    NOT_SINCE,
    { ":began": began.toISOString() },
  );

/** Takes a row off the board, which its account does not make any more. */
export const expireRow = (organisation: string, row: BoardRow, began: Date) =>
  update(
    boardRowKey(organisation, row),
    { as_of: began.toISOString(), expires_at: Math.floor(began.getTime() / 1000) },
    [],
    NOT_SINCE,
    { ":began": began.toISOString() },
  );

type Return = Omit<BoardRowName, "account">;

/**
 * Writes what a lock, filing or payment has changed into the row of a return, if the account is in an organisation and
 * the row exists: else the next check writes the row. A failure is logged and not thrown, because the change itself is
 * stored, and the next check finds it.
 */
export const noteOnBoard = (
  ledger: LedgerId,
  name: Return,
  change: Partial<CheckedRow>,
  now: Date,
): Promise<void> =>
  tryNote(ledger, name, (key) => {
    const exists = "attribute_exists(as_of) AND attribute_not_exists(expires_at)";
    const single = Object.entries(change).map(([name, value]) => [SHORT[name] ?? name, value]);
    const set = { ...Object.fromEntries(single), as_of: now.toISOString() };
    return update(key, set, Object.keys(change), exists);
  });

async function tryNote(
  ledger: LedgerId,
  name: Return,
  write: (key: Key) => Promise<unknown>,
): Promise<void> {
  try {
    const organisation = (await loadAccount(ledger))?.organisation;
    if (organisation !== undefined) {
      const { filing_due_date, scheme_type, period_key, registration_id } = name;
      const account = accountOf(ledger);
      const row = { account, filing_due_date, scheme_type, period_key, registration_id };
      await write(boardRowKey(organisation, row));
    }
  } catch (error) {
    logger.warn("not noted on the board", { account: ledger, error: describeError(error) });
  }
}

/** Records that a file for the portal was made of a return. The row may not exist yet. */
export const noteFileMade = (ledger: LedgerId, name: Return, now: Date): Promise<void> =>
  tryNote(ledger, name, (key) =>
    update(key, { ...versionOf(BOARD_ROW_ITEM), f: now.toISOString() }, ["file_made_at"]),
  );

/** Seconds after which a requested check runs. Further requests within them are of the same check. */
const CHECK_AFTER_SECONDS = 5;
const DAY_SECONDS = 86_400;

/**
 * Requests a check of an account whose questions or imports have changed, if the account is in an organisation. The
 * hourly check finds the change as well.
 * @returns false if a check is on its way, or the account is in no organisation
 */
export async function requestBoardCheck(ledger: LedgerId, now: Date): Promise<boolean> {
  try {
    const organisation = (await loadAccount(ledger))?.organisation;
    if (organisation === undefined) return false;
    const isFirst = await isFirstRequest(
      organisation,
      accountOf(ledger),
      Math.floor(now.getTime() / 1000),
    );
    if (isFirst)
      await tryEnqueue(accountQueue("accounts"), [{ account: ledger }], CHECK_AFTER_SECONDS);
    return isFirst;
  } catch (error) {
    logger.warn("no check requested", { account: ledger, error: describeError(error) });
    return false;
  }
}

/** Stores when the next check runs; returns false if one is on its way. */
async function isFirstRequest(
  organisation: string,
  account: AccountId,
  now: number,
): Promise<boolean> {
  try {
    await dynamo.send(
      new UpdateCommand({
        TableName: tableName(),
        Key: boardCheckKey(organisation, account),
        UpdateExpression: "SET schema_version = :version, check_at = :at, expires_at = :expires_at",
        ConditionExpression: "attribute_not_exists(check_at) OR check_at <= :now",
        ExpressionAttributeValues: {
          ":version": BOARD_CHECK_ITEM.version,
          ":at": now + CHECK_AFTER_SECONDS,
          ":expires_at": now + DAY_SECONDS,
          ":now": now,
        },
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}

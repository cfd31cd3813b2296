import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { GetCommand, PutCommand, TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import { type IsoDate, publicationDayOn } from "../../core/calendar/dates.ts";
import { IsoDate as IsoDateSchema } from "../../core/calendar/schema.ts";
import type { PeriodKey } from "../../core/ids.ts";
import { withRetries } from "../../platform/calls.ts";
import { dynamo, queryAll, queryPage, tableName } from "../../platform/dynamodb/client.ts";
import { versionOf } from "../../platform/table/item.ts";
import { ECB_DAY_ITEM } from "../../platform/table/items.ts";
import { ecbDayKey, ecbDaysBetween, type Key } from "../../platform/table/keys.ts";
import type { EcbDay } from "./ecb-csv.ts";
import { mergedDay, type StoredEcbDay } from "./ecb-feed.ts";
import { type PeriodRates, periodRates } from "./period-rates.ts";

const Rate = z.string().regex(/^\d+(\.\d+)?$/);

export const EcbDayItem = z.object({
  day: IsoDateSchema,
  rates: z.record(z.string(), Rate),
  revisions: z.array(
    z.object({ currency: z.string(), old_rate: Rate, new_rate: Rate, replaced_at: z.string() }),
  ),
  version: z.int(),
});

/** Maximum number of days in one DynamoDB transaction. */
const DAYS_AT_ONCE = 100;

/**
 * Stores the rates of these days. Adds new currencies to a day, replaces a changed rate and stores its old value as a
 * revision, and skips an unchanged day. Each day may be given once. Loaders may run concurrently, and an interrupted
 * load can be repeated.
 * @returns number of days written, and of rates replaced.
 */
export async function storeEcbDays(
  days: readonly EcbDay[],
  now: Date,
): Promise<{ stored: number; corrected: number }> {
  const sum = { stored: 0, corrected: 0 };
  const inOrder = days.map(({ day }) => day).sort();
  const [from, to] = [inOrder[0], inOrder.at(-1)];
  if (!from || !to) return sum;

  const known = new Map((await loadStoredDays(from, to)).map((item) => [item.day, item]));
  const fresh = days.filter(({ day }) => !known.has(day));
  const merges = days.filter((day) => {
    const stored = known.get(day.day);
    return stored && mergedDay(stored, day, now);
  });
  for (let at = 0; at < fresh.length; at += DAYS_AT_ONCE) {
    const chunk = fresh.slice(at, at + DAYS_AT_ONCE);
    if (await insertTogether(chunk)) sum.stored += chunk.length;
    else merges.push(...chunk);
  }
  for (const day of merges) {
    const corrected = await mergeDay(day, now);
    if (corrected === undefined) continue;
    sum.stored += 1;
    sum.corrected += corrected;
  }
  return sum;
}

/** Reads the rates of one publication day, strongly consistent: a locked quarter must not miss a stored rate. */
export async function loadEcbDay(day: IsoDate): Promise<EcbDay | undefined> {
  const item = await loadItem(day);
  return item && { day: item.day, rates: item.rates };
}

/** Reads the rates from `from` to `to`, both days included, in order. */
export async function loadEcbRange(from: IsoDate, to: IsoDate): Promise<EcbDay[]> {
  const items = await loadStoredDays(from, to);
  return items.map(({ day, rates }) => ({ day, rates }));
}

/** Returns the newest day with stored rates, up to `today`; null if there is none. */
export async function loadNewestEcbDay(today: IsoDate): Promise<IsoDate | null> {
  const newestFirst = { ...ecbDaysBetween(FIRST_DAY, today), ScanIndexForward: false, Limit: 1 };
  const { items } = await queryPage(newestFirst);
  return items[0] ? EcbDayItem.parse(items[0]).day : null;
}

/** The ECB has published rates since the euro began. */
const FIRST_DAY = "1999-01-04";

type RatedPeriod = { readonly key: PeriodKey; readonly lastDay: IsoDate };

/** Loads the rates that convert a period; periodRates defines the result for a day without rates. */
export const loadPeriodRates = async (period: RatedPeriod): Promise<PeriodRates> =>
  ratesOfPeriod(period, await loadEcbDay(publicationDayOn(period.lastDay)));

export const periodRatesKey = ({ lastDay }: RatedPeriod): Key =>
  ecbDayKey(publicationDayOn(lastDay));

export const periodRatesIn = (period: RatedPeriod, found: object | undefined): PeriodRates =>
  ratesOfPeriod(period, found && EcbDayItem.parse(found));

const ratesOfPeriod = ({ key, lastDay }: RatedPeriod, published: EcbDay | undefined): PeriodRates =>
  periodRates(key, lastDay, publicationDayOn(lastDay), published);

async function loadItem(day: IsoDate): Promise<StoredEcbDay | undefined> {
  const { Item } = await dynamo.send(
    new GetCommand({ TableName: tableName(), Key: ecbDayKey(day), ConsistentRead: true }),
  );
  return Item && EcbDayItem.parse(Item);
}

/** Reads the days from `from` to `to`, both included, with their revisions. */
export const loadStoredDays = async (from: IsoDate, to: IsoDate): Promise<StoredEcbDay[]> =>
  z.array(EcbDayItem).parse(await queryAll(ecbDaysBetween(from, to)));

/** Reads the same days for an audit: those that can be read, and the names of the others. */
export async function readStoredDays(from: IsoDate, to: IsoDate) {
  const items = await queryAll(ecbDaysBetween(from, to));
  const read = items.map((item) => ({ name: String(item["sk"]), ...EcbDayItem.safeParse(item) }));
  return {
    days: read.flatMap(({ data }) => data ?? []),
    unreadable: read.flatMap(({ success, name }) => (success ? [] : [`${name} cannot be read`])),
  };
}

/** Inserts all days in one transaction. Returns false, with nothing written, if a day was already stored. */
async function insertTogether(days: readonly EcbDay[]): Promise<boolean> {
  const TransactItems = days.map((day) => ({
    Put: {
      TableName: tableName(),
      Item: {
        ...ecbDayKey(day.day),
        ...versionOf(ECB_DAY_ITEM),
        ...day,
        revisions: [],
        version: 1,
      },
      ConditionExpression: "attribute_not_exists(pk)",
    },
  }));
  try {
    await dynamo.send(new TransactWriteCommand({ TransactItems }));
    return true;
  } catch (error) {
    // Another loader was faster, or the table is busy. The days are then merged and retried one by one.
    if (error instanceof TransactionCanceledException) return false;
    throw error;
  }
}

/** Merges a day into the stored one. Returns the number of replaced rates, or undefined if nothing is new. */
function mergeDay(day: EcbDay, now: Date): Promise<number | undefined> {
  return withRetries(async () => {
    const stored = await loadItem(day.day);
    const merged = mergedDay(stored, day, now);
    if (!merged) return undefined;
    await putVersion(merged);
    return merged.revisions.length - (stored?.revisions.length ?? 0);
  });
}

/**
 * Writes `item` on condition that it follows the stored version.
 * @throws ConditionalCheckFailedException if it does not.
 */
async function putVersion(item: StoredEcbDay): Promise<void> {
  const condition =
    item.version === 1
      ? { ConditionExpression: "attribute_not_exists(pk)" }
      : {
          ConditionExpression: "version = :before",
          ExpressionAttributeValues: { ":before": item.version - 1 },
        };
  await dynamo.send(
    new PutCommand({
      TableName: tableName(),
      Item: { ...ecbDayKey(item.day), ...versionOf(ECB_DAY_ITEM), ...item },
      ...condition,
    }),
  );
}

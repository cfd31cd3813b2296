import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { GetCommand, PutCommand, TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import type { IsoDate } from "../../core/calendar/iso-date.ts";
import { IsoDate as IsoDateSchema } from "../../core/calendar/schema.ts";
import { publicationDayOn } from "../../core/calendar/target-days.ts";
import { dynamo, tableName } from "../../platform/dynamodb/client.ts";
import { queryAll } from "../../platform/dynamodb/read.ts";
import { withRetries } from "../../platform/retries.ts";
import { versionOf } from "../../platform/table/item.ts";
import { ECB_DAY_ITEM } from "../../platform/table/items.ts";
import { ecbDayKey, ecbDaysBetween, type Key } from "../../platform/table/keys.ts";
import type { EcbDay } from "../../vat/exchange-rates/ecb-csv.ts";
import { mergedDay, type StoredEcbDay } from "../../vat/exchange-rates/ecb-feed.ts";
import { type PeriodRates, periodRates } from "../../vat/exchange-rates/period-rates.ts";

const Rate = z.string().regex(/^\d+(\.\d+)?$/);

const EcbDayItem = z.object({
  day: IsoDateSchema,
  rates: z.record(z.string(), Rate),
  revisions: z.array(
    z.object({ currency: z.string(), old_rate: Rate, new_rate: Rate, replaced_at: z.string() }),
  ),
  version: z.int(),
});

/** The most actions DynamoDB takes in one transaction. */
const DAYS_AT_ONCE = 100;

/**
 * Keeps the rates of these days: new currencies are added to a day, a changed rate is replaced and
 * its old value kept as a revision, an unchanged day is not written. Each day may be given once.
 * Loaders may run side by side, and a load that was cut off is finished by repeating it.
 * @returns days written, and rates replaced among them.
 */
export async function storeEcbDays(
  days: readonly EcbDay[],
  now: Date,
): Promise<{ stored: number; corrected: number }> {
  const sum = { stored: 0, corrected: 0 };
  const inOrder = days.map(({ day }) => day).sort();
  const [from, to] = [inOrder[0], inOrder.at(-1)];
  if (!from || !to) return sum;

  const known = new Map((await queryDays(from, to)).map((item) => [item.day, item]));
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

/** The rates of one publication day, read strongly: a locked quarter must not miss what is stored. */
export async function loadEcbDay(day: IsoDate): Promise<EcbDay | undefined> {
  const item = await loadItem(day);
  return item && { day: item.day, rates: item.rates };
}

/** The rates from `from` to `to`, both days included, in order. */
export async function loadEcbRange(from: IsoDate, to: IsoDate): Promise<EcbDay[]> {
  const items = await queryDays(from, to);
  return items.map(({ day, rates }) => ({ day, rates }));
}

/** A tax period, by its key and its last day. */
type RatedPeriod = { readonly key: string; readonly lastDay: IsoDate };

/** What converts a period; see periodRates for what it answers without rates. */
export const loadPeriodRates = async (period: RatedPeriod): Promise<PeriodRates> =>
  ratesOfPeriod(period, await loadEcbDay(publicationDayOn(period.lastDay)));

/** Where the rates of a period are. */
export const periodRatesKey = ({ lastDay }: RatedPeriod): Key =>
  ecbDayKey(publicationDayOn(lastDay));

/** What converts a period, in what stands at that key. */
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

const queryDays = async (from: IsoDate, to: IsoDate): Promise<StoredEcbDay[]> =>
  z.array(EcbDayItem).parse(await queryAll(ecbDaysBetween(from, to)));

/** Whether all of them were new and are stored now; if not, none of them is. */
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
    // Another loader was faster, or the table is busy: day by day, each is merged and retried.
    if (error instanceof TransactionCanceledException) return false;
    throw error;
  }
}

/** The number of rates it replaced, or undefined when the day held all of this already. */
function mergeDay(day: EcbDay, now: Date): Promise<number | undefined> {
  return withRetries(async () => {
    const stored = await loadItem(day.day);
    const merged = mergedDay(stored, day, now);
    if (!merged) return undefined;
    await putVersion(merged);
    return merged.revisions.length - (stored?.revisions.length ?? 0);
  });
}

/** @throws ConditionalCheckFailedException unless `item` follows the version it was made from. */
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

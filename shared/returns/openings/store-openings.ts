import * as z from "zod";
import { returnBook } from "../../ledger/sums/sum-key.ts";
import { tableName } from "../../platform/dynamodb/client.ts";
import { queryAll } from "../../platform/dynamodb/read.ts";
import { writeTogether } from "../../platform/dynamodb/spread-writes.ts";
import { openingMarkKey } from "../../platform/table/mark-keys.ts";
import { openingKey, openingsBetween } from "../../platform/table/opening-keys.ts";
import { versionOf } from "../../platform/table/schema-versions.ts";
import { schemeNamed } from "../../vat/schemes/schemes.ts";
import { openingMarkOf } from "../locks/mark.ts";
import { changeMarkUpdate } from "../locks/store-markers.ts";
import { Opening } from "./opening-schema.ts";
import { type OpeningState, openingBesideLocks } from "./opening-state.ts";

/** The openings of a scheme from one period to another, both included, withdrawn ones too. */
export async function loadOpenings(
  account: string,
  scheme: string,
  from: string,
  to: string = from,
): Promise<Opening[]> {
  const query = { ...openingsBetween(account, scheme, from, to), ConsistentRead: true };
  return z.array(Opening).parse(await queryAll(query));
}

/**
 * Stores an opening with its mark, and marks the `moved` books as changed: it appears whole, or not at all.
 * @throws TransactionCanceledException when another opening or a lock of the scheme has come since `seen`.
 */
export async function saveOpening(
  account: string,
  opening: Opening,
  seen: OpeningState,
  moved: readonly string[] = [],
): Promise<void> {
  const book = returnBook(schemeNamed(opening.scheme_type), opening.period_key);
  const item = {
    TableName: tableName(),
    Item: { ...openingKey(account, opening), ...opening },
  };
  const mark = {
    TableName: tableName(),
    Item: {
      ...openingMarkKey(account, book, opening.registration_id),
      ...versionOf("mark"),
      ...openingMarkOf(opening),
    },
  };
  await writeTogether((spreadKey) => [
    { Put: item },
    { Put: mark },
    openingBesideLocks(account, opening.scheme_type, seen),
    ...moved.map((one) => ({ Update: changeMarkUpdate(account, one, spreadKey) })),
  ]);
}

import type { Key } from "./keys.ts";

/*
 * Jobs that write records (Art. 63c CIR 282/2011), by the instant they were asked for.
 *
 *   pk                         sk                          item                        read by
 *   RECORDS#<account>          <instant>-<random>          job, its files              records
 */
export const recordsKey = (account: string, id: string): Key => ({
  pk: `RECORDS#${account}`,
  sk: id,
});

/** The account's jobs, or those that were asked for before one of them. */
export const recordsOf = (account: string, before?: string) => ({
  KeyConditionExpression: before === undefined ? "pk = :pk" : "pk = :pk AND sk < :before",
  ExpressionAttributeValues: {
    ":pk": recordsKey(account, "").pk,
    ...(before === undefined ? {} : { ":before": before }),
  },
});

import type { Key } from "./keys.ts";

/*
 * What audits of sums have found in order, part of the access patterns of keys.ts.
 *
 *   pk                         sk                          item                        read by
 *   AUDITS#<account>           <YYYY-Qn>                   last audit without finding  regular audit
 */
export const cleanAuditKey = (account: string, quarter: string): Key => ({
  pk: `AUDITS#${account}`,
  sk: quarter,
});

export const cleanAuditsOf = (account: string) => ({
  KeyConditionExpression: "pk = :pk",
  ExpressionAttributeValues: { ":pk": cleanAuditKey(account, "").pk },
});

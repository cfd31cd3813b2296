import type { Key } from "./keys.ts";

/** The key of a check of a VAT number. Ids rise with the time of the check. */
export const vatNumberCheckKey = (account: string, id: string): Key => ({
  pk: `VAT_NUMBER_CHECKS#${account}`,
  sk: id,
});

/** Queries the checks of an account before an id, the newest first. `~` comes after every id. */
export const vatNumberChecksBefore = (account: string, id = "~") => ({
  KeyConditionExpression: "pk = :pk AND sk < :before",
  ExpressionAttributeValues: { ":pk": vatNumberCheckKey(account, "").pk, ":before": id },
  ScanIndexForward: false,
});

/** The key of a check that VIES has not answered yet, among those of all accounts. */
export const vatNumberRetryKey = (id: string): Key => ({ pk: "VAT_NUMBER_RETRIES", sk: id });

/** Queries the checks of all accounts that VIES has not answered, the oldest first. */
export const vatNumberRetries = () => ({
  KeyConditionExpression: "pk = :pk",
  ExpressionAttributeValues: { ":pk": vatNumberRetryKey("").pk },
});

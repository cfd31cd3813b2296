import type { LedgerId } from "../../core/ids.ts";
import { ANY, defineItem } from "./item.ts";
import type { Key } from "./keys.ts";

/** The key of a check of a VAT number. Ids rise with the time of the check. */
export const vatNumberCheckKey = (ledger: LedgerId, id: string): Key => ({
  pk: `VAT_NUMBER_CHECKS#${ledger}`,
  sk: id,
});

/** Queries the checks of an account before an id, the newest first. `~` comes after every id. */
export const vatNumberChecksBefore = (ledger: LedgerId, id = "~") => ({
  KeyConditionExpression: "pk = :pk AND sk < :before",
  ExpressionAttributeValues: { ":pk": vatNumberCheckKey(ledger, "").pk, ":before": id },
  ScanIndexForward: false,
});

/** The key of a check that VIES has not answered yet, among those of all accounts. */
export const vatNumberRetryKey = (id: string): Key => ({ pk: "VAT_NUMBER_RETRIES", sk: id });

/** Queries the checks of all accounts that VIES has not answered, the oldest first. */
export const vatNumberRetries = () => ({
  KeyConditionExpression: "pk = :pk",
  ExpressionAttributeValues: { ":pk": vatNumberRetryKey("").pk },
});

/** A check of a customer's VAT number in VIES, as evidence: mask, answer, day and consultation number. */
export const VAT_NUMBER_CHECK_ITEM = defineItem({
  name: "vat number check",
  key: vatNumberCheckKey(ANY, ANY),
  group: "vat_number_checks",
  journal: {
    changes: [
      "status",
      "answered_at",
      "consultation_number",
      "reason",
      "attempts",
      "last_tried_at",
    ],
    rises: ["attempts"],
    once: ["answered_at", "consultation_number"],
  },
});

/** The sealed number of a check that VIES has not answered yet. It is removed with the answer. */
export const VAT_NUMBER_RETRY_ITEM = defineItem({
  name: "vat number retry",
  key: vatNumberRetryKey(ANY),
  group: "vat_number_retries",
  journal: false,
  expires: true,
  sandbox: "stays",
});

import { ANY, defineItem } from "./item.ts";
import { vatNumberCheckKey, vatNumberRetryKey } from "./vat-number-keys.ts";

/** A check of a customer's VAT number in VIES, as evidence: mask, answer, day and consultation number. */
export const VAT_NUMBER_CHECK_ITEM = defineItem({
  name: "vat number check",
  key: vatNumberCheckKey(ANY, ANY),
  version: 1,
  group: "vat_number_checks",
  reads: ["GetItem", "Query"],
  writes: ["PutItem", "UpdateItem"],
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
  sandbox: "removed",
});

/** The sealed number of a check that VIES has not answered yet. It is removed with the answer. */
export const VAT_NUMBER_RETRY_ITEM = defineItem({
  name: "vat number retry",
  key: vatNumberRetryKey(ANY),
  version: 1,
  group: "vat_number_retries",
  reads: ["Query"],
  writes: ["PutItem", "UpdateItem"],
  journal: false,
  expires: true,
  sandbox: "stays",
});

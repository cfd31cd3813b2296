import type { TableUses } from "../platform/table/item.ts";

/** Of `changeMails`. */
export const MAIL_USES: TableUses = [
  "GetItem mail_settings",
  "GetItem mail_suppressions",
  "PutItem mail_settings",
  "PutItem mails",
  "UpdateItem rate_limits",
];

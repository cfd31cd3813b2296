import { COMMIT_USES } from "../ledger/table-uses.ts";
import type { TableUses } from "../platform/table/item.ts";

/** Of `moveImportJob`. */
export const IMPORT_MOVE_USES: TableUses = [
  "GetItem imports",
  "PutItem notifications",
  "PutItem open_import_rows",
  "PutItem outbox",
  "UpdateItem imports",
];

/** Of `bookOrder`. */
export const BOOK_ORDER_USES: TableUses = [
  COMMIT_USES,
  "GetItem registrations",
  "GetItem shop_orders",
  "BatchGetItem import_originals",
  "BatchGetItem order_names",
  "PutItem shop_orders",
  "UpdateItem open_import_rows",
  "BatchWriteItem order_names",
];

/** Of a call with the token of an upload link. */
export const SENDER_USES: TableUses = [
  "GetItem accounts",
  "GetItem upload_links",
  "UpdateItem rate_limits",
];

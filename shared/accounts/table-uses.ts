import type { TableUses } from "../platform/table/item.ts";

/** Of `saveMember`. */
export const MEMBER_USES: TableUses = [
  "PutItem members",
  "PutItem memberships",
  "PutItem organisations",
  "PutItem rights",
];

/** Of `createClients`. */
export const CLIENT_USES: TableUses = [
  "GetItem organisations",
  "BatchGetItem organisation_accounts",
  "PutItem accounts",
  "PutItem organisation_accounts",
  "PutItem organisations",
  "PutItem rights",
];

/** Of `insertApiKey`. */
export const KEY_USES: TableUses = [
  "PutItem keys",
  "PutItem rights",
  "UpdateItem key_list",
  "UpdateItem keys",
  "ConditionCheckItem accounts",
  "ConditionCheckItem keys",
];

import type { TableUses } from "../platform/table/item.ts";

/** Of `loadThresholdInput`. */
export const THRESHOLD_USES: TableUses = [
  "BatchGetItem profile",
  "BatchGetItem registrations",
  "Query rates",
  "Query sums",
];

/** Of `changeRegistrations`. */
export const REGISTRATION_USES: TableUses = [
  "GetItem recounts",
  "GetItem registrations",
  "PutItem changes",
  "PutItem recounts",
  "PutItem registrations",
];

/** Of `changeEvent`. */
export const CHANGE_USES: TableUses = [
  "BatchGetItem consignments",
  "BatchGetItem events",
  "Query events",
  "PutItem consignments",
  "PutItem events",
  "UpdateItem consignments",
  "UpdateItem events",
  "UpdateItem marks",
  "UpdateItem sums",
  "ConditionCheckItem consignments",
  "ConditionCheckItem events",
];

/** Of `commitEvents`. */
export const COMMIT_USES: TableUses = [
  CHANGE_USES,
  "GetItem rate_overlay",
  "GetItem recounts",
  "GetItem transactions",
  "BatchGetItem profile",
  "BatchGetItem registrations",
  "BatchGetItem sources",
  "BatchGetItem transactions",
  "PutItem recounts",
  "UpdateItem source_tags",
];

/** Of `readEvents`. */
export const EVENT_LIST_USES: TableUses = [
  "GetItem recounts",
  "BatchGetItem events",
  "Query events_by_day",
];

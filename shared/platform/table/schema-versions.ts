/**
 * The form of each kind of stored item, written into it as `schema_version`. Whoever changes a form
 * raises its number, so that a reader or a recount can tell old items from new ones.
 */
export const SCHEMA_VERSIONS = {
  account: 1,
  api_key: 2,
  key_listing: 1,
  profile: 2,
  registrations: 1,
  recount: 2,
  sources: 1,
  setting_change: 1,
  source_tag: 1,
  event: 2,
  link: 1,
  consignment: 1,
  tally: 1,
  clean_audit: 1,
  transaction: 1,
  calculation_name: 1,
  lock: 1,
  lock_chain: 1,
  opening: 1,
  opening_state: 1,
  mark: 1,
  import: 1,
  import_original: 1,
  import_undo: 1,
  notification: 1,
  notice: 1,
  records: 1,
  ecb_day: 1,
  idempotency: 1,
  rate_limit: 1,
  sandbox: 1,
  webhooks: 1,
  webhook_secret: 1,
  outbox_message: 1,
  webhook_delivery: 1,
} as const;

/** The attribute of a new item of that kind. */
export const versionOf = (kind: keyof typeof SCHEMA_VERSIONS) => ({
  schema_version: SCHEMA_VERSIONS[kind],
});

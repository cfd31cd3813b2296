/** The kinds of item in the table, as shared/platform/table/item-families.ts finds and uses them. */
export type ItemFamily =
  | "keys"
  | "key_list"
  | "accounts"
  | "accounts_by_name"
  | "profile"
  | "registrations"
  | "recounts"
  | "sources"
  | "changes"
  | "source_tags"
  | "events"
  | "events_by_day"
  | "consignments"
  | "tallies"
  | "audits"
  | "transactions"
  | "transactions_by_day"
  | "locks"
  | "marks"
  | "openings"
  | "notifications"
  | "records"
  | "imports"
  | "import_originals"
  | "import_undos"
  | "rates"
  | "idempotency"
  | "rate_limits"
  | "sandboxes"
  | "webhooks"
  | "webhook_secrets"
  | "outbox"
  | "deliveries"
  | "webhooks_due"
  | "readiness";

/**
 * What a handler does with the table. Its function is granted that and no more. What every handler
 * of a scope does, reading keys and remembering answers, is not repeated in each row.
 */
export type TableAccess =
  | "none"
  | {
      readonly reads?: readonly ItemFamily[];
      readonly writes?: readonly ItemFamily[];
      /** What it does besides, in the partitions of sandboxes alone. */
      readonly sandboxes?: SandboxAccess;
    };

export type SandboxAccess = {
  readonly reads?: readonly ItemFamily[];
  readonly writes?: readonly ItemFamily[];
  /** What it takes out of the table: nowhere else is anything deleted. */
  readonly removes?: readonly ItemFamily[];
};

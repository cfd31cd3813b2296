import * as z from "zod";
import { AccountRecord } from "../../shared/accounts/account.ts";
import { BoardRow } from "../../shared/accounts/people/board.ts";
import {
  Client,
  Invitation,
  Member,
  Organisation,
} from "../../shared/accounts/people/organisation.ts";
import { Person } from "../../shared/accounts/people/person.ts";
import { StoredSession } from "../../shared/accounts/people/session.ts";
import { boardRowIn } from "../../shared/accounts/people/store-board.ts";
import { SandboxState } from "../../shared/accounts/sandbox.ts";
import { SettingChange } from "../../shared/accounts/setting-changes.ts";
import { SourceTag } from "../../shared/accounts/sources.ts";
import { KeyListing } from "../../shared/accounts/store-keys.ts";
import { settingChangeIn } from "../../shared/accounts/store-setting-changes.ts";
import { SOURCES_VALUE } from "../../shared/accounts/store-sources.ts";
import { StoredResponse } from "../../shared/api/store-idempotency.ts";
import { BulkJob } from "../../shared/filing/bulk/bulk-job.ts";
import { Ticks } from "../../shared/filing/entry-sheet/store-ticks.ts";
import { ImportJob } from "../../shared/imports/jobs/job.ts";
import { jobOf } from "../../shared/imports/jobs/store-jobs.ts";
import { StoredOpenOrders, StoredOpenRows } from "../../shared/imports/jobs/store-open-rows.ts";
import { StoredMovement } from "../../shared/imports/movements/movement.ts";
import { StoredOrder } from "../../shared/imports/orders/store-orders.ts";
import { UploadLink } from "../../shared/imports/upload-links/upload-link.ts";
import {
  TransactionItem,
  transactionOf,
} from "../../shared/ledger/calculate/store-transactions.ts";
import { NewEvent } from "../../shared/ledger/events/schema.ts";
import { ConsignmentItem, EventItem } from "../../shared/ledger/events/store-events.ts";
import { StoredFullIdentifiers } from "../../shared/ledger/full-identifiers/store-full-identifiers.ts";
import { StoredOrderName } from "../../shared/ledger/order-names/store-order-names.ts";
import { RecountState } from "../../shared/ledger/recount/recount-state.ts";
import { REGISTRATIONS } from "../../shared/ledger/settings/store-settings.ts";
import { RecordsJob } from "../../shared/ledger/supply-records/job.ts";
import { Retry } from "../../shared/ledger/vat-numbers/store-vat-number-checks.ts";
import { VatNumberCheck } from "../../shared/ledger/vat-numbers/vat-number-check.ts";
import { Mail } from "../../shared/notifications/mails/mail.ts";
import { MailSettings } from "../../shared/notifications/mails/settings.ts";
import { Notice } from "../../shared/notifications/notification.ts";
import { RatesTold } from "../../shared/notifications/rate-changes.ts";
import { NotificationItem } from "../../shared/notifications/store.ts";
import { WebhookDelivery } from "../../shared/notifications/webhooks/delivery.ts";
import { OutboxItem } from "../../shared/notifications/webhooks/store-deliveries.ts";
import { Turn } from "../../shared/notifications/webhooks/store-turns.ts";
import { SecretItem } from "../../shared/notifications/webhooks/store-webhooks.ts";
import { Webhooks } from "../../shared/notifications/webhooks/webhook.ts";
import { CleanAudit } from "../../shared/operations/audit/audit.ts";
import { AuditRunItem } from "../../shared/operations/audit/store-audits.ts";
import { EvidenceCheckRun } from "../../shared/operations/checks/store-checkpoints.ts";
import { JournalRecord } from "../../shared/operations/journal/journal-record.ts";
import { StoredKey } from "../../shared/platform/credentials/api-key.ts";
import { RightRow } from "../../shared/platform/credentials/rights.ts";
import {
  Filing,
  LockedPeriod,
  LockMarker,
  OpeningMarker,
} from "../../shared/returns/locks/locked-period.ts";
import { Preparation } from "../../shared/returns/locks/preparation.ts";
import { HeadItem } from "../../shared/returns/locks/store-locks.ts";
import { Opening } from "../../shared/returns/openings/schema.ts";
import { OpeningState } from "../../shared/returns/openings/store-openings.ts";
import { Payments } from "../../shared/returns/payment/schema.ts";
import { CatchUp } from "../../shared/shops/catch-up/catch-up.ts";
import { Connections } from "../../shared/shops/connections/connection.ts";
import { InboundDelivery } from "../../shared/shops/connections/delivery.ts";
import { StoredSecrets } from "../../shared/shops/connections/store-connections.ts";
import { EcbDayItem } from "../../shared/vat/exchange-rates/store-exchange-rates.ts";
import { RateProposals } from "../../shared/vat/rate-proposals/rate-proposal.ts";
import { RateOverlay } from "../../shared/vat/reference-data/vat-rates.ts";
import { DatedProfile } from "../../shared/vat/seller/profile.ts";

/** How the items of a kind are read: by a schema, or attribute by attribute, none of which must be there. */
type Reading = z.ZodType | "no schema";

/** The kinds of the table, by their names in the registry. */
export const STORED_KINDS: Readonly<Record<string, Reading>> = {
  account: AccountRecord,
  "account quota": "no schema",
  key: StoredKey,
  "calculation name": "no schema",
  consignment: ConsignmentItem,
  "ECB day": EcbDayItem,
  event: EventItem,
  "full identifiers": StoredFullIdentifiers,
  idempotency: StoredResponse,
  "listed key": KeyListing,
  link: "no schema",
  notice: Notice,
  notification: NotificationItem,
  profile: DatedProfile,
  "rate limit": "no schema",
  readiness: "no schema",
  records: RecordsJob,
  recount: RecountState,
  registrations: REGISTRATIONS.schema,
  sandbox: SandboxState,
  change: SettingChange,
  "row of a right": RightRow,
  sources: SOURCES_VALUE.schema,
  "source tag": SourceTag,
  sum: "no schema",
  transaction: TransactionItem,
  "worker leases": "no schema",
  "audit run": AuditRunItem,
  "clean audit": CleanAudit,
  "evidence round": EvidenceCheckRun,
  "catch up": CatchUp,
  connections: Connections,
  "connection secrets": StoredSecrets,
  "inbound address": z.object({ account: z.string() }),
  "inbound delivery": InboundDelivery,
  "count of open orders": StoredOpenOrders,
  "shop order": StoredOrder,
  import: ImportJob,
  "upload link": UploadLink,
  "original of an import": "no schema",
  "undo of an import": "no schema",
  movement: StoredMovement,
  "open rows of an import": StoredOpenRows,
  mail: Mail,
  "mail settings": MailSettings,
  "suppressed address": "no schema",
  "name of an order": StoredOrderName,
  "request of a check": "no schema",
  "row of the board": BoardRow,
  "bulk job": BulkJob,
  invitation: Invitation,
  membership: "no schema",
  member: Member,
  "account of an organisation": Client,
  organisation: Organisation,
  person: Person,
  session: StoredSession,
  "name of a session": "no schema",
  "mark of changes": "no schema",
  "end of the chain of locks": HeadItem,
  lock: LockedPeriod,
  "mark of a lock": LockMarker,
  opening: Opening,
  "mark of an opening": OpeningMarker,
  "state of openings": OpeningState,
  payments: Payments,
  preparation: Preparation,
  "ticks of an entry sheet": Ticks,
  "vat number check": VatNumberCheck,
  "vat number retry": Retry,
  "accepted rates": RateOverlay,
  "told rates": RatesTold,
  "rate proposals": RateProposals,
  "webhook delivery": WebhookDelivery,
  "outbox message": OutboxItem,
  webhooks: Webhooks,
  "webhook secret": SecretItem,
  "webhook turn": Turn,
};

/** The files of the buckets that the service reads again. Snapshots are read by the schema of locks. */
export const STORED_FILES: Readonly<Record<string, z.ZodType>> = {
  "file of a filing": Filing,
  "line of the journal": JournalRecord,
  "event of a part of an import": NewEvent,
};

/** What a reader adds to items of a kind before it parses them. */
export const READ_BEFORE: Readonly<Record<string, (item: Record<string, unknown>) => unknown>> = {
  transaction: transactionOf,
  import: jobOf,
  change: settingChangeIn,
  "row of the board": boardRowIn,
};

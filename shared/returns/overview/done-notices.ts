import { type Period, periodNamed } from "../../core/calendar/dates.ts";
import type { LedgerId } from "../../core/ids.ts";
import { loadRegistrations } from "../../ledger/settings/store-settings.ts";
import type { Notice, NoticeOf } from "../../notifications/notification.ts";
import type { NotificationRecord } from "../../notifications/texts.ts";
import { loadWebhooks } from "../../notifications/webhooks/store-webhooks.ts";
import { failures } from "../../shops/connections/connection.ts";
import { loadConnections } from "../../shops/connections/store-connections.ts";
import type { Scheme } from "../../vat/schemes/scheme.ts";
import { schemeNamed } from "../../vat/schemes/schemes.ts";
import { paymentState, paymentsOfReturn } from "../payment/payment.ts";
import type { Payments } from "../payment/schema.ts";
import { hasUnfiledReturn, type NoticeContext } from "./due-notices.ts";
import type { LockState } from "./load-due-returns.ts";
import { loadRecorded } from "./load-recorded.ts";

type OfReturns = NoticeOf<"return.due_soon" | "return.overdue" | "return.unpaid">;

type Declared = NoticeContext & {
  readonly locks: readonly Pick<
    LockState,
    "period_key" | "registration_id" | "filed" | "submitted_on" | "totals"
  >[];
  readonly payments: readonly Payments[];
};

/** True if all returns that a notice names are filed and paid, or filed elsewhere. */
export function isSettled(scheme: Scheme, notice: OfReturns, declared: Declared): boolean {
  const { locks, payments } = declared;
  const keys = notice.kind === "return.overdue" ? notice.period_keys : [notice.period_key];
  return keys.every((key) => {
    const isFiled = !hasUnfiledReturn(scheme, periodNamed(key) as Period, declared, locks);
    const own = locks.filter(({ period_key }) => period_key === key);
    return (
      isFiled &&
      own.every(
        (lock) => paymentState(lock, paymentsOfReturn(payments, lock)).outstanding_minor <= 0,
      )
    );
  });
}

/**
 * Returns the ids of the unread notices that ask for nothing any more: their returns are filed and paid, or their fault is
 * mended. Reads only what those notices are about. A file that failed stays as it is.
 */
export async function loadDoneNotices(
  ledger: LedgerId,
  all: readonly NotificationRecord[],
): Promise<ReadonlySet<string>> {
  const notices = all.flatMap((one) => (one.read_at || "year" in one ? [] : [one]));
  const done = await Promise.all([loadSettled(ledger, notices), loadMended(ledger, notices)]);
  return new Set(done.flat().map(({ id }) => id));
}

const isOfReturns = (notice: Notice): notice is OfReturns => notice.kind.startsWith("return.");

async function loadSettled(ledger: LedgerId, notices: readonly Notice[]): Promise<Notice[]> {
  const bySchemes = Map.groupBy(notices.filter(isOfReturns), ({ scheme_type }) => scheme_type);
  if (bySchemes.size === 0) return [];
  const { items: registrations } = await loadRegistrations(ledger);
  const settled = [...bySchemes].map(async ([id, own]) => {
    const scheme = schemeNamed(id);
    const [locks, payments, markers] = await loadRecorded(ledger, scheme);
    const declared = { registrations, markers, locks, payments };
    return own.filter((notice) => isSettled(scheme, notice, declared));
  });
  return (await Promise.all(settled)).flat();
}

async function loadMended(ledger: LedgerId, notices: readonly Notice[]): Promise<Notice[]> {
  const tells = (kind: Notice["kind"]) => notices.some((notice) => notice.kind === kind);
  const [webhooks, connections] = await Promise.all([
    tells("webhook.disabled") ? loadWebhooks(ledger) : undefined,
    tells("connection.failing") ? loadConnections(ledger) : undefined,
  ]);
  return notices.filter((notice) => {
    if (notice.kind === "webhook.disabled") {
      return !webhooks?.webhooks.some(
        ({ id, disabled_at }) => id === notice.webhook_id && disabled_at,
      );
    }
    if (notice.kind !== "connection.failing") return false;
    const own = connections?.connections.find(({ id }) => id === notice.connection_id);
    return !own || !failures(own).some(({ code }) => code === notice.code);
  });
}

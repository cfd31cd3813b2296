import { isNotClosed } from "../accounts/enqueue-accounts.ts";
import { accountPages } from "../accounts/store-accounts.ts";
import { sha256Of } from "../core/hash.ts";
import type { LedgerId } from "../core/ids.ts";
import { loadVatRates } from "../vat/rate-proposals/store-rate-proposals.ts";
import { ratesChangedEvent, withChanges, withoutTelling } from "./rate-changes.ts";
import { updateRatesTold } from "./store-rates-told.ts";
import { putOutboxMessage } from "./webhooks/store-deliveries.ts";
import { loadWebhooks } from "./webhooks/store-webhooks.ts";
import { listensTo } from "./webhooks/webhook.ts";

/**
 * Tells each webhook that asks for it which VAT rates have changed since the last run. What is told is stored before the
 * first message and ended after the last one: a run that was interrupted is repeated, with the same messages.
 */
export async function tellRateChanges(now: Date): Promise<{ readonly rates_told: number }> {
  const rates = await loadVatRates();
  const { telling } = await updateRatesTold((seen) => withChanges(seen, rates, now));
  if (!telling) return { rates_told: 0 };
  const event = ratesChangedEvent(telling);
  const message = { type: event.type, timestamp: telling.at };
  const id = sha256Of(telling.at).slice(0, 16);
  const tell = async (ledger: LedgerId): Promise<boolean> => {
    const { webhooks } = await loadWebhooks(ledger);
    const isWanted = webhooks.some((webhook) => listensTo(webhook, message));
    if (isWanted) await putOutboxMessage(ledger, event, new Date(telling.at), id);
    return isWanted;
  };
  let rates_told = 0;
  for await (const ledgers of accountPages(isNotClosed)) {
    rates_told += (await Promise.all(ledgers.map(tell))).filter(Boolean).length;
  }
  await updateRatesTold((seen) => withoutTelling(seen, telling.at) ?? seen);
  return { rates_told };
}

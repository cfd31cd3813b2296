import { Webhooks } from "../../notifications/webhooks/webhook.ts";
import { isAtTime } from "./change-time.ts";

/** An item before or after a change, with its addresses and secrets covered. */
type Form = Readonly<Record<string, unknown>>;

/** Returns the webhooks of an account's item; none if it cannot be read. */
export const webhooksIn = (item: Form): Webhooks["webhooks"] =>
  Webhooks.safeParse(item).data?.webhooks ?? [];

/**
 * Finds webhooks whose address changed without an author at that time. The service changes an address only on request,
 * and records the key and the instant.
 * @param at the second in which the table recorded the change
 */
export function webhookChangeFaults(before: Form | undefined, after: Form, at: string): string[] {
  const former = new Map(webhooksIn(before ?? {}).map((one) => [one.id, one]));
  return webhooksIn(after).flatMap(({ id, url, created_at, updated_at }) => {
    const was = former.get(id);
    if (was?.url === url) return [];
    const isToldNow = isAtTime(was ? updated_at : created_at, at);
    const isNewlyTold = was?.updated_at !== updated_at;
    return isToldNow && isNewlyTold ? [] : [`the address of ${id} was changed by nobody`];
  });
}

/** Finds a secret that was replaced without becoming the former one, or was set again after its removal. */
export function secretChangeFaults(before: Form | undefined, after: Form): string[] {
  const [old, now] = [before?.["current"], after["current"]];
  if (!before || now === undefined) return [];
  if (old === undefined) return ["the secret was set after its removal"];
  const isKept = old === now && before["former"] === after["former"];
  return isKept || (old !== now && after["former"] === old)
    ? []
    : ["the secret was replaced, and the former one was not kept"];
}

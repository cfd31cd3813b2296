import type { AccountNotification } from "../../../../client/src/eu-vat-client.ts";
import { type Page, slugOf } from "../shell/page.ts";

type About = Pick<AccountNotification, "kind" | "about">;

/** Where somebody goes from a notification: to the return, to the webhooks, or to the threshold of the overview. */
export function pageAbout({ kind, about }: About): Page {
  const { scheme_type, period_key: period } = about;
  if (scheme_type && period) {
    // What is due is locked and filed; what has changed is looked at.
    const name = kind === "return.due_soon" ? "filing" : "period";
    return { name, scheme: slugOf(scheme_type), period };
  }
  return { name: about.webhook_id ? "webhooks" : "overview" };
}

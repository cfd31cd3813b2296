import type { AccountNotification } from "../../../../client/src/eu-vat-client.ts";
import { type Page, slugOf } from "../shell/page.ts";

type About = Pick<AccountNotification, "kind" | "about">;

/** The pages that notifications link to. */
type AboutPage = Page & {
  readonly name: "period" | "filing" | "webhooks" | "connections" | "imports" | "overview";
};

/** Returns the page that a notification links to: the return, the webhooks, the connections, the import, or the threshold of the overview. */
export function pageAbout({ kind, about }: About): AboutPage {
  const { scheme_type, period_key: period } = about;
  if (scheme_type && period) {
    // Overdue returns may be several, which the overview lists.
    if (kind === "return.overdue") return { name: "overview" };
    // A due or unpaid return links to its filing page, a changed one to its period page.
    const isToFile = kind === "return.due_soon" || kind === "return.unpaid";
    const name = isToFile ? "filing" : "period";
    return { name, scheme: slugOf(scheme_type), period };
  }
  if (about.import_id) return { name: "imports", id: about.import_id };
  if (about.connection_id) return { name: "connections" };
  return { name: about.webhook_id ? "webhooks" : "overview" };
}

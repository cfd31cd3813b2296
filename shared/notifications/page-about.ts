/** The part of a notification that decides its page. */
type About = {
  readonly kind: string;
  readonly about: Readonly<
    Record<
      "scheme_type" | "period_key" | "connection_id" | "import_id" | "webhook_id",
      string | null
    >
  >;
};

/** Returns the address in the console of what a notification is about: the return, the webhooks, the connections, the import, or the overview. */
export function addressAbout({ kind, about }: About): string {
  const { scheme_type, period_key } = about;
  if (scheme_type && period_key) {
    // A due or unpaid return leads to its filing page, an overdue or changed one to its period page.
    const isToFile = kind === "return.due_soon" || kind === "return.unpaid";
    const page = isToFile ? "filing" : "period";
    return `${page}/${scheme_type.replaceAll("_", "-")}/${period_key}`;
  }
  if (kind === "upload_link.unanswered") return "imports";
  if (about.import_id) return `imports/${about.import_id}`;
  if (about.connection_id) return "connections";
  return about.webhook_id ? "webhooks" : "overview";
}

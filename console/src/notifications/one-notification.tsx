import { useRef } from "preact/hooks";
import type { AccountNotification } from "../../../client/src/eu-vat-client.ts";
import { ActionFailure } from "../loading/action-failure.tsx";
import { useAction } from "../loading/use-action.ts";
import { Badge } from "../parts/badge.tsx";
import { Card } from "../parts/card.tsx";
import { useReader, useSession } from "../session/console-context.ts";
import { addressOf } from "../shell/page.ts";
import { pageAbout } from "./page-about.ts";

const LABELS = {
  period: "notifications.open.returnOf",
  filing: "notifications.open.returnOf",
  webhooks: "notifications.open.webhook",
  connections: "notifications.open.connection",
  imports: "notifications.open.import",
  overview: "notifications.open.overview",
} as const;

type OneNotificationProps = { readonly of: AccountNotification; readonly onRead: () => void };

/** Displays a notification in the reader's language. The text can contain the URL of a webhook, which is untrusted. */
export function OneNotification({ of, onRead }: OneNotificationProps) {
  const { say, format } = useReader();
  const { client, may } = useSession();
  const { busy, failure, run } = useAction();
  const { subject, text } = of.texts[say.language];
  const about = useRef<HTMLAnchorElement>(null);
  const target = pageAbout(of);
  const read = () =>
    run(async () => {
      await client.readAccountNotification({ path: { id: of.id } });
      // The button disappears; if the focus was on it, it moves to the notification's link.
      if (document.activeElement === document.body) about.current?.focus();
      onRead();
    });
  return (
    <Card
      title={<bdi class="lines">{subject}</bdi>}
      aside={of.read_at === null && <Badge level="info">{say("nav.count.unread")}</Badge>}
    >
      <p class="lines">
        <bdi>{text.trimEnd()}</bdi>
      </p>
      <p class="buttons">
        <a ref={about} href={addressOf(target)}>
          {say(LABELS[target.name], {
            period: "period" in target ? format.period(target.period ?? "") : "",
          })}
          <span class="unseen"> {subject}</span>
        </a>
        {may("readAccountNotification") && of.read_at === null && (
          <button type="button" disabled={busy} onClick={read}>
            {say("notifications.read")}
            <span class="unseen"> {subject}</span>
          </button>
        )}
        <span class="muted">{format.instant(of.created_at)}</span>
      </p>
      <ActionFailure failure={failure} />
    </Card>
  );
}

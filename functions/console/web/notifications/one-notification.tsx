import { useRef } from "preact/hooks";
import type { AccountNotification } from "../../../../client/src/eu-vat-client.ts";
import { ActionFailure } from "../loading/action-failure.tsx";
import { useAction } from "../loading/use-action.ts";
import { Badge } from "../parts/badge.tsx";
import { Card } from "../parts/card.tsx";
import { useReader, useSession } from "../session/console-context.ts";
import { addressOf } from "../shell/page.ts";
import { pageAbout } from "./page-about.ts";

type OneNotificationProps = { readonly of: AccountNotification; readonly onRead: () => void };

/** What was told, in the reader's language. It can hold the address of a webhook: a text of a stranger. */
export function OneNotification({ of, onRead }: OneNotificationProps) {
  const { say, format } = useReader();
  const { client, mayWrite } = useSession();
  const { busy, failure, run } = useAction();
  const { subject, text } = of.texts[say.language];
  const about = useRef<HTMLAnchorElement>(null);
  const read = () =>
    run(async () => {
      await client.readAccountNotification({ path: { id: of.id } });
      // The button goes: who has not gone on meanwhile stays at what it was of.
      if (document.activeElement === document.body) about.current?.focus();
      onRead();
    });
  return (
    <Card
      title={<bdi class="lines">{subject}</bdi>}
      aside={of.read_at === null && <Badge level="info">{say("notifications.new")}</Badge>}
    >
      <p class="lines">
        <bdi>{text.trimEnd()}</bdi>
      </p>
      <p class="buttons">
        <a ref={about} href={addressOf(pageAbout(of))}>
          {say("notifications.open")}
          <span class="unseen"> {subject}</span>
        </a>
        {mayWrite && of.read_at === null && (
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

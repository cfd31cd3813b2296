import { useRef } from "preact/hooks";
import type { AccountNotification } from "../../../client/src/eu-vat-client.ts";
import { ActionFailure } from "../loading/action-failure.tsx";
import { useAction } from "../loading/use-action.ts";
import { Badge } from "../parts/badge.tsx";
import { Icon, type IconName } from "../parts/icon.tsx";
import type { Level } from "../parts/level.ts";
import { useReader, useSession } from "../session/console-context.ts";
import { addressOf } from "../shell/page.ts";
import { withAmountsTogether } from "./amounts.ts";
import { pageAbout } from "./page-about.ts";

export const isUnread = ({ read_at, done }: AccountNotification): boolean =>
  read_at === null && !done;

const LABELS = {
  period: "notifications.open.returnOf",
  filing: "notifications.open.returnOf",
  webhooks: "notifications.open.webhook",
  connections: "notifications.open.connection",
  imports: "notifications.open.import",
  overview: "notifications.open.overview",
} as const;

/** The picture and the severity of each kind. */
const LOOKS: Readonly<Record<AccountNotification["kind"], readonly [IconName, Level]>> = {
  "threshold.crossed": ["dashboard", "info"],
  "late_change.recorded": ["receipt", "info"],
  "return.due_soon": ["receipt", "warn"],
  "return.overdue": ["receipt", "bad"],
  "return.unpaid": ["receipt", "bad"],
  "connection.failing": ["plug", "bad"],
  "webhook.disabled": ["webhook", "bad"],
  "import.failed": ["upload", "bad"],
  "upload_link.unanswered": ["upload", "warn"],
};

type OneNotificationProps = {
  readonly of: AccountNotification;
  readonly onRead: (id: string) => Promise<void>;
};

/** Displays a notification in the reader's language. The text can contain the URL of a webhook, which is untrusted. */
export function OneNotification({ of, onRead }: OneNotificationProps) {
  const { say, format } = useReader();
  const { may } = useSession();
  const { busy, failure, run } = useAction();
  const { subject, text } = of.texts[say.language];
  const about = useRef<HTMLAnchorElement>(null);
  const target = pageAbout(of);
  const read = () =>
    run(async () => {
      await onRead(of.id);
      // The button disappears; if the focus was on it, it moves to the notification's link.
      if (document.activeElement === document.body) about.current?.focus();
    });
  const [icon, level] = LOOKS[of.kind];
  return (
    <li class="notification">
      <span class={`step-mark ${level}`}>
        <Icon name={icon} />
      </span>
      <div>
        <h3>
          <bdi class="lines">{withAmountsTogether(subject)}</bdi>
        </h3>
        <p>
          <bdi class="lines">{withAmountsTogether(text.trim().replaceAll(/\n{2,}/g, "\n"))}</bdi>
        </p>
        <p class="buttons">
          <a ref={about} href={addressOf(target)}>
            {say(LABELS[target.name], {
              period: "period" in target ? format.period(target.period ?? "") : "",
            })}
            <span class="unseen"> {subject}</span>
          </a>
          <span class="muted small">{format.instant(of.created_at)}</span>
        </p>
        <ActionFailure failure={failure} />
      </div>
      <div class="buttons">
        {of.done && <Badge level="good">{say("level.good")}</Badge>}
        {isUnread(of) && <Badge level={level}>{say("nav.count.unread")}</Badge>}
        {may("readAccountNotification") && isUnread(of) && (
          <button type="button" class="small" disabled={busy} onClick={read}>
            {say("notifications.read")}
            <span class="unseen"> {subject}</span>
          </button>
        )}
      </div>
    </li>
  );
}

import { useRef } from "preact/hooks";
import type { AccountNotification } from "../../../client/src/eu-vat-client.ts";
import { ActionFailure } from "../loading/action-failure.tsx";
import { useAction } from "../loading/use-action.ts";
import { isFinished } from "../overview/due-day.ts";
import { useOverview } from "../overview/overview-context.ts";
import { Badge } from "../parts/badge.tsx";
import { Icon, type IconName } from "../parts/icon.tsx";
import type { Level } from "../parts/level.ts";
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

type OneNotificationProps = { readonly of: AccountNotification; readonly onRead: () => void };

/** Displays a notification in the reader's language. The text can contain the URL of a webhook, which is untrusted. */
export function OneNotification({ of, onRead }: OneNotificationProps) {
  const { say, format } = useReader();
  const { client, may } = useSession();
  const { busy, failure, run } = useAction();
  const { subject, text } = of.texts[say.language];
  const about = useRef<HTMLAnchorElement>(null);
  const target = pageAbout(of);
  const isDone = useIsDone(of);
  const read = () =>
    run(async () => {
      await client.readAccountNotification({ path: { id: of.id } });
      // The button disappears; if the focus was on it, it moves to the notification's link.
      if (document.activeElement === document.body) about.current?.focus();
      onRead();
    });
  const [icon, level] = LOOKS[of.kind];
  return (
    <li class="notification">
      <span class={`step-mark ${level}`}>
        <Icon name={icon} />
      </span>
      <div>
        <h3>
          <bdi class="lines">{subject}</bdi>
        </h3>
        <p>
          <bdi class="lines">{text.trim().replaceAll(/\n{2,}/g, "\n")}</bdi>
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
        {of.read_at === null && (
          <Badge level={isDone ? "good" : level}>
            {say(isDone ? "level.good" : "nav.count.unread")}
          </Badge>
        )}
        {may("readAccountNotification") && of.read_at === null && (
          <button type="button" class="small" disabled={busy} onClick={read}>
            {say("notifications.read")}
            <span class="unseen"> {subject}</span>
          </button>
        )}
      </div>
    </li>
  );
}

/** True of a notification to file or pay a return that the overview knows as filed and paid. */
function useIsDone({ kind, about }: AccountNotification): boolean {
  const { scheme_type, period_key } = about;
  const overview = useOverview();
  const returns = overview.state === "ready" ? overview.value.returns : [];
  const own = returns.filter(
    (dueReturn) => dueReturn.scheme_type === scheme_type && dueReturn.period_key === period_key,
  );
  return kind.startsWith("return.") && own.length > 0 && own.every(isFinished);
}

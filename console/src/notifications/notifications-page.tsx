import { useState } from "preact/hooks";
import type { AccountNotification } from "../../../client/src/eu-vat-client.ts";
import { ActionFailure } from "../loading/action-failure.tsx";
import { useAction } from "../loading/use-action.ts";
import { useOverviewAgain } from "../overview/overview-context.ts";
import { Paged } from "../paging/paged.tsx";
import { usePages } from "../paging/use-pages.ts";
import { Card } from "../parts/card.tsx";
import { PageTitle } from "../parts/page-title.tsx";
import { Toast } from "../parts/toast.tsx";
import { useReader, useSession } from "../session/console-context.ts";
import { isUnread, OneNotification } from "./one-notification.tsx";

/** Lists the notifications of the account, the newest first, each with a link to its subject. */
export function NotificationsPage() {
  const { say } = useReader();
  const { client, may } = useSession();
  const notifications = usePages("notifications", (query, signal) =>
    client.listAccountNotifications({ query }, { signal }),
  );
  const overviewAgain = useOverviewAgain();
  const { busy, failure, run } = useAction();
  const [read, setRead] = useState<readonly string[]>([]);
  const mark = async (ids: readonly string[], isRead: boolean) => {
    const query = { read: isRead ? "true" : "false" } as const;
    for (const id of ids) await client.readAccountNotification({ path: { id }, query });
    setRead(isRead ? ids : []);
    notifications.again();
    overviewAgain();
  };
  const onRead = (id: string) => mark([id], true);
  const readAll = (items: readonly AccountNotification[]) =>
    run(() =>
      mark(
        items.filter(isUnread).map(({ id }) => id),
        true,
      ),
    );
  return (
    <>
      <PageTitle>{say("nav.notifications")}</PageTitle>
      <Paged name={say("nav.notifications")} of={notifications}>
        {({ items, unread_count }) =>
          items.length === 0 ? (
            <p class="muted">{say("notifications.none")}</p>
          ) : (
            <>
              <p class="buttons">
                <span class="muted">{say.many("notifications.unread", unread_count)}</span>
                {may("readAccountNotification") && unread_count > 1 && (
                  <button
                    type="button"
                    class="small"
                    disabled={busy}
                    onClick={() => readAll(items)}
                  >
                    {say("notifications.readAll")}
                  </button>
                )}
              </p>
              <ActionFailure failure={failure} />
              <ByDay items={items} onRead={onRead} />
            </>
          )
        }
      </Paged>
      {read.length > 0 && (
        <Toast undo={() => mark(read, false)} onClose={() => setRead([])}>
          {say.many("notifications.wereRead", read.length)}
        </Toast>
      )}
    </>
  );
}

type ByDayProps = {
  readonly items: readonly AccountNotification[];
  readonly onRead: (id: string) => Promise<void>;
};

/** Displays notifications under their days, the newest first. */
function ByDay({ items, onRead }: ByDayProps) {
  const { format } = useReader();
  const days = [...Map.groupBy(items, ({ created_at }) => created_at.slice(0, 10))];
  return (
    <div class="stack">
      {days.map(([day, own]) => (
        <Card key={day} title={format.day(day)}>
          <ul class="plain">
            {own.map((notification) => (
              <OneNotification key={notification.id} of={notification} onRead={onRead} />
            ))}
          </ul>
        </Card>
      ))}
    </div>
  );
}

import { Loaded } from "../loading/loaded.tsx";
import { useLoad } from "../loading/use-load.ts";
import { Pager } from "../paging/pager.tsx";
import { useCursors } from "../paging/use-cursors.ts";
import { PageTitle } from "../parts/page-title.tsx";
import { useReader, useSession } from "../session/console-context.ts";
import { OneNotification } from "./one-notification.tsx";

/** Notifications per page. */
const LISTED = 20;

/** Lists the notifications of the account, the newest first, each with a link to its subject. */
export function NotificationsPage() {
  const { say } = useReader();
  const { client } = useSession();
  const cursors = useCursors();
  const { cursor } = cursors;
  const query = { limit: LISTED, ...(cursor ? { cursor } : {}) };
  const told = useLoad(`notifications ${cursor}`, (signal) =>
    client.listAccountNotifications({ query }, { signal }),
  );
  const again = told.state === "ready" ? told.again : () => {};
  return (
    <>
      <PageTitle>{say("nav.notifications")}</PageTitle>
      <Loaded of={told}>
        {({ items, unread_count, next_cursor }) =>
          items.length === 0 ? (
            <p class="muted">{say("notifications.none")}</p>
          ) : (
            <>
              <p class="muted">{say.many("notifications.unread", unread_count)}</p>
              <div class="stack">
                {items.map((one) => (
                  <OneNotification key={one.id} of={one} onRead={again} />
                ))}
              </div>
              <Pager of={say("nav.notifications")} cursors={cursors} next={next_cursor} />
            </>
          )
        }
      </Loaded>
    </>
  );
}

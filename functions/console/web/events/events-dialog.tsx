import { Loaded } from "../loading/loaded.tsx";
import { useLoad } from "../loading/use-load.ts";
import { Pager } from "../paging/pager.tsx";
import { useCursors } from "../paging/use-cursors.ts";
import { Dialog } from "../parts/dialog.tsx";
import type { Lock } from "../period/load-period.ts";
import { useReader, useSession } from "../session/console-context.ts";
import { type EventsBehind, loadEvents } from "./events-behind.ts";
import { EventsTable } from "./events-table.tsx";

type EventsDialogProps = {
  readonly behind: EventsBehind;
  readonly onClose: () => void;
  /** The lock of the figure's return, if the return has changed since. */
  readonly changedLock?: Pick<Lock, "locked_at"> | undefined;
};

/** Displays the source events of a figure, page by page. */
export function EventsDialog({ behind, onClose, changedLock }: EventsDialogProps) {
  const { say, format } = useReader();
  const { client } = useSession();
  const cursors = useCursors();
  const { cursor } = cursors;
  const page = useLoad(`events ${JSON.stringify(behind)} ${cursor}`, (signal) =>
    loadEvents(client, behind, cursor, signal),
  );
  return (
    <Dialog title={say("events.title")} onClose={onClose}>
      {"query" in behind && behind.isLateChange && <p>{say("events.lateChange")}</p>}
      {changedLock && (
        <p>{say("events.sinceLock", { instant: format.instant(changedLock.locked_at) })}</p>
      )}
      <Loaded of={page}>
        {({ items, next_cursor }) => (
          <>
            <p role="status">
              {say.many("events.shown", items.length)}
              {next_cursor && ` ${say("events.thereAreMore")}`}
            </p>
            {items.length > 0 && <EventsTable events={items} />}
            <Pager of={say("events.title")} cursors={cursors} next={next_cursor} />
          </>
        )}
      </Loaded>
    </Dialog>
  );
}

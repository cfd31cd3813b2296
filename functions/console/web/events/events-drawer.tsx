import { useState } from "preact/hooks";
import type { SupplyEvent } from "../../../../client/src/eu-vat-client.ts";
import { Loaded } from "../loading/loaded.tsx";
import { useLoad } from "../loading/use-load.ts";
import type { ListPage } from "../paging/full-page.ts";
import { Pager } from "../paging/pager.tsx";
import { useCursors } from "../paging/use-cursors.ts";
import { Dialog } from "../parts/dialog.tsx";
import type { Lock } from "../period/load-period.ts";
import { useReader, useSession } from "../session/console-context.ts";
import { EventDetail } from "./event-detail.tsx";
import { loadEvents } from "./events-behind.ts";
import { EventsTable } from "./events-table.tsx";
import type { OpenedFigure } from "./opened-figure.ts";

type EventsDrawerProps = OpenedFigure & {
  readonly onClose: () => void;
  /** The lock of the figure's return, if the return has changed since. */
  readonly changedLock?: Pick<Lock, "locked_at"> | undefined;
};

/** Displays the source events of a figure with their sum, page by page, and each event in full. */
export function EventsDrawer({ behind, title, figure, onClose, changedLock }: EventsDrawerProps) {
  const { say, format } = useReader();
  const { client } = useSession();
  const [chosen, choose] = useState<string>();
  const cursors = useCursors();
  const { cursor } = cursors;
  const page = useLoad(`events ${JSON.stringify(behind)} ${cursor}`, (signal) =>
    loadEvents(client, behind, cursor, signal),
  );
  return (
    <Dialog title={figure ? `${title}: ${figure}` : title} onClose={onClose} isDrawer>
      {chosen ? (
        <EventDetail id={chosen} onBack={() => choose(undefined)} onOpen={choose} />
      ) : (
        <>
          {"query" in behind && behind.isLateChange && <p>{say("events.lateChange")}</p>}
          {changedLock && (
            <p>{say("events.sinceLock", { instant: format.instant(changedLock.locked_at) })}</p>
          )}
          <Loaded of={page}>{(value) => <Page page={value} onOpen={choose} />}</Loaded>
          {page.state === "ready" && (
            <Pager of={title} cursors={cursors} next={page.value.next_cursor} />
          )}
        </>
      )}
    </Dialog>
  );
}

type PageProps = {
  readonly page: ListPage<SupplyEvent>;
  readonly onOpen: (id: string) => void;
};

function Page({ page: { items, next_cursor }, onOpen }: PageProps) {
  const { say } = useReader();
  return (
    <>
      <p role="status">
        {say.many("events.shown", items.length)}
        {next_cursor && ` ${say("events.thereAreMore")}`}
      </p>
      {items.length > 0 && <EventsTable events={items} onOpen={onOpen} />}
    </>
  );
}

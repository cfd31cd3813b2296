import { useState } from "preact/hooks";
import type { SupplyEvent } from "../../../client/src/eu-vat-client.ts";
import type { ListPage } from "../paging/full-page.ts";
import { Paged } from "../paging/paged.tsx";
import { usePages } from "../paging/use-pages.ts";
import { DataTable } from "../parts/data-table.tsx";
import { Dialog } from "../parts/dialog.tsx";
import type { Lock } from "../period/load-period.ts";
import { useReader, useSession } from "../session/console-context.ts";
import { eventColumns } from "./event-columns.tsx";
import { EventDetail } from "./event-detail.tsx";
import { eventSums } from "./event-sums.ts";
import type { OpenedFigure } from "./opened-figure.ts";
import { loadEvents, type SourceEvents } from "./source-events.ts";

type EventsDrawerProps = OpenedFigure & {
  readonly onClose: () => void;
  /** The lock of the figure's return, if the return has changed since. */
  readonly changedLock?: Pick<Lock, "locked_at"> | undefined;
};

/** Displays the source events of a figure with their sum, page by page, and each event in full. */
export function EventsDrawer(props: EventsDrawerProps) {
  const { title, figure, onClose, changedLock } = props;
  const { say, format } = useReader();
  const [chosen, choose] = useState<string>();
  return (
    <Dialog title={figure ? `${title}: ${figure}` : title} onClose={onClose} isDrawer>
      {chosen ? (
        <EventDetail id={chosen} onBack={() => choose(undefined)} onOpen={choose} />
      ) : (
        <>
          {changedLock && (
            <p>{say("events.sinceLock", { instant: format.instant(changedLock.locked_at) })}</p>
          )}
          {"sourceEvents" in props && (
            <EventsList sourceEvents={props.sourceEvents} of={title} onOpen={choose} />
          )}
          {"parts" in props &&
            props.parts.map(({ heading, sourceEvents }) => (
              <section key={heading}>
                <h3>{heading}</h3>
                <EventsList sourceEvents={sourceEvents} of={heading} onOpen={choose} />
              </section>
            ))}
        </>
      )}
    </Dialog>
  );
}

type EventsListProps = {
  readonly sourceEvents: SourceEvents;
  /** The subject of the list, for screen readers. */
  readonly of: string;
  readonly onOpen: (id: string) => void;
};

/** Displays the events of one selection with their sum, page by page. */
function EventsList({ sourceEvents, of, onOpen }: EventsListProps) {
  const { say } = useReader();
  const { client } = useSession();
  const page = usePages(`events ${JSON.stringify(sourceEvents)}`, ({ cursor }, signal) =>
    loadEvents(client, sourceEvents, cursor, signal),
  );
  return (
    <>
      {"query" in sourceEvents && sourceEvents.isLateChange && <p>{say("events.lateChange")}</p>}
      <Paged name={of} of={page}>
        {(value) => (
          <Page
            page={value}
            onOpen={onOpen}
            isPage={page.cursors.cursor !== null || value.next_cursor !== null}
          />
        )}
      </Paged>
    </>
  );
}

type PageProps = {
  readonly page: ListPage<SupplyEvent>;
  readonly onOpen: (id: string) => void;
  /** True if the page is one of several. */
  readonly isPage: boolean;
};

function Page({ page: { items, next_cursor }, onOpen, isPage }: PageProps) {
  const reader = useReader();
  const { say } = reader;
  return (
    <>
      <p role="status">
        {say.many("events.shown", items.length)}
        {next_cursor && ` ${say("events.thereAreMore")}`}
      </p>
      {items.length > 0 && (
        <DataTable
          caption={say("events.title")}
          columns={eventColumns(reader, { onOpen, sums: eventSums(items), isPage })}
          rows={items}
          keyOf={({ event_id }) => event_id}
        />
      )}
    </>
  );
}

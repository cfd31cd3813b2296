import { useEffect, useRef, useState } from "preact/hooks";
import type { SourceFigure } from "../../../client/src/eu-vat-client.ts";
import { RowsOfLine } from "../imports/rows-of-line.tsx";
import { Paged } from "../paging/paged.tsx";
import { usePages } from "../paging/use-pages.ts";
import { DataTable } from "../parts/data-table.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { Field } from "../parts/field.tsx";
import type { Lock } from "../period/load-period.ts";
import { useReader, useSession } from "../session/console-context.ts";
import { contributionColumns, eventColumns } from "./event-columns.tsx";
import { EventDetail } from "./event-detail.tsx";
import { convertedTo, eventSums } from "./event-sums.ts";
import { FigureSums } from "./figure-sums.tsx";
import { findInList } from "./find-in-list.ts";
import type { FigurePart, OpenedFigure } from "./opened-figure.ts";
import { type EventsPage, loadEvents } from "./source-events.ts";

type EventsDrawerProps = OpenedFigure & {
  readonly onClose: () => void;
  /** The lock of the figure's return, if there is one. */
  readonly lock?: Pick<Lock, "locked_at"> | undefined;
};

/** Displays the source events of a figure with their sum, page by page, and each event in full. */
export function EventsDrawer({ title, figure, note, parts, onClose, lock }: EventsDrawerProps) {
  const { chosen, choose, back } = useChosen();
  return (
    <Dialog
      title={figure ? `${title.replace(/\.$/, "")}: ${figure}` : title}
      onClose={onClose}
      onEscape={chosen ? back : undefined}
      isDrawer
    >
      {chosen && <EventDetail id={chosen} onBack={back} onOpen={choose} />}
      {/* The lists keep their pages and what is searched in them. */}
      <div hidden={chosen !== undefined}>
        {note && <p>{note}</p>}
        {parts.map((part) => (
          <section key={JSON.stringify(part)}>
            {part.heading && <h3>{part.heading}</h3>}
            {"rows" in part ? (
              <RowsOfLine {...part} of={part.heading ?? title} shown={part.shown} />
            ) : (
              <EventsList
                {...part}
                of={part.heading ?? title}
                onOpen={choose}
                lockedAt={lock?.locked_at}
              />
            )}
          </section>
        ))}
      </div>
    </Dialog>
  );
}

/** Manages the event that is shown in full, and returns the focus to what it was opened by. */
function useChosen() {
  const [chosen, set] = useState<string>();
  const opener = useRef<Element | null>(null);
  useEffect(() => {
    if (chosen === undefined && opener.current instanceof HTMLElement) opener.current.focus();
  }, [chosen]);
  return {
    chosen,
    choose: (id: string) => {
      if (chosen === undefined) opener.current = document.activeElement;
      set(id);
    },
    back: () => set(undefined),
  };
}

type EventsListProps = Extract<FigurePart, { readonly sourceEvents: unknown }> & {
  /** The subject of the list, for screen readers. */
  readonly of: string;
  readonly onOpen: (id: string) => void;
  readonly lockedAt: string | undefined;
};

/** Displays the sum of the events of one selection, and the events page by page. */
function EventsList({ sourceEvents, shown, of, onOpen, lockedAt }: EventsListProps) {
  const { client } = useSession();
  const known = useRef<SourceFigure | undefined>(undefined);
  const page = usePages(`events ${JSON.stringify(sourceEvents)}`, ({ cursor }, signal) =>
    loadEvents(client, sourceEvents, cursor, signal),
  );
  return (
    <Paged name={of} of={page}>
      {(value) => {
        // Later pages do not repeat the figure.
        known.current = value.figure ?? known.current;
        const figure = known.current;
        return (
          <>
            {figure && <FigureSums figure={figure} shown={shown} lockedAt={lockedAt} />}
            <Page
              page={value}
              onOpen={onOpen}
              isCounted={figure !== undefined && figure.event_count !== null}
              count={figure ? undefined : shown?.value}
              isPage={page.cursors.cursor !== null || value.next_cursor !== null}
            />
          </>
        );
      }}
    </Paged>
  );
}

/** Number of events from which a list can be searched. */
const SEARCHED = 5;

type PageProps = {
  readonly page: EventsPage;
  readonly onOpen: (id: string) => void;
  /** True if the number of all events is said already. */
  readonly isCounted: boolean;
  /** The figure itself, if it is a number of events of which nothing else is known. */
  readonly count: number | undefined;
  /** True if the page is one of several. */
  readonly isPage: boolean;
};

function Page({ page: { items, next_cursor }, onOpen, isCounted, count, isPage }: PageProps) {
  const { say } = useReader();
  return (
    <>
      {(isPage || !isCounted) && (
        <p role="status">
          {isPage && `${say("events.thisPage")}: `}
          {say.many("events.shown", items.length)}
          {next_cursor && ` ${say("events.thereAreMore")}`}
          {!isPage && items.length === count && ` ${say("events.equals")}`}
        </p>
      )}
      {items.length > 0 && <SearchedTable items={items} onOpen={onOpen} isPage={isPage} />}
    </>
  );
}

type SearchedTableProps = Pick<PageProps, "onOpen" | "isPage"> & Pick<EventsPage, "items">;

/** Displays events as a table, in which those with a text or an amount are found. */
function SearchedTable({ items, onOpen, isPage }: SearchedTableProps) {
  const reader = useReader();
  const { say } = reader;
  const [asked, ask] = useState("");
  const found = findInList(items, asked, reader.format);
  const currency = convertedTo(items);
  const [state, ...others] = eventColumns(reader, {
    onOpen,
    sums: eventSums(items),
    isPage,
  }).toReversed();
  const columns = [
    ...others.toReversed(),
    ...(currency ? contributionColumns(reader, items, currency) : []),
    ...(state ? [state] : []),
  ];
  return (
    <>
      {items.length > SEARCHED && (
        <Field label={say("events.find")}>
          <input
            type="search"
            autocomplete="off"
            value={asked}
            onInput={({ currentTarget }) => ask(currentTarget.value)}
          />
        </Field>
      )}
      <DataTable
        caption={say("events.title")}
        // A part of a list has no total.
        columns={found === items ? columns : columns.map(({ total: _, ...column }) => column)}
        rows={found}
        keyOf={({ event_id }) => event_id}
        empty={say("events.notFound")}
      />
    </>
  );
}

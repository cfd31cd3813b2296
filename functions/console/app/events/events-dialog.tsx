import { useEffect, useState } from "preact/hooks";
import type { SupplyEvent } from "../../../../client/src/eu-vat-client.ts";
import { refusalText } from "../loading/refusal-text.ts";
import { Dialog } from "../parts/dialog.tsx";
import { Notice } from "../parts/notice.tsx";
import { useReader, useSession } from "../session/console-context.ts";
import { type EventsBehind, loadEvents } from "./events-behind.ts";
import { EventsTable } from "./events-table.tsx";

type EventsDialogProps = { readonly behind: EventsBehind; readonly onClose: () => void };

/** The events behind a figure, a page at a time. */
export function EventsDialog({ behind, onClose }: EventsDialogProps) {
  const { say, format } = useReader();
  const { events, next, busy, failure, more } = usePages(behind);
  return (
    <Dialog title={say("events.title")} onClose={onClose}>
      {"query" in behind && behind.isLateChange && <p>{say("events.lateChange")}</p>}
      <p role="status">
        {busy ? say("loading") : say.many("events.shown", events.length)}
        {!busy && next && ` ${say("events.thereAreMore")}`}
      </p>
      {failure !== undefined && <Notice level="bad">{refusalText(failure, say)}</Notice>}
      {events.length > 0 && <EventsTable events={events} />}
      {busy && <progress aria-label={say("loading")} />}
      {next && !busy && (
        <button type="button" onClick={more}>
          {say("events.more", { count: format.count(100) })}
        </button>
      )}
    </Dialog>
  );
}

type Pages = {
  readonly events: readonly SupplyEvent[];
  readonly next: string | null;
  readonly failure?: unknown;
};

const NONE: Pages = { events: [], next: null };

function usePages(behind: EventsBehind) {
  const { client } = useSession();
  const [pages, setPages] = useState(NONE);
  const [wanted, setWanted] = useState<{ readonly cursor: string | null }>({ cursor: null });
  const [busy, setBusy] = useState(true);
  useEffect(() => {
    const control = new AbortController();
    const take = (change: (before: Pages) => Pages) => {
      if (control.signal.aborted) return;
      setPages(change);
      setBusy(false);
    };
    loadEvents(client, behind, wanted.cursor, control.signal).then(
      ({ items, next_cursor }) =>
        take(({ events }) => ({ events: [...events, ...items], next: next_cursor })),
      (failure: unknown) => take((before) => ({ ...before, failure })),
    );
    return () => control.abort();
  }, [client, behind, wanted]);
  const more = () => {
    setBusy(true);
    setWanted({ cursor: pages.next });
  };
  return { ...pages, busy, more };
}

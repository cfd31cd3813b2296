import type { ListedSession } from "../../../client/src/eu-vat-client.ts";
import { ActionFailure } from "../loading/action-failure.tsx";
import { Loaded } from "../loading/loaded.tsx";
import { useAction } from "../loading/use-action.ts";
import { useLoad } from "../loading/use-load.ts";
import { Badge } from "../parts/badge.tsx";
import { Card } from "../parts/card.tsx";
import { type Column, DataTable } from "../parts/data-table.tsx";
import { PageTitle } from "../parts/page-title.tsx";
import { useReader, useSession } from "../session/console-context.ts";

/** Lists where the person is signed in, and ends those sessions. */
export function SessionsPage() {
  const { say } = useReader();
  const { client, person } = useSession();
  const list = useLoad(`sessions ${person}`, (signal) =>
    client.listSessions({ query: { limit: 200 } }, { signal }),
  );
  return (
    <>
      <PageTitle lead={say("sessions.lead")}>{say("nav.sessions")}</PageTitle>
      <Loaded of={list}>
        {({ items }) => <SessionsCard sessions={items} onChanged={list.again} />}
      </Loaded>
    </>
  );
}

type SessionsCardProps = {
  readonly sessions: readonly ListedSession[];
  readonly onChanged: () => void;
};

function SessionsCard({ sessions, onChanged }: SessionsCardProps) {
  const { say, format } = useReader();
  const { client } = useSession();
  const { busy, failure, run } = useAction();
  const end = (work: () => Promise<unknown>) => run(() => work().then(onChanged));
  const nameOf = ({ device }: ListedSession) => device ?? say("sessions.unknown");
  const columns: Column<ListedSession>[] = [
    {
      head: say("sessions.device"),
      cell: (session) => (
        <>
          {nameOf(session)}{" "}
          {session.is_current && <Badge level="good">{say("sessions.current")}</Badge>}
        </>
      ),
    },
    { head: say("sessions.since"), cell: ({ created_at }) => format.instant(created_at) },
    { head: say("sessions.lastUsed"), cell: ({ last_used_at }) => format.instant(last_used_at) },
    {
      head: say("sessions.end"),
      isAction: true,
      cell: (session) =>
        !session.is_current && (
          <button
            type="button"
            class="small"
            disabled={busy}
            onClick={() => end(() => client.endOneSession({ path: { id: session.id } }))}
          >
            {say("sessions.end")}
            <span class="unseen"> {nameOf(session)}</span>
          </button>
        ),
    },
  ];
  const endOthers = sessions.some(({ is_current }) => !is_current) && (
    <button
      type="button"
      disabled={busy}
      onClick={() => end(() => client.endSessions({ query: { keep_current: "true" } }))}
    >
      {say("sessions.endOthers")}
    </button>
  );
  return (
    <Card title={say.many("sessions.count", sessions.length)} aside={endOthers}>
      <DataTable
        caption={say("nav.sessions")}
        columns={columns}
        rows={sessions}
        keyOf={({ id }) => id}
        isSaved={false}
      />
      <ActionFailure failure={failure} />
    </Card>
  );
}

import type { MemberSession } from "../../../client/src/eu-vat-client.ts";
import { ActionFailure } from "../loading/action-failure.tsx";
import { Loaded } from "../loading/loaded.tsx";
import { useAction } from "../loading/use-action.ts";
import { useLoad } from "../loading/use-load.ts";
import { type Column, DataTable } from "../parts/data-table.tsx";
import { useQuestion } from "../parts/question.tsx";
import { useReader, useSession } from "../session/console-context.ts";
import { useOrganisation } from "./people-context.ts";

type MemberSessionsProps = { readonly person: string; readonly name: string };

/** Lists where a member is signed in, and ends one session or all. */
export function MemberSessions({ person, name }: MemberSessionsProps) {
  const { say } = useReader();
  const { client } = useSession();
  const { id: organisation } = useOrganisation();
  const path = { organisation, person };
  const { busy, failure, run } = useAction();
  const list = useLoad(`sessions of ${person}`, (signal) =>
    client.listMemberSessions({ path, query: { limit: 200 } }, { signal }),
  );
  const end = (work: () => Promise<unknown>) => run(() => work().then(list.again));
  const columns = useColumns(busy, ({ id }) =>
    end(() => client.endOneMemberSession({ path: { ...path, session: id } })),
  );
  const { ask, question } = useQuestion();
  const endAll = () =>
    ask({
      title: say("members.signOut"),
      sure: say("members.signOut"),
      text: say("members.sureSignOut", { name }),
      onSure: () => end(() => client.endMemberSessions({ path })),
    });
  return (
    <Loaded of={list}>
      {({ items }) => (
        <div class="stack">
          <DataTable
            caption={say("members.sessionsOf", { name })}
            columns={columns}
            rows={items}
            keyOf={({ id }) => id}
            empty={say("members.signedOut", { name })}
            isSaved={false}
          />
          {items.length > 0 && (
            <button type="button" disabled={busy} onClick={endAll}>
              {say("members.signOut")}
            </button>
          )}
          <ActionFailure failure={failure} />
          {question}
        </div>
      )}
    </Loaded>
  );
}

function useColumns(busy: boolean, end: (session: MemberSession) => void): Column<MemberSession>[] {
  const { say, format } = useReader();
  const nameOf = ({ device }: MemberSession) => device ?? say("sessions.unknown");
  return [
    { head: say("sessions.device"), cell: nameOf },
    { head: say("sessions.lastUsed"), cell: ({ last_used_at }) => format.instant(last_used_at) },
    {
      head: say("sessions.end"),
      isAction: true,
      cell: (session) => (
        <button type="button" class="small" disabled={busy} onClick={() => end(session)}>
          {say("sessions.end")}
          <span class="unseen"> {nameOf(session)}</span>
        </button>
      ),
    },
  ];
}

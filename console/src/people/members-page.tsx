import { useState } from "preact/hooks";
import type { Invitation, Member, MemberPatch } from "../../../client/src/eu-vat-client.ts";
import { ActionFailure } from "../loading/action-failure.tsx";
import { Loaded } from "../loading/loaded.tsx";
import { useAction } from "../loading/use-action.ts";
import { useLoad } from "../loading/use-load.ts";
import { Card } from "../parts/card.tsx";
import { type Column, DataTable } from "../parts/data-table.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { PageTitle } from "../parts/page-title.tsx";
import { useQuestion } from "../parts/question.tsx";
import { useReader, useSession } from "../session/console-context.ts";
import { InviteCard } from "./invite-card.tsx";
import { MemberRoles } from "./member-roles.tsx";
import { MemberSessions } from "./member-sessions.tsx";
import { useOrganisation, usePeople } from "./people-context.ts";
import { RoleSelect } from "./role-select.tsx";

/** Lists the members of an organisation with their roles, and its open invitations. */
export function MembersPage() {
  const { say } = useReader();
  const { client } = useSession();
  const { id: organisation } = useOrganisation();
  const list = useLoad(`members ${organisation}`, (signal) =>
    client.listMembers({ path: { organisation }, query: { limit: 200 } }, { signal }),
  );
  return (
    <>
      <PageTitle lead={say("members.lead")}>{say("nav.members")}</PageTitle>
      <div class="stack">
        <InviteCard onInvited={list.again} />
        <Loaded of={list}>
          {({ items, invitations }) => (
            <>
              <Card title={say.many("members.count", items.length)}>
                <MemberTable members={items} onChanged={list.again} />
              </Card>
              {invitations.length > 0 && (
                <Card title={say("invitations.title")}>
                  <InvitationTable invitations={invitations} onChanged={list.again} />
                </Card>
              )}
            </>
          )}
        </Loaded>
      </div>
    </>
  );
}

type MemberTableProps = { readonly members: readonly Member[]; readonly onChanged: () => void };

/** Returns the name of a person as the issuer said it; the end of the id for a person without one. */
const personName = ({ name, email, id }: Member["person"]): string => name ?? email ?? id.slice(-6);

function MemberTable({ members, onChanged }: MemberTableProps) {
  const { say } = useReader();
  const changes = useMemberChanges(onChanged);
  const { busy, failure, question, update } = changes;
  const [opened, open] = useState<Opened>();
  const shown = members.find(({ person }) => person.id === opened?.person);
  const name = shown ? personName(shown.person) : "";
  const owners = members.filter(({ role }) => role === "owner");
  const openAs =
    (what: Opened["what"]) =>
    ({ id }: Member["person"]) =>
      open({ person: id, what });
  const columns = useMemberColumns(changes, openAs, (member) => owners.some((o) => o !== member));
  return (
    <>
      <DataTable
        caption={say("nav.members")}
        columns={columns}
        rows={members}
        keyOf={({ person }) => person.id}
        isSaved={false}
      />
      <ActionFailure failure={failure} />
      {question}
      {shown && opened && (
        <Dialog title={say(`members.${opened.what}Of`, { name })} onClose={() => open(undefined)}>
          {opened.what === "sessions" ? (
            <MemberSessions person={shown.person.id} name={name} />
          ) : (
            <>
              <MemberRoles
                member={shown}
                busy={busy}
                onChange={(accounts) => update(shown.person.id, { accounts })}
              />
              <ActionFailure failure={failure} />
            </>
          )}
        </Dialog>
      )}
    </>
  );
}

/** The member whose dialog is open, and what the dialog is about. */
type Opened = { readonly person: string; readonly what: "roles" | "sessions" };

type Changes = ReturnType<typeof useMemberChanges>;

function useMemberColumns(
  { busy, update, remove }: Changes,
  open: (what: Opened["what"]) => (person: Member["person"]) => void,
  hasOwnerBeside: (member: Member) => boolean,
): Column<Member>[] {
  const { say } = useReader();
  const { person: own } = useSession();
  return [
    {
      head: say("members.person"),
      cell: ({ person }) => <Named person={person} isOwn={person.id === own} />,
    },
    {
      head: say("members.role"),
      cell: ({ person, role }) => (
        <RoleSelect
          aria-label={say("members.roleOf", { name: personName(person) })}
          value={role}
          none={say("members.noRole")}
          disabled={busy}
          onChoose={(chosen) => update(person.id, { role: chosen })}
        />
      ),
    },
    {
      head: say("members.single"),
      cell: ({ person, account_roles }) => (
        <button type="button" class="opens" onClick={() => open("roles")(person)}>
          {say.many("clients.count", Object.keys(account_roles).length)}
          <span class="unseen"> {personName(person)}</span>
        </button>
      ),
    },
    {
      head: say("establishments.remove"),
      isAction: true,
      cell: (member) => (
        <>
          {member.person.id !== own && (
            <MemberButton
              {...member}
              word="members.sessions"
              disabled={busy}
              onClick={open("sessions")}
            />
          )}{" "}
          {hasOwnerBeside(member) && (
            <MemberButton
              {...member}
              word="establishments.remove"
              disabled={busy}
              onClick={remove}
            />
          )}
        </>
      ),
    },
  ];
}

type MemberButtonProps = Pick<Member, "person"> & {
  readonly word: "members.sessions" | "establishments.remove";
  readonly disabled: boolean;
  readonly onClick: (person: Member["person"]) => void;
};

function MemberButton({ person, word, disabled, onClick }: MemberButtonProps) {
  const { say } = useReader();
  return (
    <button type="button" class="small" disabled={disabled} onClick={() => onClick(person)}>
      {say(word)}
      <span class="unseen"> {personName(person)}</span>
    </button>
  );
}

type NamedProps = { readonly person: Member["person"]; readonly isOwn: boolean };

function Named({ person, isOwn }: NamedProps) {
  const { say } = useReader();
  return (
    <>
      <bdi>{personName(person)}</bdi>
      {isOwn && ` (${say("members.you")})`}
      {person.name && person.email && (
        <>
          <br />
          <bdi class="muted small">{person.email}</bdi>
        </>
      )}
    </>
  );
}

/** Manages changes of members. A change of one's own roles changes what the person sees. */
function useMemberChanges(onChanged: () => void) {
  const { say } = useReader();
  const { client, person: own } = useSession();
  const { id: organisation } = useOrganisation();
  const { reload } = usePeople();
  const { busy, failure, run } = useAction();
  const { ask, question } = useQuestion();
  const change = (person: string, work: () => Promise<unknown>) =>
    run(async () => {
      await work();
      if (person === own) await reload();
      onChanged();
    });
  return {
    busy,
    failure,
    question,
    update: (person: string, body: MemberPatch) =>
      change(person, () => client.updateMember({ path: { organisation, person }, body })),
    remove: (person: Member["person"]) => {
      const path = { organisation, person: person.id };
      ask({
        title: say("establishments.remove"),
        sure: say("establishments.remove"),
        text: say("members.sure", { name: personName(person) }),
        onSure: () => change(person.id, () => client.removeMember({ path })),
      });
    },
  };
}

type InvitationTableProps = {
  readonly invitations: readonly Invitation[];
  readonly onChanged: () => void;
};

function InvitationTable({ invitations, onChanged }: InvitationTableProps) {
  const { say, format } = useReader();
  const { client } = useSession();
  const { id: organisation } = useOrganisation();
  const { clients = [] } = usePeople();
  const { busy, failure, run } = useAction();
  const withdraw = (invitation: string) =>
    run(async () => {
      await client.withdrawInvitation({ path: { organisation, invitation } });
      onChanged();
    });
  const columns: Column<Invitation>[] = [
    {
      head: say("invitations.for"),
      cell: ({ email }) => <bdi>{email ?? say("invitations.anyone")}</bdi>,
    },
    { head: say("members.role"), cell: ({ role }) => say(`role.${role}`) },
    {
      head: say("nav.clients"),
      cell: ({ account }) => (
        <bdi>
          {account
            ? (clients.find((client) => client.account === account)?.name ?? account)
            : say("people.all")}
        </bdi>
      ),
    },
    { head: say("invitations.until"), cell: ({ ends_at }) => format.instant(ends_at) },
    {
      head: say("invitations.withdraw"),
      isAction: true,
      cell: ({ id, email }) => (
        <button type="button" class="small" disabled={busy} onClick={() => withdraw(id)}>
          {say("invitations.withdraw")}
          <span class="unseen"> {email}</span>
        </button>
      ),
    },
  ];
  return (
    <>
      <DataTable
        caption={say("invitations.title")}
        columns={columns}
        rows={invitations}
        keyOf={({ id }) => id}
        isSaved={false}
      />
      <ActionFailure failure={failure} />
    </>
  );
}

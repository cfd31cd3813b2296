import type { Member, MemberPatch } from "../../../client/src/eu-vat-client.ts";
import { ActionForm } from "../loading/action-form.tsx";
import { textIn } from "../loading/typed.ts";
import { Field } from "../parts/field.tsx";
import { useReader } from "../session/console-context.ts";
import { ClientSelect } from "./client-select.tsx";
import { usePeople } from "./people-context.ts";
import { RoleSelect } from "./role-select.tsx";

type MemberRolesProps = {
  readonly member: Member;
  readonly busy: boolean;
  readonly onChange: (accounts: NonNullable<MemberPatch["accounts"]>) => void;
};

/** Displays and changes the roles of a member in single clients, which are added to the role in the organisation. */
export function MemberRoles({ member, busy, onChange }: MemberRolesProps) {
  const { say } = useReader();
  const { clients = [] } = usePeople();
  const roles = Object.entries(member.account_roles);
  const nameOf = (account: string) =>
    clients.find((client) => client.account === account)?.name ?? account;
  async function add(typed: FormData) {
    const role = textIn(typed, "role") as Member["account_roles"][string];
    onChange({ [textIn(typed, "account")]: role });
  }
  return (
    <div class="stack">
      <p>{say("members.singleLead")}</p>
      {roles.length > 0 && (
        <ul>
          {roles.map(([account, role]) => (
            <li key={account}>
              <bdi>{nameOf(account)}</bdi>: {say.code(`role.${role}`)}{" "}
              <button
                type="button"
                class="small"
                disabled={busy}
                onClick={() => onChange({ [account]: null })}
              >
                {say("establishments.remove")}
                <span class="unseen"> {nameOf(account)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <ActionForm button={say("members.addRole")} isDisabled={busy} send={add}>
        <Field label={say("clients.name")}>
          <ClientSelect name="account" />
        </Field>
        <Field label={say("members.role")}>
          <RoleSelect name="role" />
        </Field>
      </ActionForm>
    </div>
  );
}

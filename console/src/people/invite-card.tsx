import { useState } from "preact/hooks";
import type { InvitationRequest } from "../../../client/src/eu-vat-client.ts";
import { ActionForm } from "../loading/action-form.tsx";
import { filledFields } from "../loading/typed.ts";
import { Card } from "../parts/card.tsx";
import { Field } from "../parts/field.tsx";
import { ShownOnce } from "../parts/shown-once.tsx";
import { useReader, useSession } from "../session/console-context.ts";
import { invitationLink } from "../session/invitation-link.ts";
import { ClientSelect } from "./client-select.tsx";
import { useOrganisation } from "./people-context.ts";
import { RoleSelect } from "./role-select.tsx";

/** Makes an invitation, and displays its link once. */
export function InviteCard({ onInvited }: { readonly onInvited: () => void }) {
  const { say } = useReader();
  const { client } = useSession();
  const { id: organisation } = useOrganisation();
  const [link, setLink] = useState<string>();
  async function invite(typed: FormData, form: HTMLFormElement) {
    setLink(undefined);
    const body = filledFields(typed) as unknown as InvitationRequest;
    const { token } = await client.inviteMember({ path: { organisation }, body });
    form.reset();
    setLink(invitationLink(token));
    onInvited();
  }
  return (
    <Card title={say("invite.title")}>
      {link && <ShownOnce lead={say("invite.made")} secret={link} />}
      <ActionForm button={say("invite.button")} send={invite}>
        <Field label={say("members.role")} help={say("invite.roleHelp")}>
          <RoleSelect name="role" />
        </Field>
        <Field label={say("nav.clients")}>
          <ClientSelect name="account" none={say("people.all")} />
        </Field>
        <Field label={say("invite.email")} help={say("invite.emailHelp")} isOptional>
          <input name="email" type="email" maxLength={254} autocomplete="off" />
        </Field>
      </ActionForm>
    </Card>
  );
}

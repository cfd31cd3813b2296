import { useState } from "preact/hooks";
import type { NewInvitation } from "../../../client/src/eu-vat-client.ts";
import { ActionFailure } from "../loading/action-failure.tsx";
import { useAction } from "../loading/use-action.ts";
import { Card } from "../parts/card.tsx";
import { CopyButton } from "../parts/copy-button.tsx";
import { Field } from "../parts/field.tsx";
import { Notice } from "../parts/notice.tsx";
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
  const { busy, failure, run } = useAction();
  const [link, setLink] = useState<string>();
  function submit(event: SubmitEvent) {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const typed = [...new FormData(form)].filter(([, value]) => value !== "");
    const body = Object.fromEntries(typed) as NewInvitation;
    run(async () => {
      setLink(undefined);
      const { token } = await client.inviteMember({ path: { organisation }, body });
      form.reset();
      setLink(invitationLink(token));
      onInvited();
    });
  }
  return (
    <Card title={say("invite.title")}>
      {link && (
        <Notice level="good">
          <p>{say("invite.made")}</p>
          <p class="lines">
            <code>{link}</code>
          </p>
          <p class="buttons">
            <CopyButton text={link} />
          </p>
        </Notice>
      )}
      <form class="stack" onSubmit={submit}>
        <Field
          label={say("members.role")}
          help={say("invite.roleHelp")}
          name="role"
          failure={failure}
        >
          <RoleSelect name="role" />
        </Field>
        <Field label={say("nav.clients")} name="account" failure={failure}>
          <ClientSelect name="account" none={say("people.all")} />
        </Field>
        <Field
          label={say("invite.email")}
          help={say("invite.emailHelp")}
          isOptional
          name="email"
          failure={failure}
        >
          <input name="email" type="email" maxLength={254} autocomplete="off" />
        </Field>
        <p>
          <button type="submit" class="primary" disabled={busy}>
            {say("invite.button")}
          </button>
        </p>
        <ActionFailure failure={failure} atFields={["role", "account", "email"]} />
      </form>
    </Card>
  );
}

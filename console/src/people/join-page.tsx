import { useState } from "preact/hooks";
import { ActionFailure } from "../loading/action-failure.tsx";
import { ActionForm } from "../loading/action-form.tsx";
import { textIn } from "../loading/typed.ts";
import { useAction } from "../loading/use-action.ts";
import { Card } from "../parts/card.tsx";
import { Field } from "../parts/field.tsx";
import { PageTitle } from "../parts/page-title.tsx";
import { useReader, useSession } from "../session/console-context.ts";
import { forgetInvitation, storedInvitation } from "../session/invitation-link.ts";
import { addressOf } from "../shell/page.ts";
import { usePeople } from "./people-context.ts";

/** Displays the ways into an organisation: the link of an invitation, or a new organisation. */
export function JoinPage() {
  const { say } = useReader();
  const [token, setToken] = useState(storedInvitation);
  return (
    <>
      <PageTitle lead={say("join.lead")}>{say("nav.join")}</PageTitle>
      <div class="stack">
        {token && <InvitationCard token={token} onDone={() => setToken(undefined)} />}
        <NewOrganisationCard isPrimary={!token} />
      </div>
    </>
  );
}

const goToClients = (organisation: string) => {
  location.hash = addressOf({ name: "clients", organisation });
};

type InvitationCardProps = { readonly token: string; readonly onDone: () => void };

/** Accepts an invitation after a click: a link alone puts nobody into an organisation. */
function InvitationCard({ token, onDone }: InvitationCardProps) {
  const { say } = useReader();
  const { client } = useSession();
  const { reload } = usePeople();
  const { busy, failure, run } = useAction();
  function forget() {
    forgetInvitation();
    onDone();
  }
  const accept = () =>
    run(async () => {
      const { id } = await client.acceptInvitation({ body: { token } });
      forget();
      await reload();
      goToClients(id);
    });
  return (
    <Card title={say("join.invitation")}>
      <p>{say("join.invitationLead")}</p>
      <p class="buttons">
        <button type="button" class="primary" disabled={busy} onClick={accept}>
          {say("join.accept")}
        </button>
        <button type="button" disabled={busy} onClick={forget}>
          {say("join.ignore")}
        </button>
      </p>
      <ActionFailure failure={failure} />
    </Card>
  );
}

function NewOrganisationCard({ isPrimary }: { readonly isPrimary: boolean }) {
  const { say } = useReader();
  const { client } = useSession();
  const { reload } = usePeople();
  async function begin(typed: FormData) {
    const { id } = await client.createOrganisation({ body: { name: textIn(typed, "name") } });
    await reload();
    goToClients(id);
  }
  return (
    <Card title={say("join.new")}>
      <p>{say("join.newLead")}</p>
      <ActionForm button={say("join.begin")} look={isPrimary ? "primary" : ""} send={begin}>
        <Field label={say("join.name")}>
          <input name="name" required maxLength={200} autocomplete="organization" />
        </Field>
      </ActionForm>
    </Card>
  );
}

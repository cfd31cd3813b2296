import { useLoad } from "../loading/use-load.ts";
import { MailCard } from "../mails/mail-form.tsx";
import { PageTitle } from "../parts/page-title.tsx";
import { useReader, useSession } from "../session/console-context.ts";
import { Identifiers } from "./identifiers.tsx";
import { Keys } from "./keys.tsx";
import { Profile } from "./profile.tsx";
import { Registrations } from "./registrations.tsx";
import { Sources } from "./sources.tsx";

/** Displays the mails of the account itself; hidden from a caller who may not see its address. */
function AccountMails() {
  const { client, account, may } = useSession();
  if (!may("setAccountMails")) return null;
  return (
    <MailCard
      of={account}
      load={(signal) => client.getAccountMails({}, { signal })}
      save={(body) => client.setAccountMails({ body })}
    />
  );
}

/** Displays the profile, the registrations and their numbers, the sources, the API keys and the mails. */
export function SettingsPage() {
  const { say } = useReader();
  const { client } = useSession();
  const profile = useLoad("profile", (signal) => client.getAccount({}, { signal }));
  const seat = profile.state === "ready" ? profile.value.establishment_country : null;
  return (
    <>
      <PageTitle>{say("nav.settings")}</PageTitle>
      <div class="stack">
        <Profile of={profile} />
        <Registrations seat={seat} />
        <Identifiers />
        <Sources />
        <Keys />
        <AccountMails />
      </div>
    </>
  );
}

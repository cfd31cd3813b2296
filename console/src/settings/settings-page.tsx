import { useLoad } from "../loading/use-load.ts";
import { MailCard } from "../mails/mail-form.tsx";
import { PageTitle } from "../parts/page-title.tsx";
import { type Tab, Tabs } from "../parts/tabs.tsx";
import { useReader, useSession } from "../session/console-context.ts";
import { Identifiers } from "./identifiers.tsx";
import { Keys } from "./keys.tsx";
import { Profile } from "./profile.tsx";
import { Registrations } from "./registrations.tsx";
import { Sources } from "./sources.tsx";

/** Displays the mails of the account itself. */
function AccountMails() {
  const { client, account } = useSession();
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
  const { client, may } = useSession();
  const profile = useLoad("profile", (signal) => client.getAccount({}, { signal }));
  const seat = profile.state === "ready" ? profile.value.establishment_country : null;
  const business = () => (
    <div class="stack">
      <Profile of={profile} />
      <Registrations seat={seat} />
      <Identifiers />
    </div>
  );
  const tabs: Tab[] = [
    { name: "business", label: say("settings.business"), content: business },
    { name: "sources", label: say("sources.title"), content: () => <Sources /> },
    ...(may("listApiKeys")
      ? [{ name: "keys", label: say("keys.title"), content: () => <Keys /> }]
      : []),
    ...(may("setAccountMails")
      ? [{ name: "mails", label: say("nav.mails"), content: () => <AccountMails /> }]
      : []),
  ];
  return (
    <>
      <PageTitle>{say("nav.settings")}</PageTitle>
      <Tabs label={say("settings.parts")} tabs={tabs} />
    </>
  );
}

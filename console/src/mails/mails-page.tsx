import { PageTitle } from "../parts/page-title.tsx";
import { useReader, useSession } from "../session/console-context.ts";
import { MailCard } from "./mail-form.tsx";

/** Displays the mails of the person who is signed in. */
export function MailsPage() {
  const { say } = useReader();
  const { client } = useSession();
  return (
    <>
      <PageTitle lead={say("mails.lead")}>{say("nav.mails")}</PageTitle>
      <MailCard
        of="person"
        load={(signal) => client.getMails({}, { signal })}
        save={(body) => client.setMails({ body })}
      />
    </>
  );
}

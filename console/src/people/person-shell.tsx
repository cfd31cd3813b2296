import { useEffect, useMemo, useState } from "preact/hooks";
import type { Organisation } from "../../../client/src/eu-vat-client.ts";
import { useReader } from "../session/console-context.ts";
import { mayAs } from "../session/permission.ts";
import {
  type ClientOfPerson,
  keepClient,
  loadClients,
  roleIn,
  type SignedInPerson,
  storedClient,
} from "../session/person.ts";
import type { Session } from "../session/session.ts";
import { addressOf, linkedPage, type Page } from "../shell/page.ts";
import { type ShellProps, SignedInShell } from "../shell/signed-in-shell.tsx";
import { usePage } from "../shell/use-page.ts";
import { ClientSwitch } from "./client-switch.tsx";
import { isOfPerson, PeopleContext, usePeople } from "./people-context.ts";
import { PracticeShell } from "./practice-shell.tsx";

type PersonShellProps = ShellProps & { readonly person: SignedInPerson };

/** Displays the pages of a person: those of the organisation, or those of the client that is open. */
export function PersonShell({ person, ...shell }: PersonShellProps) {
  const { say } = useReader();
  const page = usePage();
  const { organisations, clients, reload } = useClients(person);
  const [opened, setOpened] = useState(storedClient);
  const only = clients?.length === 1 ? clients[0] : undefined;
  // The list has the present name of a client that was opened earlier.
  const current = clients?.find(({ account }) => account === opened?.account) ?? opened ?? only;
  const session = useMemo(
    () => current && sessionOf(person, organisations, current),
    [person, organisations, current],
  );
  const open = (client: ClientOfPerson, to: Page = { name: "overview" }) => {
    keepClient(client);
    setOpened(client);
    location.hash = addressOf(to);
  };
  const people = { person, organisations, clients, open, reload };
  const linked = linkedPage(location.hash)?.account;
  useEffect(() => {
    const client = clients?.find(({ account }) => account === linked);
    if (!client) return;
    keepClient(client);
    setOpened(client);
  }, [clients, linked]);
  const isPractice = "organisation" in page || page.name === "join" || isOfPerson(page, person);
  if (!clients && (linked || !session)) return <progress aria-label={say("loading")} />;
  return (
    <PeopleContext.Provider value={people}>
      {session && !isPractice ? (
        <SignedInShell
          session={session}
          menu={<PracticeLinks />}
          clientSwitch={clients && !only ? <ClientSwitch current={session.account} /> : undefined}
          {...shell}
        />
      ) : (
        <PracticeShell page={page} menu={<PracticeLinks />} {...shell} />
      )}
    </PeopleContext.Provider>
  );
}

/** Returns the session of a person in an account; undefined for a person who has no role in it any more. */
function sessionOf(
  { person, clientOf }: SignedInPerson,
  organisations: readonly Organisation[],
  client: ClientOfPerson,
): Session | undefined {
  const role = roleIn(organisations, client);
  if (!role) return undefined;
  const { account, name } = client;
  return {
    client: clientOf(account),
    account,
    name,
    role,
    person: person.id,
    may: mayAs(role),
    isSandbox: false,
  };
}

function useClients(person: SignedInPerson) {
  const [organisations, setOrganisations] = useState(person.organisations);
  const [clients, setClients] = useState<readonly ClientOfPerson[]>();
  useEffect(() => {
    const control = new AbortController();
    // Without the list the person still reaches the organisation; its page loads the list again and says what failed.
    loadClients(person, organisations, control.signal).then(setClients, () => {
      if (!control.signal.aborted) setClients([]);
    });
    return () => control.abort();
  }, [person, organisations]);
  const reload = async () => setOrganisations((await person.client.getSession()).organisations);
  return { organisations, clients, reload };
}

/**
 * Displays the links to the pages of the organisation, and to those of the person. A person with one account who owns
 * nothing sees none of the organisation.
 */
function PracticeLinks() {
  const { say } = useReader();
  const { person, organisations, clients = [] } = usePeople();
  const isOwner = organisations.some(({ role }) => role === "owner");
  const seesOrganisations = clients.length !== 1 || isOwner;
  const ofOrganisations: readonly Page[] = [
    { name: "clients", organisation: undefined },
    { name: "join" },
  ];
  const pages: readonly Page[] = [
    ...(seesOrganisations ? ofOrganisations : []),
    { name: "mails" },
    { name: "sessions" },
    ...(person.isOperator ? [{ name: "rates" } as const] : []),
  ];
  return (
    <>
      {pages.map((page) => (
        <p key={page.name}>
          <a href={addressOf(page)}>
            {say(page.name === "clients" ? "people.links" : `nav.${page.name}`)}
          </a>
        </p>
      ))}
    </>
  );
}

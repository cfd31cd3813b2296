import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import type { Organisation } from "../../../client/src/eu-vat-client.ts";
import { MailsPage } from "../mails/mails-page.tsx";
import { Choice } from "../parts/choice.tsx";
import { Icon, type IconName } from "../parts/icon.tsx";
import { SessionContext, useReader } from "../session/console-context.ts";
import { type May, mayAs } from "../session/permission.ts";
import { Frame } from "../shell/frame.tsx";
import { addressOf, type Page, type PracticePage } from "../shell/page.ts";
import type { ShellProps } from "../shell/signed-in-shell.tsx";
import { RatesPage } from "../tax-rates/rates-page.tsx";
import { BoardPage } from "./board-page.tsx";
import { ClientsPage } from "./clients-page.tsx";
import { JoinPage } from "./join-page.tsx";
import { MembersPage } from "./members-page.tsx";
import { isOfPerson, OrganisationContext, usePeople } from "./people-context.ts";
import { SessionsPage } from "./sessions-page.tsx";

type PracticeShellProps = ShellProps & { readonly page: Page; readonly menu: ComponentChildren };

/** Displays the pages of an organisation; to a person in none, how to begin or join one. */
export function PracticeShell({
  page,
  menu,
  preferring,
  onSignOut,
  onRefused,
}: PracticeShellProps) {
  const { say } = useReader();
  const { person, organisations } = usePeople();
  const named = "organisation" in page ? page.organisation : undefined;
  const organisation = organisations.find(({ id }) => id === named) ?? organisations[0];
  const may = mayAs(organisation?.role ?? "viewer");
  const session = useMemo(
    () => ({
      client: person.client,
      account: "",
      name: organisation?.name ?? person.person.name ?? say("people.unnamed"),
      may,
      person: person.person.id,
      isSandbox: false,
      keyRefused: () => onRefused("session_ended"),
    }),
    [person, organisation, onRefused],
  );
  const shown = isOfPerson(page, person) ? page : pageOf(organisation, page, may);
  return (
    <SessionContext.Provider value={session}>
      <OrganisationContext.Provider value={organisation}>
        <Frame
          page={shown}
          head={<OrganisationSwitch current={organisation} page={shown} />}
          navigation={
            organisation && <PracticeNavigation page={shown} of={organisation} may={may} />
          }
          menu={menu}
          preferring={preferring}
          onSignOut={onSignOut}
        >
          {shown.name === "join" && <JoinPage />}
          {shown.name === "mails" && <MailsPage />}
          {shown.name === "sessions" && <SessionsPage />}
          {shown.name === "rates" && <RatesPage />}
          {shown.name === "clients" && <ClientsPage key={organisation?.id} />}
          {shown.name === "board" && <BoardPage key={organisation?.id} />}
          {shown.name === "members" && <MembersPage key={organisation?.id} />}
        </Frame>
      </OrganisationContext.Provider>
    </SessionContext.Provider>
  );
}

/** Returns the page of an organisation: the list of clients for one that needs a client or a greater role. */
function pageOf(organisation: Organisation | undefined, page: Page, may: May): Page {
  if (page.name === "join" || !organisation) return { name: "join" };
  const isAllowed = page.name === "board" || (page.name === "members" && may("listMembers"));
  return { name: isAllowed ? page.name : "clients", organisation: organisation.id };
}

type OrganisationSwitchProps = {
  readonly current: Organisation | undefined;
  readonly page: Page;
};

/** Displays the organisation, as a choice for a person who is in several. */
function OrganisationSwitch({ current, page }: OrganisationSwitchProps) {
  const { say } = useReader();
  const { organisations } = usePeople();
  const name = "organisation" in page ? page.name : "clients";
  if (organisations.length < 2) {
    return (
      <p class="client-name">
        <bdi>{current?.name}</bdi>
      </p>
    );
  }
  return (
    <Choice
      class="client-switch"
      aria-label={say("people.organisation")}
      value={current?.id}
      options={organisations.map(({ id, name }) => [id, name])}
      onChoose={(organisation) => {
        location.hash = addressOf({ name, organisation });
      }}
    />
  );
}

type Way = { readonly name: PracticePage; readonly icon: IconName };

type PracticeNavigationProps = {
  readonly page: Page;
  readonly of: Organisation;
  readonly may: May;
};

function PracticeNavigation({ page, of: { id: organisation }, may }: PracticeNavigationProps) {
  const { say } = useReader();
  const ways: readonly Way[] = [
    { name: "clients", icon: "building" },
    { name: "board", icon: "review" },
    ...(may("listMembers") ? [{ name: "members", icon: "users" } as const] : []),
  ];
  return (
    <nav aria-label={say("nav.label")}>
      <ul>
        {ways.map(({ name, icon }) => (
          <li key={name}>
            <a
              href={addressOf({ name, organisation })}
              aria-current={name === page.name ? "page" : undefined}
            >
              <Icon name={icon} />
              <span>{say(`nav.${name}`)}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

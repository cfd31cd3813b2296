import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Organisation } from "../../../client/src/eu-vat-client.ts";
import type { ClientOfPerson, SignedInPerson } from "../session/person.ts";
import type { Page } from "../shell/page.ts";

/** The person who is signed in, and the clients. */
type People = {
  readonly person: SignedInPerson;
  readonly organisations: readonly Organisation[];
  /** The accounts in which the person has a role; undefined while they are loaded. */
  readonly clients: readonly ClientOfPerson[] | undefined;
  /** Opens a page of a client; by default the overview, where nothing of the client before is shown. */
  readonly open: (client: ClientOfPerson, page?: Page) => void;
  /** Loads organisations and clients again, after a change. */
  readonly reload: () => Promise<void>;
};

export const PeopleContext = createContext<People | undefined>(undefined);

export function usePeople(): People {
  const people = useContext(PeopleContext);
  if (!people) throw new Error("no person is signed in around this part");
  return people;
}

/** The organisation whose pages are shown. */
export const OrganisationContext = createContext<Organisation | undefined>(undefined);

export function useOrganisation(): Organisation {
  const organisation = useContext(OrganisationContext);
  if (!organisation) throw new Error("no organisation is shown around this part");
  return organisation;
}

/** True for the pages of a person: mails and sessions, and for operators of the service the VAT rates. */
export const isOfPerson = ({ name }: Page, { isOperator }: SignedInPerson): boolean =>
  name === "mails" || name === "sessions" || (name === "rates" && isOperator);

import type {
  ClientAccountRow,
  Organisation,
  Person,
  SessionTokens,
  VatClient,
} from "../../../client/src/eu-vat-client.ts";
import { higherRole, type RoleName } from "../../../shared/accounts/people/role-order.ts";
import { dayOf } from "../../../shared/core/calendar/dates.ts";
import { PersonTokens, renewedTokens } from "./person-tokens.ts";

export type SignedInPerson = {
  readonly person: Person;
  readonly organisations: readonly Organisation[];
  /** True for a person who operates the service. */
  readonly isOperator: boolean;
  /** The client for operations that name no account. */
  readonly client: VatClient;
  readonly clientOf: (account: string) => VatClient;
} & Pick<PersonTokens, "signOut" | "onSignOut">;

/** An account in which the person has a role, and its organisation. */
export type ClientOfPerson = Pick<ClientAccountRow, "account" | "name"> &
  Partial<Pick<ClientAccountRow, "left_on">> & {
    readonly reference: string | null;
    readonly organisation: string;
  };

/** The item of this tab that says that a person is signed in. It holds no token. */
const SIGNED_IN = "eu-vat-person";
/** The item of this tab with the account that is open. */
const CLIENT = "eu-vat-client";

/** True if a person has signed in in this tab. A new tab does not take over the cookie of another one. */
export const isPersonStored = (): boolean => sessionStorage.getItem(SIGNED_IN) !== null;

export function forgetPerson(): void {
  sessionStorage.removeItem(SIGNED_IN);
  sessionStorage.removeItem(CLIENT);
}

export async function enter(tokens: SessionTokens): Promise<SignedInPerson> {
  const kept = new PersonTokens(tokens);
  const client = kept.clientOf();
  const { person, organisations, is_operator: isOperator } = await client.getSession();
  sessionStorage.setItem(SIGNED_IN, "1");
  const clientOf = (account: string) => kept.clientOf(account);
  const signOut = () => kept.signOut();
  const onSignOut = (ended: () => void) => kept.onSignOut(ended);
  return { person, organisations, isOperator, client, clientOf, signOut, onSignOut };
}

/**
 * Continues the session of a person after a reload, with the cookie.
 * @throws Error if the session has ended
 */
export async function continued(): Promise<SignedInPerson> {
  const tokens = await renewedTokens();
  if (!tokens) throw new Error("the session has ended");
  return enter(tokens);
}

export function roleIn(
  organisations: readonly Organisation[],
  { organisation, account }: Pick<ClientOfPerson, "organisation" | "account">,
): RoleName | undefined {
  const named = organisations.find(({ id }) => id === organisation);
  return higherRole(named?.role ?? undefined, named?.account_roles[account]);
}

/** True from the day since which the organisation does not work for a client any more. */
export const hasLeft = ({ left_on }: Pick<ClientOfPerson, "left_on">): boolean =>
  Boolean(left_on && left_on <= dayOf(new Date()));

/** Loads the accounts in which the person has a role, in the order of their names. */
export async function loadClients(
  { client }: Pick<SignedInPerson, "client">,
  organisations: readonly Organisation[],
  signal: AbortSignal,
): Promise<ClientOfPerson[]> {
  const lists = await Promise.all(
    organisations.map(async ({ id: organisation }) => {
      const query = { limit: 100 };
      const rows = client.listClientAccounts({ path: { organisation }, query }, { signal });
      const clients: ClientOfPerson[] = [];
      for await (const { account, name, reference, left_on } of rows) {
        clients.push({ account, name, reference, left_on, organisation });
      }
      return clients;
    }),
  );
  return lists.flat().sort((one, other) => one.name.localeCompare(other.name));
}

export const storedClient = (): ClientOfPerson | undefined => {
  const text = sessionStorage.getItem(CLIENT);
  return text === null ? undefined : (JSON.parse(text) as ClientOfPerson);
};

export const keepClient = (client: ClientOfPerson | undefined): void =>
  client
    ? sessionStorage.setItem(CLIENT, JSON.stringify(client))
    : sessionStorage.removeItem(CLIENT);

import { randomBytes } from "node:crypto";
import {
  createClients,
  createOrganisation,
} from "../../shared/accounts/people/manage-organisations.ts";
import { newSession } from "../../shared/accounts/people/session.ts";
import { insertSession, noteSignIn } from "../../shared/accounts/people/store-sessions.ts";
import { type AuthorId, type LedgerId, ledgerOf } from "../../shared/core/ids.ts";
import { noteSecrets } from "./kept-logs.ts";

/** A person with a session: its id, and the headers of its calls. */
export type SignedIn = {
  readonly id: AuthorId;
  readonly access: string;
  readonly refresh: string;
  readonly session: { readonly Authorization: string };
  /** The headers of calls that name an account. */
  readonly at: (account: LedgerId) => Readonly<Record<string, string>>;
};

/** A new person who has signed in, without the way through an issuer. */
export async function newPerson(name = "person", now = new Date()): Promise<SignedIn> {
  const subject = `${name}-${randomBytes(6).toString("hex")}`;
  const id = await noteSignIn({ issuer: ISSUER, subject, name }, now);
  return sessionOf(id, now);
}

/** The issuer of persons that tests make. */
const ISSUER = "https://issuer.example";

/** The person who operates the stacks of tests (global-setup.ts). */
export const OPERATOR = { issuer: ISSUER, subject: "operator" };

/** A session of the operator. */
export const newOperator = async (): Promise<SignedIn> =>
  sessionOf(await noteSignIn(OPERATOR, new Date()));

/** A further session of a person. */
export async function sessionOf(id: AuthorId, now = new Date()): Promise<SignedIn> {
  const { session, tokens } = newSession(id, now);
  await insertSession(session);
  noteSecrets([tokens.access, tokens.refresh].map((token) => token.slice(-43)));
  const Authorization = `Bearer ${tokens.access}`;
  return {
    id,
    access: tokens.access,
    refresh: tokens.refresh,
    session: { Authorization },
    at: (account) => ({ Authorization, "X-Account": account }),
  };
}

/** The id of a person's session, which its tokens contain. */
export const sessionIdOf = ({ access }: SignedIn): string => access.slice(12, 28);

/** A new organisation with one account. */
export async function newPractice(owner: SignedIn, name = "Practice") {
  const by = { person: owner.id, now: new Date() };
  const { id } = await createOrganisation(name, by);
  const [made] = await createClients(id, [{ name: "Client" }], by);
  if (!made) throw new Error("no client was made");
  return { id, account: ledgerOf(made.client.account) };
}

import { createHash } from "node:crypto";
import * as z from "zod";
import type { AuthorId } from "../../core/ids.ts";
import { ROLES } from "./role-order.ts";

/** A person, as an issuer has vouched for them. Issuer and subject identify a person; an address does not. */
export type Identity = {
  readonly issuer: string;
  readonly subject: string;
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  readonly email_verified?: boolean | undefined;
};

export const Person = z.object({
  person: z.string(),
  /** The number of changes of what the issuer says; absent in persons of earlier releases. */
  version: z.int().default(1),
  issuer: z.string(),
  subject: z.string(),
  name: z.string().optional(),
  email: z.string().optional(),
  email_verified: z.boolean().optional(),
  created_at: z.string(),
  signed_in_at: z.string(),
});
export type Person = Readonly<z.output<typeof Person>>;

/**
 * Returns the id of a person. It follows from issuer and subject, so that two sign-ins are one person whatever their
 * order, and one address at two issuers is two persons.
 */
export const personId = ({ issuer, subject }: Pick<Identity, "issuer" | "subject">): AuthorId => {
  const hash = createHash("sha256").update(`${issuer}\n${subject}`).digest("hex");
  return `pe_${hash.slice(0, 24)}` as AuthorId;
};

/** The form of person ids; ids of API keys have another. */
export const PERSON_ID = /^pe_[0-9a-f]{24}$/;

export const PersonView = z
  .strictObject({
    id: z.string().describe("Id of the person, derived from issuer and subject; histories name it"),
    name: z
      .string()
      .nullable()
      .describe("Name of the person, as the issuer gave it at the last sign-in; null without one"),
    email: z
      .string()
      .nullable()
      .describe(
        "Mail address of the person, as the issuer gave it; an address alone opens nothing",
      ),
  })
  .meta({ id: "Person" });

export const personView = (
  id: string,
  person: Pick<Person, "name" | "email"> | undefined,
): z.output<typeof PersonView> => ({
  id,
  name: person?.name ?? null,
  email: person?.email ?? null,
});

/** The operators of the service: persons by their ids, a setting of the stage (OPERATORS, separated by blanks). */
const operators = (): readonly string[] =>
  (process.env["OPERATORS"] ?? "").split(/\s+/).filter((id) => id !== "");

/** True if a person operates the service: decides what is the same for all accounts, such as VAT rates. */
export const isOperator = (person: string): boolean => operators().includes(person);

/**
 * A role: `viewer` reads; `preparer` also imports, commits and decides; `approver` also locks, makes files and records
 * filings; `owner` also manages members, keys and settings.
 */
export const Role = z.enum(ROLES);
export type Role = z.output<typeof Role>;

import { randomBytes } from "node:crypto";
import * as z from "zod";
import type { IsoDate } from "../../core/calendar/dates.ts";
import { DomainError, noSuch, notFound } from "../../core/errors/errors.ts";
import type { AccountId, AuthorId } from "../../core/ids.ts";
import { Name } from "../../core/input/fields.ts";
import { loadedListQuery, NextCursor } from "../../core/input/pagination.ts";
import { PERSON_ID, PersonView, Role } from "./person.ts";
import { higherRole } from "./role-order.ts";
import { hasHash, newSecret, secretHash } from "./session.ts";

/** Maximum number of accounts of an organisation. */
export const MOST_ACCOUNTS = 5_000;
/** Maximum number of members: those of one page, which the console lists. */
const MOST_MEMBERS = 200;
/** Maximum number of its open invitations. */
export const MOST_INVITATIONS = 50;
/** Maximum number of accounts in which one member has a role of their own. */
const MOST_ROLES = 200;
/** Maximum number of organisations that one person is in. */
export const MOST_ORGANISATIONS = 20;

export const INVITATION_DAYS = 7;

/** The stored record of an organisation. Every change of its members is a new version. */
export const Organisation = z.object({
  organisation: z.string(),
  version: z.int(),
  name: z.string(),
  created_at: z.string(),
  created_by: z.string(),
  owners: z.array(z.string()),
  members: z.int(),
  accounts: z.int(),
});
export type Organisation = Readonly<z.output<typeof Organisation>>;

/** The stored roles of a person. A removed member stays, for histories. */
export const Member = z.object({
  organisation: z.string(),
  person: z.string(),
  version: z.int(),
  role: Role.optional(),
  accounts: z.record(z.string(), Role),
  since: z.string(),
  invited_by: z.string().optional(),
  removed_at: z.string().optional(),
  removed_by: z.string().optional(),
});
export type Member = Readonly<z.output<typeof Member>>;

export const Invitation = z.object({
  organisation: z.string(),
  invitation: z.string(),
  secret_sha256: z.string(),
  role: Role,
  account: z.string().brand("AccountId").optional(),
  email: z.string().optional(),
  created_at: z.string(),
  created_by: z.string(),
  ends_at: z.string(),
  used_at: z.string().optional(),
  withdrawn_at: z.string().optional(),
});
export type Invitation = Readonly<z.output<typeof Invitation>>;

/** The stored record of an account of an organisation. */
export const Client = z.object({
  account: z.string().brand("AccountId"),
  name: z.string(),
  reference: z.string().optional(),
  created_at: z.string(),
  created_by: z.string(),
  left_on: z.string().brand("IsoDate").optional(),
});
export type Client = Readonly<z.output<typeof Client>>;

/** True from the day since which the organisation does not work for a client any more. */
export const hasLeft = ({ left_on }: Pick<Client, "left_on">, today: IsoDate): boolean =>
  left_on !== undefined && left_on <= today;

export const ORGANISATION_ID = /^or_[0-9a-f]{16}$/;

const OrganisationId = z.string().regex(ORGANISATION_ID, noSuch("organisation"));
const AccountName = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, "must be the id of an account")
  .brand("AccountId");

export const OrganisationPath = z.strictObject({ organisation: OrganisationId });
export const ClientPath = z.strictObject({
  organisation: OrganisationId,
  account: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,64}$/, noSuch("account"))
    .brand("AccountId"),
});
export const MemberPath = z.strictObject({
  organisation: OrganisationId,
  person: z.string().regex(PERSON_ID, noSuch("member")),
});
export const InvitationPath = z.strictObject({
  organisation: OrganisationId,
  invitation: z.string().regex(/^in_[0-9a-f]{16}$/, noSuch("open invitation")),
});

/** Body of POST /v1/organisations. */
export const OrganisationRequest = z
  .strictObject({ name: Name })
  .meta({ id: "OrganisationRequest" });

/** Body of POST /v1/organisations/{organisation}/members. */
export const InvitationRequest = z
  .strictObject({
    role: Role,
    account: AccountName.optional().describe("The only account that the role is for"),
    email: z
      .email()
      .max(254)
      .optional()
      .describe(
        "The address of the invited person, which the link is mailed to; it opens nothing by itself",
      ),
  })
  .meta({ id: "InvitationRequest" });
export type InvitationRequest = z.output<typeof InvitationRequest>;

/** Body of PATCH /v1/organisations/{organisation}/members/{person}. */
export const MemberPatch = z
  .strictObject({
    role: Role.nullable().optional().describe("Role in the organisation; null removes it"),
    accounts: z
      .record(AccountName, Role.nullable())
      .optional()
      .describe("Roles in single accounts, added to that in the organisation; null removes one"),
  })
  .meta({ id: "MemberPatch" });
export type MemberPatch = z.output<typeof MemberPatch>;

/** Body of POST /v1/invitations/accept. */
export const InvitationAcceptance = z
  .strictObject({ token: z.string().min(1).max(200).describe("Token of the link; it works once") })
  .meta({ id: "InvitationAcceptance" });

export const OrganisationView = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    created_at: z.iso.datetime(),
    role: Role.nullable().describe(
      "Your role in the whole organisation; null if you have roles in single accounts only",
    ),
    account_roles: z.record(z.string(), Role).describe("Your roles in single accounts, by id"),
    accounts: z.int().min(0).describe("Number of accounts in the organisation"),
  })
  .meta({ id: "Organisation" });

export const SessionView = z
  .strictObject({
    person: PersonView,
    organisations: z.array(OrganisationView),
    is_operator: z.boolean().describe("True for a person who operates the service"),
  })
  .meta({ id: "Session" });

export const MemberView = z
  .strictObject({
    person: PersonView,
    role: Role.nullable().describe("Role in the whole organisation; null if none"),
    account_roles: z.record(z.string(), Role),
    since: z.iso.datetime(),
    invited_by: z
      .string()
      .nullable()
      .describe(
        "Id of the person who invited the member; null for the founder of the organisation",
      ),
  })
  .meta({ id: "Member" });

const invitation = {
  id: z.string(),
  role: Role,
  account: z.string().brand("AccountId").nullable(),
  email: z.string().nullable(),
  created_at: z.iso.datetime(),
  created_by: z.string().describe("Id of the person who sent the invitation"),
  ends_at: z.iso.datetime(),
};
export const InvitationView = z.strictObject(invitation).meta({ id: "Invitation" });
export const InvitationWithToken = z
  .strictObject({
    ...invitation,
    token: z.string().describe("Token of the link; it works once, and is not shown again"),
    mailed: z.boolean().describe("True if the link is sent to `email`"),
  })
  .meta({ id: "InvitationWithToken" });

export const MEMBER_LIST = "members";

export const MemberListQuery = loadedListQuery(MEMBER_LIST);

export const MemberList = z
  .strictObject({
    items: z.array(MemberView),
    next_cursor: NextCursor,
    invitations: z.array(InvitationView),
  })
  .meta({ id: "MemberList" });

/** Returns a new organisation of a person, who is its first owner. */
export function newOrganisation(name: string, person: string, now: Date) {
  const at = now.toISOString();
  const organisation: Organisation = {
    organisation: `or_${randomBytes(8).toString("hex")}`,
    version: 1,
    name,
    created_at: at,
    created_by: person,
    owners: [person],
    members: 1,
    accounts: 0,
  };
  const id = organisation.organisation;
  const member: Member = {
    organisation: id,
    person,
    version: 1,
    role: "owner",
    accounts: {},
    since: at,
  };
  return { organisation, member };
}

/** Returns the role of a member in an account, or in the organisation; undefined for none. */
export function memberRole(member: Member | undefined, account?: AccountId): Role | undefined {
  if (!member || member.removed_at !== undefined) return undefined;
  if (account === undefined) return member.role;
  const own = Object.hasOwn(member.accounts, account) ? member.accounts[account] : undefined;
  return higherRole(member.role, own);
}

/** True if the person is a member, with whatever role. */
export const isMember = (member: Member | undefined): boolean =>
  member !== undefined && member.removed_at === undefined;

/** The person who requests a change, and its instant. */
export type By = { readonly person: AuthorId; readonly now: Date };

/** An organisation and one of its members, after a change of the member's roles. */
export type Changed = { readonly organisation: Organisation; readonly member: Member };

export function withMemberOf(
  organisation: Organisation,
  before: Member | undefined,
  after: Member,
): Changed {
  const others = organisation.owners.filter((person) => person !== after.person);
  const owners = memberRole(after) === "owner" ? [...others, after.person].sort() : others;
  const members = organisation.members + Number(isMember(after)) - Number(isMember(before));
  return {
    organisation: { ...organisation, version: organisation.version + 1, owners, members },
    member: { ...after, version: (before?.version ?? 0) + 1 },
  };
}

/**
 * Rejects a change that leaves no owner.
 * @throws DomainError `last_owner`
 */
export function rejectNoOwner({ organisation }: Changed): void {
  if (organisation.owners.length > 0) return;
  throw new DomainError("last_owner", "an organisation needs an owner: name another one first");
}

/**
 * Rejects too many members, and too many accounts in which one member has a role of their own.
 * @throws DomainError `organisation_limit_reached`
 */
export function rejectTooManyMembers({ organisation, member }: Changed): void {
  if (organisation.members > MOST_MEMBERS) throw tooMany("members", MOST_MEMBERS);
  if (Object.keys(member.accounts).length > MOST_ROLES) {
    throw tooMany("accounts in which a member has a role of their own", MOST_ROLES);
  }
}

export const tooMany = (things: string, most: number): DomainError =>
  new DomainError("organisation_limit_reached", `at most ${most} ${things}`);

/**
 * Returns the member with the roles of a patch.
 * @throws DomainError `not_found` for a person who is no member
 */
export function patched(member: Member | undefined, { role, accounts = {} }: MemberPatch): Member {
  if (!member || !isMember(member)) throw notFound("member");
  const own: [string, Role | null][] = Object.entries({ ...member.accounts, ...accounts });
  const { role: former, ...rest } = member;
  const remaining = role === undefined ? former : (role ?? undefined);
  return {
    ...rest,
    ...(remaining ? { role: remaining } : {}),
    accounts: Object.fromEntries(own.flatMap(([id, one]) => (one ? [[id, one]] : []))),
  };
}

/** Returns the member without any role, as a record of the removal. */
export const removedMember = (member: Member, by: string, now: Date): Member => {
  const { role, ...rest } = member;
  return { ...rest, accounts: {}, removed_at: now.toISOString(), removed_by: by };
};

/** Returns the member with the role of an invitation added. Accepting never lowers a role. */
export function joined(
  member: Member | undefined,
  invited: Invitation,
  person: string,
  now: Date,
): Member {
  const { organisation, role, account, created_by } = invited;
  const base: Member =
    member && isMember(member)
      ? member
      : {
          organisation,
          person,
          version: member?.version ?? 0,
          accounts: {},
          since: now.toISOString(),
          invited_by: created_by,
        };
  if (account !== undefined) {
    const own = higherRole(base.accounts[account], role) ?? role;
    return { ...base, accounts: { ...base.accounts, [account]: own } };
  }
  return { ...base, role: higherRole(base.role, role) ?? role };
}

/** Returns a new invitation and the text of its one-time link. */
export function newInvitation(
  organisation: string,
  by: string,
  asked: InvitationRequest,
  now: Date,
) {
  const id = `in_${randomBytes(8).toString("hex")}`;
  const secret = newSecret();
  const invitation: Invitation = {
    organisation,
    invitation: id,
    secret_sha256: secretHash(secret),
    role: asked.role,
    ...(asked.account === undefined ? {} : { account: asked.account }),
    ...(asked.email === undefined ? {} : { email: asked.email }),
    created_at: now.toISOString(),
    created_by: by,
    ends_at: new Date(now.getTime() + INVITATION_DAYS * 24 * 3_600_000).toISOString(),
  };
  const token = `vat_invite_${organisation.slice(3)}_${id.slice(3)}_${secret}`;
  return { invitation, token };
}

const TOKEN = /^vat_invite_([0-9a-f]{16})_([0-9a-f]{16})_([\w-]{43})$/;

export function parseInvitation(token: string) {
  const [, organisation, id, secret] = TOKEN.exec(token) ?? [];
  if (!organisation || !id || !secret) return undefined;
  return { organisation: `or_${organisation}`, id: `in_${id}`, secret };
}

/** True if the invitation can still be accepted. */
export const isOpen = (invitation: Invitation, now: Date): boolean =>
  invitation.used_at === undefined &&
  invitation.withdrawn_at === undefined &&
  now.toISOString() < invitation.ends_at;

export const opens = (invitation: Invitation, secret: string, now: Date): boolean =>
  hasHash(secret, invitation.secret_sha256) && isOpen(invitation, now);

export const invitationView = (invitation: Invitation): z.output<typeof InvitationView> => ({
  id: invitation.invitation,
  role: invitation.role,
  account: invitation.account ?? null,
  email: invitation.email ?? null,
  created_at: invitation.created_at,
  created_by: invitation.created_by,
  ends_at: invitation.ends_at,
});

export const organisationView = (
  { organisation, name, created_at, accounts }: Organisation,
  member: Member,
): z.output<typeof OrganisationView> => ({
  id: organisation,
  name,
  created_at,
  role: member.role ?? null,
  account_roles: member.accounts,
  accounts,
});

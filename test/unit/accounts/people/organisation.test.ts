import { GetCommand, QueryCommand, TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { expect, test } from "vitest";
import {
  createOrganisation,
  describeOrganisation,
  invite,
} from "../../../../shared/accounts/people/manage-organisations.ts";
import {
  isOpen,
  joined,
  type Member,
  MOST_INVITATIONS,
  MOST_ORGANISATIONS,
  newInvitation,
  type Organisation,
  organisationView,
  parseInvitation,
  rejectNoOwner,
  withMemberOf,
} from "../../../../shared/accounts/people/organisation.ts";
import type { AccountId, AuthorId, LedgerId } from "../../../../shared/core/ids.ts";
import { dynamo } from "../../../../shared/platform/dynamodb/client.ts";
import { errorOf } from "../../../make/refusal.ts";
import { mockedClient } from "../../../stack/mocked-client.ts";

const now = new Date("2026-11-27T10:00:00.000Z");
const ORGANISATION = "or_0123456789abcdef";
const since = "2026-11-01T00:00:00.000Z";
const member: Member = {
  organisation: ORGANISATION,
  person: "pe_2",
  version: 3,
  role: "preparer",
  accounts: { "client-1": "approver" },
  since,
};
const organisation: Organisation = {
  organisation: ORGANISATION,
  version: 5,
  name: "Practice",
  created_at: since,
  created_by: "pe_3",
  owners: ["pe_3"],
  members: 2,
  accounts: 0,
};

test.for([
  [{ role: "viewer" }, ["role"]],
  [{ role: "owner", email: "anna@practice.example" }, ["email", "role"]],
  [{ role: "preparer", account: "client-1" as AccountId }, ["account", "role"]],
] as const)("an invitation %j lasts for 7 days, and its link names it", ([asked, named]) => {
  const { invitation, token } = newInvitation(ORGANISATION, "pe_1", asked, now);
  expect(invitation).toMatchObject({ ...asked, organisation: ORGANISATION, created_by: "pe_1" });
  expect(
    Object.keys(invitation)
      .filter((name) => ["account", "email", "role"].includes(name))
      .sort(),
  ).toEqual(named);
  expect(Date.parse(invitation.ends_at) - now.getTime()).toBe(7 * 86_400_000);
  const parsed = parseInvitation(token);
  expect(parsed).toMatchObject({ organisation: ORGANISATION, id: invitation.invitation });
  expect(invitation.secret_sha256).not.toContain(parsed?.secret);
  expect(parseInvitation(`${token}x`)).toBeUndefined();
});

test("an organisation keeps an owner", () => {
  const changed = (...owners: string[]) => ({ organisation: { owners } }) as never;
  expect(errorOf(() => rejectNoOwner(changed())).code).toBe("last_owner");
  expect(() => rejectNoOwner(changed("pe_1"))).not.toThrow();
});

test.for([
  ["preparer", "preparer"],
  [undefined, null],
] as const)("a member whose role is %s sees the role %s", ([role, seen]) => {
  const view = organisationView({} as never, { role, accounts: {} } as never);
  expect(view.role).toBe(seen);
});

test.for([
  [MOST_INVITATIONS - 1, 5, false],
  [MOST_INVITATIONS, 0, true],
] as const)(
  "with %i open invitations and %i that are over, a further one is refused: %s",
  async ([open, over, refused]) => {
    const asked = { role: "viewer" } as const;
    const { invitation } = newInvitation(ORGANISATION, "pe_1", asked, now);
    const used = { ...invitation, used_at: now.toISOString() };
    const table = mockedClient(dynamo);
    const Items = [...Array(open).fill(invitation), ...Array(over).fill(used)];
    table.on(QueryCommand).resolves({ Items }).on(TransactWriteCommand).resolves({});
    const made = invite(ORGANISATION, asked, { person: "pe_1" as AuthorId, now });
    if (refused) await expect(made).rejects.toMatchObject({ code: "organisation_limit_reached" });
    else expect((await made).invitation).toMatchObject(asked);
    expect(table.commandCalls(TransactWriteCommand)).toHaveLength(refused ? 0 : 1);
  },
);

test.for([
  [{}, true],
  [{ ends_at: "2026-11-27T10:00:00.001Z" }, true],
  [{ ends_at: "2026-11-27T10:00:00.000Z" }, false],
  [{ used_at: "2026-11-27T09:00:00.000Z" }, false],
  [{ withdrawn_at: "2026-11-27T09:00:00.000Z" }, false],
] as const)("an invitation with %j is open: %s", ([more, open]) => {
  const { invitation } = newInvitation(ORGANISATION, "pe_1", { role: "viewer" }, now);
  expect(isOpen({ ...invitation, ...more }, now)).toBe(open);
});

test.for([
  [MOST_ORGANISATIONS - 1, false],
  [MOST_ORGANISATIONS, true],
] as const)(
  "of a person with %i organisations a further one is refused: %s",
  async ([count, refused]) => {
    const table = mockedClient(dynamo);
    const ids = Array.from({ length: count }, (_, n) => ({ sk: `or_${n}` }));
    table
      .on(GetCommand)
      .callsFake(({ Key: { sk } }) => ({ Item: sk === "pe_1" ? member : organisation }));
    table.on(QueryCommand).resolves({ Items: ids }).on(TransactWriteCommand).resolves({});
    const made = createOrganisation("Practice", { person: "pe_1" as AuthorId, now });
    if (refused) await expect(made).rejects.toMatchObject({ code: "organisation_limit_reached" });
    else expect(await made).toMatchObject({ name: "Practice" });
    expect(table.commandCalls(TransactWriteCommand)).toHaveLength(refused ? 0 : 1);
  },
);

const anew = { invited_by: "pe_1", since: now.toISOString() };

/** A member, the role of an invitation, and what the member has after accepting it. */
test.for<[Member | undefined, { role: Member["role"]; account?: LedgerId }, Partial<Member>]>([
  [undefined, { role: "viewer" }, { role: "viewer", accounts: {}, version: 0, ...anew }],
  [
    undefined,
    { role: "viewer", account: "client-1" as LedgerId },
    { accounts: { "client-1": "viewer" }, version: 0, ...anew },
  ],
  [member, { role: "owner" }, { ...member, role: "owner" }],
  [member, { role: "viewer" }, member],
  [
    member,
    { role: "owner", account: "client-1" as LedgerId },
    { ...member, accounts: { "client-1": "owner" } },
  ],
  [member, { role: "viewer", account: "client-1" as LedgerId }, member],
  [
    member,
    { role: "viewer", account: "client-2" as LedgerId },
    { ...member, accounts: { "client-1": "approver", "client-2": "viewer" } },
  ],
  // A removed member starts again. The version of the record stays.
  [
    { ...member, removed_at: since },
    { role: "viewer" },
    { role: "viewer", accounts: {}, version: 3, ...anew },
  ],
])("a member %j who accepts %j is %j", ([before, asked, after]) => {
  const { invitation } = newInvitation(ORGANISATION, "pe_1", asked as never, now);
  const common = { organisation: ORGANISATION, person: "pe_2" };
  expect(joined(before, invitation, "pe_2", now)).toEqual({ ...common, ...after });
});

const { role: _, ...withoutRole } = member;

/** A member before and after a change, and the owners and the number of members that there are then. */
test.for<[Member | undefined, Member, owners: readonly string[], members: number]>([
  [member, { ...member, role: "owner" }, ["pe_2", "pe_3"], 2],
  [member, { ...member, role: "viewer" }, ["pe_3"], 2],
  [undefined, member, ["pe_3"], 3],
  [undefined, { ...member, role: "owner" }, ["pe_2", "pe_3"], 3],
  [{ ...member, removed_at: since }, member, ["pe_3"], 3],
  [member, { ...withoutRole, removed_at: since }, ["pe_3"], 1],
  [{ ...member, person: "pe_3" }, { ...member, person: "pe_3", role: "viewer" }, [], 2],
  [{ ...member, person: "pe_3" }, { ...member, person: "pe_3", role: "owner" }, ["pe_3"], 2],
])("after %j has become %j the owners are %j of %i members", ([before, after, owners, members]) => {
  expect(withMemberOf(organisation, before, after)).toEqual({
    organisation: { ...organisation, version: 6, owners, members },
    member: { ...after, version: before ? 4 : 1 },
  });
});

test.for([
  [member, "preparer"],
  [{ ...member, removed_at: since }, undefined],
  [undefined, undefined],
] as const)(
  "an organisation is described to its members: %j has the role %s",
  async ([one, role]) => {
    mockedClient(dynamo)
      .on(GetCommand)
      .callsFake(({ Key: { sk } }) => {
        const Item = sk === "pe_2" ? one : organisation;
        return Item ? { Item } : {};
      });
    const described = describeOrganisation(ORGANISATION, "pe_2");
    if (role) expect(await described).toMatchObject({ name: "Practice", role });
    else await expect(described).rejects.toMatchObject({ code: "not_found" });
  },
);

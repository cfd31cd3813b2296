import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import type { Document, Operation } from "../../scripts/openapi/openapi.ts";
import {
  acceptInvitation,
  invite,
  removeMember,
  updateMember,
} from "../../shared/accounts/people/manage-organisations.ts";
import { endSession } from "../../shared/accounts/people/store-sessions.ts";
import type { Route } from "../../shared/api/route.ts";
import { accountOf, type LedgerId } from "../../shared/core/ids.ts";
import { setAccountState } from "../../shared/operations/lifecycle/operate-accounts.ts";
import { type Account, call, newAccount } from "../stack/api.ts";
import {
  newOperator,
  newPerson,
  newPractice,
  type SignedIn,
  sessionIdOf,
  sessionOf,
} from "../stack/people.ts";
import { everyTurn, report, soaking, turn } from "../stack/soak.ts";
import { accountRoutes, PROBES, pathOf, UNKNOWN } from "./probes.ts";

/*
 * Every operation of the document that takes a session, by persons of every role and by those who must not: what the
 * document says of its role is what the service does.
 */
const document: Document = JSON.parse(readFileSync("docs/openapi.json", "utf8"));
const ROLES = ["viewer", "preparer", "approver", "owner"] as const;
type Role = (typeof ROLES)[number];

type Shown = Operation & { readonly "x-role"?: Role | "operator" };
type Row = {
  readonly method: Route["method"];
  readonly path: string;
  readonly id: string;
  readonly role: Role | "operator" | undefined;
  readonly ofAccount: boolean;
};

const rows = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, operation]): Row[] => {
    const schemes = (operation.security ?? []).flatMap((one) => Object.keys(one as object));
    if (!schemes.includes("Session")) return [];
    const { operationId: id, "x-role": role } = operation as Shown;
    const ofAccount = schemes.includes("ApiKey");
    return [{ method: method.toUpperCase() as Route["method"], path, id, role, ofAccount }];
  }),
);
const ofAccounts = rows.filter(({ ofAccount }) => ofAccount);
const ofOrganisations = rows.filter(({ path }) => path.includes("{organisation}"));

/** The position of an operation's role among the roles of organisations. */
const rankOf = ({ role }: Row): number =>
  ROLES.indexOf(role === "operator" ? "owner" : (role ?? "owner"));

type Headers = Readonly<Record<string, string>>;
let practice: { readonly id: string; readonly account: LedgerId };
let members: Readonly<Record<Role, SignedIn>>;
/** Callers who must reach nothing of the account, each with the error that all of them get. */
let outsiders: readonly (readonly [who: string, headers: Headers, error: string])[];
let owner: SignedIn;
let foreign: Account;

async function joins(person: SignedIn, role: Role, account?: LedgerId): Promise<void> {
  const by = { person: owner.id, now: new Date() };
  const { token } = await invite(
    practice.id,
    { role, ...(account ? { account: accountOf(account) } : {}) },
    by,
  );
  await acceptInvitation(token, { person: person.id, now: new Date() });
}

async function withRole(role: Role): Promise<SignedIn> {
  const person = await newPerson(role);
  await joins(person, role);
  return person;
}

async function outsidersOf(account: LedgerId) {
  const now = new Date();
  const by = { person: owner.id, now };
  const [removed, lowered, elsewhere, stranger] = [
    await withRole("owner"),
    await withRole("owner"),
    await newPerson("elsewhere"),
    await newPerson("stranger"),
  ];
  await removeMember(practice.id, removed.id, by);
  await updateMember(practice.id, lowered.id, { role: null }, by);
  const other = await newPractice(stranger, "Others");
  await joins(elsewhere, "viewer", (await newAccountOf()).account);
  const hour = new Date(now.getTime() - 3_600_000);
  const expired = await sessionOf(owner.id, hour);
  const ended = await sessionOf(owner.id);
  await endSession(sessionIdOf(ended), now);
  const [, , id = "", secret = ""] = owner.access.split(/_(?=[0-9a-f]{16}_)|_/);
  const forged = `vat_session_${id}_${[...secret].reverse().join("")}`;
  const none = [part({ alg: "none" }), part({ sub: owner.id, iss: "https://issuer.example" }), ""];
  const bearer = (token: string) => ({ Authorization: `Bearer ${token}`, "X-Account": account });
  return [
    ["owner of another organisation", stranger.at(account), "insufficient_role"],
    [
      "owner of another organisation, at none",
      stranger.at("nobody-has-this" as LedgerId),
      "insufficient_role",
    ],
    // The removal ended the session of before.
    ["removed owner", (await sessionOf(removed.id)).at(account), "insufficient_role"],
    ["owner whose role was taken", lowered.at(account), "insufficient_role"],
    ["member of another account alone", elsewhere.at(account), "insufficient_role"],
    ["owner, at an account of others", owner.at(other.account as LedgerId), "insufficient_role"],
    ["owner, at an account of a key", owner.at(foreign.account), "insufficient_role"],
    ["owner, at a sandbox", owner.at(`sandbox.${account}` as LedgerId), "insufficient_role"],
    ["expired token", expired.at(account), "invalid_session"],
    ["ended session", ended.at(account), "invalid_session"],
    ["forged secret", bearer(forged), "invalid_session"],
    ["refresh token", bearer(owner.refresh), "invalid_session"],
    ["unsigned token (alg none)", bearer(none.join(".")), "invalid_session"],
    ["other scheme", { ...owner.at(account), Authorization: owner.access }, "invalid_session"],
  ] as const;
}

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

async function newAccountOf() {
  const { body } = await call<{ account: LedgerId }>(
    undefined,
    "POST",
    `/v1/organisations/${practice.id}/accounts`,
    { name: "Another client" },
    owner.session,
  );
  return body;
}

beforeAll(async () => {
  [owner, foreign] = await Promise.all([newPerson("owner"), newAccount("of-a-key")]);
  practice = await newPractice(owner);
  const [viewer, preparer, approver] = [
    await withRole("viewer"),
    await withRole("preparer"),
    await withRole("approver"),
  ];
  members = { viewer, preparer, approver, owner };
  outsiders = await outsidersOf(practice.account);
});

/** The request of an operation of accounts: with ids that nobody has. */
function probeOf({ id }: Row) {
  const name = accountRoutes.find((accountRoute) => accountRoute === id);
  if (!name) throw new Error(`no probe of ${id}`);
  return { path: pathOf(name, UNKNOWN), body: PROBES[name].body };
}

/** The operations that need a test key, which no person has. */
const OF_TEST_KEYS = {
  emptySandbox: "test_key_required",
  moveSandboxClock: "test_key_required",
} as const;

/** The operations that were tried by each role: carried out, or rejected for a reason other than the caller. */
const admitted: Record<Role, number> = { viewer: 0, preparer: 0, approver: 0, owner: 0 };

/** Returns "below" for a role that is too small, "admitted" for one that got through, and the error of any other response. */
function outcomeOf({ id }: Row, { status, body }: { status: number; body: object }): string {
  const { error = "" } = body as { readonly error?: string };
  if (error === "insufficient_role") return "below";
  const isMeant = error !== "" && error === (OF_TEST_KEYS as Record<string, string>)[id];
  // Whether the document declares the error of this operation is verified with every call.
  return isMeant || (status !== 401 && status !== 403 && status < 500) ? "admitted" : error;
}

it("are all operations of accounts, each with a role", () => {
  expect(ofAccounts.map(({ id }) => id).sort()).toEqual([...accountRoutes].sort());
  expect(ofAccounts.filter(({ role }) => role === undefined)).toEqual([]);
  expect(ofOrganisations.length).toBeGreaterThan(8);
});

/**
 * The members whom an operation is tried with: all in a soak, in `npm test` the smallest role that it admits and the one
 * below. Roles are compared by their rank.
 */
const triedRoles = (row: Row): readonly Role[] =>
  ROLES.filter((_, rank) => soaking || rank === rankOf(row) || rank === rankOf(row) - 1);

/** All in a soak; in `npm test` each operation has one, the operations in turns: all share what looks at callers. */
const inTurns = <Caller>(callers: readonly Caller[], row: Row): readonly Caller[] =>
  callers.filter((_, n) => everyTurn || n === (rows.indexOf(row) + turn) % callers.length);

describe.for(ofAccounts)("$id", (row) => {
  it("is for its role and those above it, and for nobody else", async () => {
    const { path, body } = probeOf(row);
    const send = (headers: Headers) => call(undefined, row.method, path, body, headers);
    const tried = await Promise.all(
      inTurns(outsiders, row).map(async ([who, headers, error]) => {
        const answer = await send(headers);
        return [who, answer.body["error"], error] as const;
      }),
    );
    expect(tried.filter(([, got, wanted]) => got !== wanted)).toEqual([]);
    for (const role of triedRoles(row)) {
      const answer = await send(members[role].at(practice.account));
      const isBelow = ROLES.indexOf(role) < rankOf(row);
      const wanted = isBelow ? "below" : "admitted";
      expect([role, outcomeOf(row, answer)], answer.text).toEqual([role, wanted]);
      if (!isBelow) admitted[role] += 1;
    }
    if (!everyTurn && (rows.indexOf(row) + turn) % 3 > 0) return;
    const both = await send({ ...members.owner.at(practice.account), "X-API-Key": foreign.full });
    expect(both.body["error"]).toBe("invalid_request");
    const unnamed = await send(members.owner.session);
    expect(unnamed.body["error"]).toBe("invalid_request");
  });
});

const BODIES: Readonly<Record<string, object>> = {
  createClientAccount: { name: "Client" },
  importClientAccounts: { csv: "name\nClient\n" },
  createBulkJob: {
    action: "check",
    returns: [{ account: "unknown", scheme_type: "union_oss", period_key: "2026-Q1" }],
  },
  inviteMember: { role: "viewer" },
  updateMember: { role: "viewer" },
};

/** The responses of routes for viewers; 200 for others. The job of the test does not exist. */
const ADMITTED: Readonly<Record<string, number>> = {
  createBulkJob: 202,
  getBulkJob: 404,
  downloadBulkFiles: 404,
};

/** Returns the status that a caller from outside gets at an organisation. */
function statusOf(who: string, { id, role }: Row): number {
  if (who === "owner whose role was taken") return role === "viewer" ? (ADMITTED[id] ?? 200) : 403;
  return /organisation|removed/.test(who) ? 404 : 401;
}

describe.for(ofOrganisations)("$id", (row) => {
  const send = (headers: Headers, organisation = practice.id) => {
    const path = row.path
      .replace("{organisation}", organisation)
      .replace("{person}", `pe_${"0".repeat(24)}`)
      .replace("{job}", `bk_${"0".repeat(16)}`)
      .replace("{invitation}", `in_${"0".repeat(16)}`);
    return call(undefined, row.method, path, BODIES[row.id], headers);
  };

  it("is for members of its role", async () => {
    for (const role of triedRoles(row)) {
      const { status, text } = await send(members[role].session);
      const isBelow = ROLES.indexOf(role) < rankOf(row);
      expect([role, status === 403], text).toEqual([role, isBelow]);
    }
  });

  it("tells others nothing", async () => {
    // Members of a single account, and owners at accounts of others, are members here.
    const others = outsiders.filter(([who]) => !/^(?:member of|owner,)/.test(who));
    for (const [who, { Authorization = "" }] of inTurns(others, row)) {
      const { status, text } = await send({ Authorization });
      expect([who, status], text).toEqual([who, statusOf(who, row)]);
    }
    const nowhere = await send(members.owner.session, `or_${"0".repeat(16)}`);
    expect([nowhere.status, nowhere.body["error"]]).toEqual([404, "not_found"]);
  });
});

describe.for(rows.filter(({ role }) => role === "operator"))("$id", (row) => {
  const path = row.path.replace("{id}", "unknown");
  const body = row.method === "POST" ? { action: "refuse", reason: "unknown" } : undefined;
  const send = (headers: Headers) => call(undefined, row.method, path, body, headers);

  it("is for operators, and for no member of an organisation and no key", async () => {
    const sessions = [...Object.values(members), await newPerson("nobody")];
    for (const { session } of sessions) {
      const { status, body: answer } = await send(session);
      expect([status, answer["error"]]).toEqual([403, "insufficient_role"]);
    }
    const key = await send({ "X-API-Key": foreign.full });
    expect([key.status, key.body["error"]]).toEqual([401, "invalid_session"]);
    const { status } = await send((await newOperator()).session);
    // The body is that of a decision, which no other route takes.
    const expected = row.path.endsWith("/decisions") ? 404 : 400;
    expect(status).toBe(row.method === "POST" ? expected : 200);
  });
});

it("counts what was tried", async () => {
  const tried = ofAccounts.length * (outsiders.length + ROLES.length + 2);
  const most = soaking ? admitted.owner : Object.values(admitted).reduce((sum, n) => sum + n, 0);
  report(`persons: ${tried} calls of ${ofAccounts.length} operations of accounts, 0 leaks`);
  const pairs = Object.entries(admitted).map(([role, n]) => `${role} ${n}`);
  report(`roles × operations: ${ROLES.length * ofAccounts.length}, admitted: ${pairs.join(", ")}`);
  expect(most).toBe(ofAccounts.length);
  await setAccountState(practice.account, "suspended", new Date());
  const suspended = await call(
    undefined,
    "GET",
    "/v1/account",
    undefined,
    members.owner.at(practice.account),
  );
  expect(suspended.body["error"]).toBe("account_suspended");
  await setAccountState(practice.account, "closed", new Date());
  const at = members.owner.at(practice.account);
  expect((await call(undefined, "GET", "/v1/account", undefined, at)).status).toBe(200);
  const closed = await call(undefined, "PUT", "/v1/account", {}, at);
  expect(closed.body["error"]).toBe("account_closed");
});

it("replays a stored response to its own person alone, and only while the role lasts", async () => {
  const mine = await newPractice(owner, "Replays");
  const [one, other] = [await newPerson("one"), await newPerson("other")];
  for (const person of [one, other]) {
    const by = { person: owner.id, now: new Date() };
    const { token } = await invite(mine.id, { role: "approver" }, by);
    await acceptInvitation(token, { person: person.id, now: new Date() });
  }
  const range = { from: "2025-07-01", to: "2025-09-30" };
  const ask = (person: SignedIn) =>
    call(undefined, "POST", "/v1/records", range, {
      ...person.at(mine.account as LedgerId),
      "Idempotency-Key": "the same",
    });
  const replayed = async (person: SignedIn) => {
    const { status, headers } = await ask(person);
    return [status, headers.get("idempotency-replayed")];
  };
  expect(await replayed(one)).toEqual([201, null]);
  expect(await replayed(one)).toEqual([201, "true"]);
  expect(await replayed(other)).toEqual([201, null]);
  await updateMember(mine.id, one.id, { role: "viewer" }, { person: owner.id, now: new Date() });
  expect(await replayed(one)).toEqual([403, null]);
});

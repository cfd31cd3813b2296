import { beforeAll, expect, it } from "vitest";
import { issueKey } from "../../../../scripts/operate/api-keys/keys.ts";
import {
  acceptInvitation,
  invite,
} from "../../../../shared/accounts/people/manage-organisations.ts";
import { noteSignIn } from "../../../../shared/accounts/people/store-sessions.ts";
import type { AuthorId, LedgerId } from "../../../../shared/core/ids.ts";
import { makeSale } from "../../../make/supply-event.ts";
import { call } from "../../../stack/api.ts";
import { noteSecrets, secretOf } from "../../../stack/kept-logs.ts";
import { newPerson, newPractice, type SignedIn, sessionOf } from "../../../stack/people.ts";
import { retryOn503 } from "../../../stack/retry-on-503.ts";
import { settleRecount } from "../../../stack/settle.ts";

const LOCK = "/v1/reports/locked-return-periods/union-oss?period=2025-Q3";
const PREPARED = "/v1/returns/union-oss/2025-Q3/prepared";

type Headers = Readonly<Record<string, string>>;
type Locked = {
  readonly error?: string;
  readonly message?: string;
  readonly locked_by: string;
  readonly prepared_by: string;
  readonly included_source_event_count: number;
};

let account: LedgerId;
let organisation: string;
let [owner, approver, preparer]: SignedIn[] = [];

const send = <Body = Locked>(
  as: Headers,
  path: string,
  body?: object,
  method: "POST" | "PUT" | "GET" = "POST",
) => call<Body>(undefined, method, path, body, as);
const at = (person: SignedIn | undefined): Headers => person?.at(account) ?? {};
const withKey = (key: string): Headers => ({ "X-API-Key": key });
const outcome = async (as: Headers, path = LOCK) => {
  const { status, body } = await send(as, path);
  return [status, body.error];
};
const REQUIRED = [409, "second_person_required"];

async function joined(role: "approver" | "preparer"): Promise<SignedIn> {
  const person = await newPerson(role);
  const by = { person: owner?.id ?? ("" as AuthorId), now: new Date() };
  const { token } = await invite(organisation, { role }, by);
  await acceptInvitation(token, { person: person.id, now: new Date() });
  return person;
}

type Key = { readonly id: string; readonly api_key: string };

async function keyOf(as: Headers, path = "/v1/api-keys"): Promise<Key> {
  const body = path.endsWith("rotate") ? {} : { name: "a", scope: "full" };
  const made = await send<Key>(as, path, body);
  expect(made.status, made.text).toBe(201);
  noteSecrets([secretOf(made.body.api_key)]);
  return made.body;
}

const sale = (event_id: string) => send(at(preparer), "/v1/supply-events", makeSale({ event_id }));

beforeAll(async () => {
  owner = await newPerson("owner");
  ({ id: organisation, account } = await newPractice(owner));
  [approver, preparer] = [await joined("approver"), await joined("preparer")];
  const registration = { scheme_type: "union_oss", member_state_identification: "SE" };
  const since = { effective_from: "2021-07-01", status: "active" };
  await send(at(owner), "/v1/tax-registrations", { ...registration, ...since });
  expect((await sale("first")).status).toBe(200);
});

const SEAT = { establishment_country: "SE" };
const setting = (as: Headers, lock_requires_second_person?: boolean) =>
  send<{ error?: string; lock_requires_second_person?: boolean }>(
    as,
    "/v1/account",
    {
      ...SEAT,
      ...(lock_requires_second_person === undefined ? {} : { lock_requires_second_person }),
    },
    "PUT",
  );

it("a key switches the rule neither on nor off, and a profile that does not name it keeps it", async () => {
  const key = withKey((await keyOf(at(owner))).api_key);
  expect((await setting(key, true)).body.error).toBe("insufficient_scope");
  expect((await setting(at(owner), true)).body.lock_requires_second_person).toBe(true);
  expect((await setting(key, false)).body.error).toBe("insufficient_scope");
  expect((await setting(at(approver), false)).body.error).toBe("insufficient_role");
  expect((await setting(key)).body.lock_requires_second_person).toBe(true);
  // A new seat may move events, and nothing is locked meanwhile.
  await settleRecount(account);
});

it("nobody passes it alone: by a key, a key of a key, a rotated key, a second sign-in, or a key of an operator", async () => {
  expect(await outcome(at(approver))).toEqual(REQUIRED);
  const own = await keyOf(at(owner));
  const ofKey = await keyOf(withKey(own.api_key));
  const rotated = await keyOf(at(owner), `/v1/api-keys/${ofKey.id}/rotate`);
  const operators = await issueKey({ account, scope: "full", mode: "live" }, new Date());
  noteSecrets([secretOf(operators)]);
  expect(await outcome(withKey(operators), PREPARED)).toEqual(REQUIRED);
  for (const as of [withKey(own.api_key), withKey(rotated.api_key), at(owner)]) {
    expect(await outcome(as, PREPARED)).toEqual([201, undefined]);
  }
  const identity = { issuer: "https://issuer.example", subject: "second", name: "Second" };
  const once = await sessionOf(await noteSignIn(identity, new Date()));
  const again = await sessionOf(await noteSignIn({ ...identity, name: "Other" }, new Date()));
  expect(again.id).toBe(once.id);
  const tried = {
    session: at(owner),
    "second session": at(await sessionOf((owner?.id ?? "") as AuthorId)),
    "key of the person": withKey(own.api_key),
    "key that this key has made": withKey(ofKey.api_key),
    "rotated key": withKey(rotated.api_key),
    "key of an operator": withKey(operators),
  };
  for (const [name, as] of Object.entries(tried)) {
    expect([name, ...(await outcome(as))]).toEqual([name, ...REQUIRED]);
  }
});

it("a mark is on the figures: one that changes or is added needs another mark", async () => {
  expect((await sale("second")).status).toBe(200);
  const late = await send(at(approver), LOCK);
  expect(late.body.message).toContain("the figures have changed");
  expect(await outcome(at(approver), PREPARED)).toEqual([201, undefined]);
  expect(await outcome(at(approver))).toEqual(REQUIRED);
});

it("of locks and changes at once, what is frozen is what another person has marked", async () => {
  const marked = await send<{ readonly marks: readonly object[] }>(at(preparer), PREPARED);
  expect(marked.body.marks).toHaveLength(2);
  const [one, other, ...changes] = await Promise.all([
    retryOn503(() => send(at(approver), LOCK)),
    retryOn503(() => send(at(owner), LOCK)),
    retryOn503(() => sale("third")),
    retryOn503(() => sale("fourth")),
  ]);
  expect(changes.map(({ status }) => status)).toEqual([200, 200]);
  const locked = [one, other].filter(({ status }) => status === 201);
  expect(locked.length).toBeLessThanOrEqual(1);
  for (const { body, text } of locked) expect(body.included_source_event_count, text).toBe(2);
  for (const { body, status } of [one, other].filter((answer) => answer.status !== 201)) {
    expect([status, body.error]).toEqual([
      409,
      expect.stringMatching(/^(second_person_required|period_already_locked)$/),
    ]);
  }
  if (locked.length > 0) return;
  expect(await outcome(at(preparer), PREPARED)).toEqual([201, undefined]);
  const [last] = [await send(at(approver), LOCK)];
  expect([last.status, last.body.locked_by, last.body.prepared_by]).toEqual([
    201,
    approver?.id,
    preparer?.id,
  ]);
});

it("names both persons in the lock, and takes no mark after it", async () => {
  const { body } = await send<{ readonly items: readonly Locked[] }>(
    at(owner),
    "/v1/reports/locked-return-periods/union-oss",
    undefined,
    "GET",
  );
  const [lock] = body.items;
  const persons = [owner?.id, approver?.id, preparer?.id];
  expect(persons).toContain(lock?.locked_by);
  expect(persons).toContain(lock?.prepared_by);
  expect(lock?.prepared_by).not.toBe(lock?.locked_by);
  expect(await outcome(at(preparer), PREPARED)).toEqual([409, "period_already_locked"]);
});

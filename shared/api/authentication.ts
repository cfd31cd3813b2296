import { timingSafeEqual } from "node:crypto";
import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import type { MiddlewareObj } from "@middy/core";
import type * as z from "zod";
import { type AccountRecord, accountNamed } from "../accounts/account.ts";
import type { SessionsEnd } from "../accounts/people/manage-sessions.ts";
import { memberRole, ORGANISATION_ID } from "../accounts/people/organisation.ts";
import { isOperator, type Role } from "../accounts/people/person.ts";
import { includes } from "../accounts/people/role-order.ts";
import { isOpenedBy, parseToken } from "../accounts/people/session.ts";
import { type MadeSession, type SessionEnd, sessionView } from "../accounts/people/sign-in.ts";
import { loadMember } from "../accounts/people/store-organisations.ts";
import { loadSession } from "../accounts/people/store-sessions.ts";
import { loadAccount } from "../accounts/store-accounts.ts";
import { noteKeyUse } from "../accounts/store-keys.ts";
import { dayOf, type IsoDate, instantOn } from "../core/calendar/dates.ts";
import { DomainError, invalidRequest, notFound } from "../core/errors/errors.ts";
import { sha256Of } from "../core/hash.ts";
import { type AuthorId, type LedgerId, ledgerOf } from "../core/ids.ts";
import {
  type ApiKey,
  isEnded,
  type Mode,
  type StoredKey,
} from "../platform/credentials/api-key.ts";
import { loadApiKey, loadOpenedLedger } from "../platform/credentials/store-api-key.ts";
import { HttpAnswer } from "./http-answer.ts";
import {
  type AccountCaller,
  type RequestEvent,
  type Route,
  requiredRole,
  type Scope,
} from "./route.ts";

/**
 * The cookie with the refresh token. Scripts cannot read the cookie, other sites cannot send it, and no other host can
 * set it (the prefix `__Host-`).
 */
const NAME = "__Host-vat_refresh";
const ATTRIBUTES = "Path=/; Secure; HttpOnly; SameSite=Strict";

/** Returns the refresh token of a request's cookies; the empty string if there is none. */
export function refreshTokenIn(cookies: readonly string[]): string {
  const found = cookies.find((cookie) => cookie.startsWith(`${NAME}=`));
  return found?.slice(NAME.length + 1) ?? "";
}

const answer = (status: number, body: object, cookie: string): HttpAnswer =>
  new HttpAnswer(
    status,
    { "content-type": "application/json", "set-cookie": cookie },
    JSON.stringify(body),
  );

/** Returns the tokens of a session; with `cookie`, the refresh token is in a cookie and not in the body. */
export function sessionAnswer(
  status: 200 | 201,
  made: MadeSession,
  carrier: "cookie" | "body",
  now: Date,
) {
  const body = sessionView(made, carrier);
  if (carrier === "body") return body;
  const seconds = Math.ceil((Date.parse(made.session.ends_at) - now.getTime()) / 1000);
  const cookie = `${NAME}=${made.tokens.refresh}; Max-Age=${seconds}; ${ATTRIBUTES}`;
  return answer(status, body, cookie);
}

/** Returns the response to a sign-out, which removes the cookie. */
export const endedAnswer = (
  body: z.output<typeof SessionEnd> | z.output<typeof SessionsEnd>,
): HttpAnswer => answer(200, body, `${NAME}=; Max-Age=0; ${ATTRIBUTES}`);

/*
 * vat_<live|test>_<key id, 16 characters>_<secret, at least 43 url-safe characters>
 *
 * The key id finds the record; only the SHA-256 of the secret is stored. A slow hash is unnecessary, because 32 random
 * bytes cannot be guessed.
 */
const FORM = /^vat_(live|test)_([a-z0-9]{16})_([A-Za-z0-9_-]{32,128})$/;

/** Parses an API key; returns undefined for a text that does not have its form. */
export function parseApiKey(text: string): ApiKey | undefined {
  const match = FORM.exec(text);
  if (!match) return undefined;
  return { mode: match[1] as Mode, keyId: match[2] as AuthorId, secret: match[3] as string };
}

/** True if the presented key matches the stored key and works at this instant. Compares the secret in constant time. */
export function isUsable(stored: StoredKey, presented: ApiKey, now: Date): boolean {
  const given = Buffer.from(sha256Of(presented.secret), "hex");
  const storedHash = Buffer.from(stored.secret_sha256, "hex");
  const same = timingSafeEqual(given, storedHash) && stored.mode === presented.mode;
  return same && !isEnded(stored, now);
}

/** Maximum number of keys whose use this process remembers for today. */
const MOST_REMEMBERED = 10_000;

let today: IsoDate | undefined;
const noted = new Set<string>();

/**
 * Records the day on which a key was used, at most once per day, key and process. Runs concurrently with the request;
 * after a failure the next request records the day.
 * @returns a promise that never rejects; undefined when there is nothing to record
 */
function noteUse(
  { account, author: keyId }: AccountCaller,
  day: IsoDate,
): Promise<void> | undefined {
  if (today !== day || noted.size >= MOST_REMEMBERED) {
    today = day;
    noted.clear();
  }
  if (noted.has(keyId)) return undefined;
  noted.add(keyId);
  return noteKeyUse(account, keyId, day).catch((error) => {
    if (!(error instanceof ConditionalCheckFailedException)) noted.delete(keyId);
  });
}

/** What a request presents: keys, by the header that each is in, and the Authorization header of a session. */
type Presented = {
  readonly keys: readonly (readonly [string, string])[];
  readonly session?: string;
};

/**
 * Returns the credentials of a request. A key is in X-API-Key, or in Authorization as bearer token or as the user name
 * of Basic (RFC 7617), where its beginning tells it from a session.
 */
export function presentedIn({
  "x-api-key": ofHeader,
  authorization,
}: RequestEvent["headers"]): Presented {
  const keys = ofHeader ? [["X-API-Key", ofHeader] as const] : [];
  if (authorization === undefined) return { keys };
  const basic = /^Basic ([A-Za-z0-9+/]+=*)$/i.exec(authorization.trim())?.[1];
  if (basic !== undefined) {
    const [user = ""] = Buffer.from(basic, "base64").toString().split(":");
    return { keys: [...keys, ["Authorization: Basic", user]] };
  }
  const key = /^Bearer (vat_(?:live|test)_\S*)$/i.exec(authorization.trim())?.[1];
  if (key !== undefined) return { keys: [...keys, ["Authorization: Bearer", key]] };
  return { keys, session: authorization };
}

/**
 * Sets `caller` from an API key, or from a session and the X-Account header: 401 without a valid key or session, 403
 * when scope or role are too small.
 */
export const ofAccount = (route: Route): MiddlewareObj<RequestEvent, unknown> => ({
  before: async ({ event }) => {
    const { keys, session } = presentedIn(event.headers);
    const [key, second] = keys;
    if (key && (second || session !== undefined)) {
      const other = second ? `a second one in ${second[0]}` : "a session in Authorization";
      const message = `there is a key in ${key[0]} and ${other}: send one of them`;
      throw invalidRequest([{ field: "Authorization", message }]);
    }
    if (session !== undefined) return admitPerson(event, session, route);
    if (key) rejectNamedAccount(event, key[0]);
    await admitKey(event, key, route);
  },
});

/** Rejects a key beside X-Account, even of its own account: the caller may mean another than the key opens. */
function rejectNamedAccount({ headers }: RequestEvent, header: string): void {
  if (headers["x-account"] === undefined) return;
  const message = `goes with a session only, and ${header} has a key, which opens its own account: leave X-Account out`;
  throw invalidRequest([{ field: "X-Account", message }]);
}

async function admitKey(
  event: RequestEvent,
  presented: Presented["keys"][number] | undefined,
  route: Route,
): Promise<void> {
  const { scope } = route;
  const now = new Date();
  if (!presented) {
    const message = "send your API key in X-API-Key, or as Authorization: Bearer <key>";
    throw new DomainError("missing_api_key", message);
  }
  const [header, text] = presented;
  const key = parseApiKey(text);
  const stored = key && (await loadApiKey(key.keyId));
  if (!key || !stored || !isUsable(stored, key, now)) {
    throw new DomainError("invalid_api_key", `the API key in ${header} is not valid`);
  }
  const { ledger, clockDay } = await loadOpenedLedger(stored);
  const caller = callerWith(stored, ledger);
  event.caller = caller;
  if (clockDay !== undefined) event.now = instantOn(clockDay, now);
  const noted = noteUse(caller, dayOf(now));
  if (noted !== undefined) event.background = [noted];
  rejectState(stored, scope);
  if (scope === "write" && stored.scope !== "full") {
    refuseStoring(event, route, new DomainError("insufficient_scope", scopeNeededBy(route)));
  }
}

const scopeNeededBy = ({ mayStoreNothing }: Route): string =>
  mayStoreNothing
    ? "this needs a key of scope full; a read-only key may send store: false, and then nothing is stored"
    : "this endpoint needs a key of scope full";

/** Refuses a caller who may only read: at once, or after the body is read where that may ask to store nothing. */
function refuseStoring(
  event: RequestEvent,
  { mayStoreNothing }: Route,
  refusal: DomainError | undefined,
): void {
  if (refusal && !mayStoreNothing) throw refusal;
  if (refusal) event.refusalOfStoring = refusal;
}

/** Reads session and account at one time, then the role of the person in the account's organisation. */
async function admitPerson(
  event: RequestEvent,
  authorization: string,
  route: Route,
): Promise<void> {
  const text = event.headers["x-account"];
  const named = text === undefined ? undefined : accountNamed(text);
  const [session, record] = await Promise.all([
    loadPresented(authorization),
    named && loadAccount(named),
  ]);
  const { person } = session;
  if (text === undefined) {
    const message = "send X-Account with the id of the account";
    throw invalidRequest([{ field: "X-Account", message }]);
  }
  const organisation = record?.organisation;
  const member = organisation === undefined ? undefined : await loadMember(organisation, person);
  const role = named && memberRole(member, named);
  // An account of others and one that does not exist get one response.
  if (!named || !record || role === undefined) {
    throw new DomainError("insufficient_role", "you have no role in this account");
  }
  event.caller = {
    ledger: ledgerOf(named),
    account: named,
    author: person,
    person,
    sessionId: session.session_id,
    scope: includes(role, "preparer") ? "full" : "read-only",
  };
  rejectState(stateOf(record), route.scope);
  const needed = requiredRole(route);
  refuseStoring(
    event,
    route,
    roleRefusal(role, needed === "operator" ? "owner" : (needed ?? "owner")),
  );
}

const stateOf = ({ account_state }: AccountRecord): Pick<StoredKey, "account_state"> =>
  account_state === "emptied" ? { account_state: "suspended" } : { account_state };

const roleRefusal = (role: Role, needed: Role): DomainError | undefined =>
  includes(role, needed)
    ? undefined
    : new DomainError("insufficient_role", `this needs the role ${needed}, and yours is ${role}`);

function rejectRole(role: Role, needed: Role): void {
  const refusal = roleRefusal(role, needed);
  if (refusal) throw refusal;
}

const invalidSession = (): DomainError =>
  new DomainError("invalid_session", "the session is not valid any more: renew it or sign in");

const NO_CREDENTIALS =
  "Authorization holds neither an API key (Bearer vat_live_… or vat_test_…) nor the token of a session";

/** Reads the session whose token the Authorization header has. */
async function loadPresented(authorization: string) {
  const token = parseToken("session", /^Bearer (\S+)$/i.exec(authorization)?.[1] ?? "");
  const session = token && (await loadSession(token.id));
  if (!token) throw new DomainError("invalid_session", NO_CREDENTIALS);
  if (!session || !isOpenedBy(session, token, new Date())) throw invalidSession();
  return session;
}

/**
 * Sets `caller` from a session: 401 without a valid one. Where the path names an organisation, 404 for a person who is
 * not in it, and 403 for a role that is too small.
 */
export const ofPerson = ({ role }: Route): MiddlewareObj<RequestEvent, unknown> => ({
  before: async ({ event }) => {
    const { keys, session } = presentedIn(event.headers);
    if (session === undefined) {
      const sent = keys[0] ? `this is for persons, and ${keys[0][0]} has an API key: ` : "";
      throw new DomainError("invalid_session", `${sent}send a session as Authorization: Bearer …`);
    }
    const { person, session_id } = await loadPresented(session);
    event.caller = {
      author: person,
      person,
      sessionId: session_id,
      scope: "full",
    };
    const organisation = event.pathParameters?.["organisation"] ?? "";
    if (role === "operator") rejectOthers(person);
    else if (role !== undefined) await admitMember(organisation, person, role);
  },
});

function rejectOthers(person: string): void {
  if (isOperator(person)) return;
  throw new DomainError("insufficient_role", "this is for operators of the service");
}

/** Rejects a person who is not in the organisation, or whose role there is too small. */
async function admitMember(organisation: string, person: string, needed: Role): Promise<void> {
  const isKnown = ORGANISATION_ID.test(organisation);
  const member = isKnown ? await loadMember(organisation, person) : undefined;
  if (!member || member.removed_at !== undefined) throw notFound("organisation");
  // A viewer of a single account sees the organisation, with that account alone.
  if (needed !== "viewer") rejectRole(memberRole(member) ?? "viewer", needed);
}

const callerWith = (stored: StoredKey, ledger: LedgerId): AccountCaller => ({
  ledger,
  account: stored.account,
  author: stored.key_id,
  scope: stored.scope,
});

function rejectState({ account_state }: Pick<StoredKey, "account_state">, scope: Scope): void {
  if (account_state === "suspended") {
    throw new DomainError(
      "account_suspended",
      "this account is suspended; ask who runs the service",
    );
  }
  if (account_state === "closed" && scope === "write") {
    throw new DomainError("account_closed", "this account is closed: it can be read, not changed");
  }
}

import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import * as z from "zod";
import type { AuthorId } from "../../core/ids.ts";

const ACCESS_SECONDS = 15 * 60;

/** Hours after which a session ends, however often it was renewed. */
const SESSION_HOURS = 12;

/**
 * Seconds after a renewal in which the refresh token just before is only rejected: two tabs that renew at one time share
 * a cookie, and an answer can be lost. Any other use of a former token ends the session, because a copy of it is in other
 * hands (RFC 9700, 4.14.2; RFC 6819, 5.2.2.3).
 */
const FORMER_SECONDS = 30;

/** The stored record of a session. Tokens are stored as hashes; instants are ISO 8601 UTC. */
export const StoredSession = z.object({
  session_id: z.string(),
  person: z.string().brand("AuthorId"),
  access_sha256: z.string(),
  access_until: z.string(),
  refresh_sha256: z.string(),
  former_refresh_sha256: z.string().optional(),
  /** Of the family of its refresh tokens; sessions of earlier versions have none until they are renewed. */
  family_sha256: z.string().optional(),
  /** Browser and system that signed in, if it said so (device.ts). */
  device: z.string().optional(),
  renewed_at: z.string(),
  created_at: z.string(),
  ends_at: z.string(),
  ended_at: z.string().optional(),
});
export type StoredSession = Readonly<z.output<typeof StoredSession>>;

/** The two tokens of a session, as texts. They are returned once and not stored. */
export type Tokens = { readonly access: string; readonly refresh: string };

/** The parts of a token: the id finds the record, the secret proves the token. */
type Token = { readonly id: string; readonly secret: string };

/*
 * vat_session_<session id, 16 characters>_<secret, 43 url-safe characters>
 * vat_refresh_<session id, 16 characters>_<family, 22 url-safe characters><21 more of this token alone>
 *
 * Tokens are random and looked up, not signed: a session that has ended opens nothing with the next call, and no secret of
 * the stage can sign one. All refresh tokens of a session have one family, 132 random bits: a former token is recognised
 * by it after any number of renewals, and who has had no token of the session cannot forge one.
 */
const FORM = /^vat_(session|refresh)_([a-f0-9]{16})_([A-Za-z0-9_-]{43})$/;

/** Returns the part of a refresh token's secret that all refresh tokens of its session share. */
const familyOf = (secret: string): string => secret.slice(0, 22);

/** Parses a token of a kind; returns undefined for a text that does not have its form. */
export function parseToken(kind: "session" | "refresh", text: string): Token | undefined {
  const match = FORM.exec(text);
  if (!match || match[1] !== kind) return undefined;
  return { id: match[2] as string, secret: match[3] as string };
}

/** Returns a new secret of a token: 256 random bits. */
export const newSecret = (): string => randomBytes(32).toString("base64url");

/** Returns the hash under which a secret is stored. A slow hash is unnecessary, because a random secret cannot be guessed. */
export const secretHash = (secret: string): string =>
  createHash("sha256").update(secret).digest("hex");

/** True if the secret has that hash. Compares in constant time. */
export const hasHash = (secret: string, sha256: string | undefined): boolean =>
  sha256 !== undefined &&
  timingSafeEqual(Buffer.from(secretHash(secret), "hex"), Buffer.from(sha256, "hex"));

type Made = { readonly session: StoredSession; readonly tokens: Tokens };

const later = (now: Date, seconds: number): string =>
  new Date(now.getTime() + seconds * 1000).toISOString();

export function newSession(person: AuthorId, now: Date, device?: string): Made {
  const at = now.toISOString();
  const start = {
    session_id: randomBytes(8).toString("hex"),
    person,
    created_at: at,
    ends_at: later(now, SESSION_HOURS * 3600),
    ...(device === undefined ? {} : { device }),
  };
  return withTokens(start, now, familyOf(newSecret()));
}

type SessionStart = Pick<
  StoredSession,
  "session_id" | "person" | "created_at" | "ends_at" | "device"
>;

function withTokens(start: SessionStart, now: Date, family: string): Made {
  const [access, refresh] = [newSecret(), family + newSecret().slice(family.length)];
  const until = later(now, ACCESS_SECONDS);
  return {
    session: {
      ...start,
      access_sha256: secretHash(access),
      access_until: until < start.ends_at ? until : start.ends_at,
      refresh_sha256: secretHash(refresh),
      family_sha256: secretHash(family),
      renewed_at: now.toISOString(),
    },
    tokens: {
      access: `vat_session_${start.session_id}_${access}`,
      refresh: `vat_refresh_${start.session_id}_${refresh}`,
    },
  };
}

/** True if the session has not ended. */
export const isActive = (session: StoredSession, now: Date): boolean =>
  session.ended_at === undefined && now.toISOString() < session.ends_at;

export const isOpenedBy = (session: StoredSession, { secret }: Token, now: Date): boolean =>
  hasHash(secret, session.access_sha256) &&
  session.ended_at === undefined &&
  now.toISOString() < session.access_until;

type Renewal =
  | { readonly outcome: "renewed"; readonly made: Made }
  | { readonly outcome: "rejected" }
  /** The token was renewed before: it is a copy, and the session ends. */
  | { readonly outcome: "ended" };

/** Returns the session with new tokens, if the refresh token is its current one. */
export function renewed(session: StoredSession, { secret }: Token, now: Date): Renewal {
  if (!isActive(session, now)) return { outcome: "rejected" };
  const family = familyOf(secret);
  if (hasHash(secret, session.refresh_sha256)) {
    const { session: next, tokens } = withTokens(session, now, family);
    const former_refresh_sha256 = session.refresh_sha256;
    const updated = { ...session, ...next, former_refresh_sha256 };
    return { outcome: "renewed", made: { session: updated, tokens } };
  }
  const isLast = hasHash(secret, session.former_refresh_sha256);
  const isSoon = now.toISOString() <= later(new Date(session.renewed_at), FORMER_SECONDS);
  if (isLast && isSoon) return { outcome: "rejected" };
  return { outcome: isLast || hasHash(family, session.family_sha256) ? "ended" : "rejected" };
}

import * as z from "zod";
import { DomainError } from "../../core/errors/errors.ts";
import { type CodeExchange, type IssuerClient, identityOf } from "./issuer.ts";
import { newSession, parseToken, renewed, type StoredSession, type Tokens } from "./session.ts";
import {
  endSession,
  insertSession,
  loadSession,
  noteSignIn,
  replaceSession,
} from "./store-sessions.ts";

const Carrier = z
  .enum(["cookie", "body"])
  .default("body")
  .describe("Carrier of the refresh token: `cookie` for pages, whose scripts then cannot read it");

const opaque = (most: number) => z.string().min(1).max(most);

/** Body of POST /v1/session. */
export const SessionRequest = z
  .strictObject({
    code: opaque(4_000).describe("The authorization code that the issuer gave to the page"),
    code_verifier: z
      .string()
      .regex(/^[\w.~-]{43,128}$/, "must be 43 to 128 characters of RFC 7636")
      .describe("PKCE code verifier, whose hash the sign-in began with (RFC 7636)"),
    redirect_uri: z.url().max(2_000).describe("Redirect address, as the sign-in named it"),
    nonce: opaque(200).describe("Nonce of the sign-in, which the ID token must repeat"),
    refresh: Carrier,
  })
  .meta({ id: "SessionRequest" });

/** Body of POST /v1/session/refresh. */
export const SessionRefresh = z
  .strictObject({
    refresh_token: opaque(200)
      .optional()
      .describe("Refresh token; if left out, the cookie is read"),
  })
  .meta({ id: "SessionRefresh" });

/** Response of a request that begins or renews a session. */
export const SessionTokens = z
  .strictObject({
    access_token: z
      .string()
      .describe("Access token, sent as `Authorization: Bearer …`; valid for fifteen minutes"),
    access_ends_at: z.iso.datetime(),
    refresh_token: z
      .string()
      .nullable()
      .describe(
        "Refresh token, which renews the session once; null if it is in a cookie that pages cannot read",
      ),
    session_ends_at: z.iso.datetime().describe("Time when the person has to sign in again"),
    person_id: z.string(),
  })
  .meta({ id: "SessionTokens" });

/** Response of DELETE /v1/session. */
export const SessionEnd = z.strictObject({ ended_at: z.iso.datetime() }).meta({ id: "SessionEnd" });

export type MadeSession = { readonly session: StoredSession; readonly tokens: Tokens };

export const sessionView = (
  { session, tokens }: MadeSession,
  carrier: "cookie" | "body",
): z.output<typeof SessionTokens> => ({
  access_token: tokens.access,
  access_ends_at: session.access_until,
  refresh_token: carrier === "body" ? tokens.refresh : null,
  session_ends_at: session.ends_at,
  person_id: session.person,
});

/**
 * Exchanges an authorization code for a session of the person.
 * @throws DomainError `sign_in_failed`, also if the stage has no issuer; `not_ready`
 */
export async function signIn(
  settings: IssuerClient | undefined,
  exchange: CodeExchange,
  now: Date,
  device?: string,
): Promise<MadeSession> {
  if (!settings) throw new DomainError("sign_in_failed", "persons cannot sign in to this stage");
  const person = await noteSignIn(await identityOf(settings, exchange), now);
  const made = newSession(person, now, device);
  await insertSession(made.session);
  return made;
}

const invalid = (): DomainError =>
  new DomainError("invalid_session", "the session has ended: sign in again");

/**
 * Replaces both tokens of a session. A refresh token that was used before ends the session, because it is a copy.
 * @throws DomainError `invalid_session`
 */
export async function renewSession(refreshToken: string, now: Date): Promise<MadeSession> {
  const token = parseToken("refresh", refreshToken);
  const session = token && (await loadSession(token.id));
  if (!token || !session) throw invalid();
  const renewal = renewed(session, token, now);
  if (renewal.outcome === "ended") await endSession(session.session_id, now);
  if (renewal.outcome !== "renewed") throw invalid();
  if (!(await replaceSession(session, renewal.made.session))) throw invalid();
  return renewal.made;
}

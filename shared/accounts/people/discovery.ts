import * as z from "zod";
import { DomainError } from "../../core/errors/errors.ts";

/** The issuer that persons sign in with, a setting of the stage. */
export type SignInSettings = { readonly issuer: string; readonly clientId: string };

/**
 * Reads the issuer of the stage from the environment: SIGN_IN_ISSUER and SIGN_IN_CLIENT_ID.
 * @returns undefined for a stage that takes keys only
 */
export function signInSettings(): SignInSettings | undefined {
  const { SIGN_IN_ISSUER: issuer, SIGN_IN_CLIENT_ID: clientId } = process.env;
  return issuer && clientId ? { issuer, clientId } : undefined;
}

export const CALL_MS = 5_000;

const Endpoint = z.url().refine(isSafe, "must begin with https://");

/** True for https, and for http on this machine. */
function isSafe(text: string): boolean {
  const { protocol, hostname } = new URL(text);
  const isLocal = ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
  return protocol === "https:" || (protocol === "http:" && isLocal);
}

/** The part of a discovery document that sign-in uses (OpenID Connect Discovery 1.0, 3). */
const Discovery = z.object({
  issuer: z.string(),
  authorization_endpoint: Endpoint,
  token_endpoint: Endpoint,
  jwks_uri: Endpoint,
  end_session_endpoint: Endpoint.optional(),
  token_endpoint_auth_methods_supported: z.array(z.string()).default(["client_secret_basic"]),
});
export type Discovery = z.output<typeof Discovery>;

/** The documents of this process, by issuer. */
const known = new Map<string, Promise<Discovery>>();

/**
 * Loads the discovery document of an issuer once a process.
 * @throws DomainError `not_ready` if the issuer does not answer, or answers for another issuer
 */
export function discoveryOf(issuer: string): Promise<Discovery> {
  const loaded = known.get(issuer) ?? loadDiscovery(issuer);
  known.set(issuer, loaded);
  // A failure is not remembered: the next sign-in tries again.
  loaded.catch(() => known.delete(issuer));
  return loaded;
}

async function loadDiscovery(issuer: string): Promise<Discovery> {
  if (!isSafe(issuer)) throw new Error("the issuer of the stage must begin with https://");
  const place = `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
  const about = Discovery.safeParse(await fetched(place, {}));
  if (about.success && answersFor(about.data.issuer, issuer)) return about.data;
  throw unavailable("the discovery document is not that of the issuer", about.error);
}

/** The tenant in issuers of Microsoft Entra: their multi-tenant documents name a template. */
export const TENANT = "{tenantid}";

const answersFor = (said: string, asked: string): boolean =>
  said === asked ||
  ["common", "organizations", "consumers"].some((tenant) => said.replace(TENANT, tenant) === asked);

export const unavailable = (message: string, cause: unknown): DomainError =>
  new DomainError("not_ready", "sign-in is not available right now", undefined, {
    cause: new Error(message, { cause }),
    retryAfterSeconds: 5,
  });

/** Fetches JSON. Follows no redirects: an issuer's endpoints are where its document says. */
export async function fetched(url: string, init: RequestInit): Promise<unknown> {
  try {
    const signal = AbortSignal.timeout(CALL_MS);
    const response = await fetch(url, { ...init, signal, redirect: "error" });
    const isWanted = response.ok || (init.method === "POST" && response.status < 500);
    if (!isWanted) throw new Error(`${url} answers ${response.status}`);
    return await response.json();
  } catch (error) {
    throw unavailable("the issuer does not answer", error);
  }
}

/** Response of GET /v1/sign-in. */
export const SignInAnswer = z
  .strictObject({
    provider: z
      .strictObject({
        issuer: z.string(),
        authorization_endpoint: z.string().describe("Where the page sends the browser"),
        client_id: z.string(),
        scope: z.string(),
      })
      .nullable()
      .describe("The issuer with which persons sign in; null: the stage has none, and takes keys"),
  })
  .meta({ id: "SignIn" });

/** The scopes of a sign-in: the id, and a name and address to show. */
const SCOPE = "openid profile email";

/** Describes the issuer of the stage, for the page that begins a sign-in. */
export async function describeSignIn(
  settings: SignInSettings | undefined,
): Promise<z.output<typeof SignInAnswer>> {
  if (!settings) return { provider: null };
  const about = await discoveryOf(settings.issuer);
  return {
    provider: {
      issuer: settings.issuer,
      authorization_endpoint: about.authorization_endpoint,
      client_id: settings.clientId,
      scope: SCOPE,
    },
  };
}

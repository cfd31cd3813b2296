import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from "jose";
import * as z from "zod";
import { DomainError } from "../../core/errors/errors.ts";
import { readSecret } from "../../platform/sealing.ts";
import type { Identity } from "./person.ts";

/** The issuer that persons sign in with, a setting of the stage. */
type SignInSettings = { readonly issuer: string; readonly clientId: string };

/**
 * Reads the issuer of the stage from the environment: SIGN_IN_ISSUER and SIGN_IN_CLIENT_ID.
 * @returns undefined for a stage that takes keys only
 */
export function signInSettings(): SignInSettings | undefined {
  const { SIGN_IN_ISSUER: issuer, SIGN_IN_CLIENT_ID: clientId } = process.env;
  return issuer && clientId ? { issuer, clientId } : undefined;
}

const CALL_MS = 5_000;

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
type Discovery = z.output<typeof Discovery>;

/** The documents of this process, by issuer. */
const discoveries = new Map<string, Promise<Discovery>>();

/**
 * Loads the discovery document of an issuer once a process.
 * @throws DomainError `not_ready` if the issuer does not answer, or answers for another issuer
 */
function discoveryOf(issuer: string): Promise<Discovery> {
  const loaded = discoveries.get(issuer) ?? loadDiscovery(issuer);
  discoveries.set(issuer, loaded);
  // A failure is not remembered: the next sign-in tries again.
  loaded.catch(() => discoveries.delete(issuer));
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
const TENANT = "{tenantid}";

const answersFor = (said: string, asked: string): boolean =>
  said === asked ||
  ["common", "organizations", "consumers"].some((tenant) => said.replace(TENANT, tenant) === asked);

const unavailable = (message: string, cause: unknown): DomainError =>
  new DomainError("not_ready", "sign-in is not available right now", undefined, {
    cause: new Error(message, { cause }),
    retryAfterSeconds: 5,
  });

/** Fetches JSON. Follows no redirects: an issuer's endpoints are where its document says. */
async function fetched(url: string, init: RequestInit): Promise<unknown> {
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

export const SignInAnswer = z
  .strictObject({
    provider: z
      .strictObject({
        issuer: z.string(),
        authorization_endpoint: z
          .string()
          .describe("Authorization endpoint of the issuer, which the page sends the browser to"),
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

/** The service as the issuer knows it. */
export type IssuerClient = SignInSettings & { readonly clientSecret?: string | undefined };

/**
 * Reads the issuer of the stage with the client's secret: by SIGN_IN_SECRET_ARN in Secrets Manager, or locally as
 * SIGN_IN_CLIENT_SECRET.
 */
export async function issuerClient(): Promise<IssuerClient | undefined> {
  const settings = signInSettings();
  const arn = process.env["SIGN_IN_SECRET_ARN"];
  const clientSecret = arn ? await readSecret(arn) : process.env["SIGN_IN_CLIENT_SECRET"];
  return settings && { ...settings, clientSecret };
}

/** The signatures that are accepted: asymmetric ones. A client secret or a public key never signs an ID token. */
const ALGORITHMS = [
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "ES256",
  "ES384",
  "ES512",
];

const CLOCK_TOLERANCE_SECONDS = 60;
/** Longest age of an ID token, which comes straight from the exchange of a code. */
const LONGEST_AGE = "10 minutes";

type Provider = { readonly about: Discovery; readonly keys: ReturnType<typeof createRemoteJWKSet> };

const keysOfIssuers = new Map<string, Provider["keys"]>();

/** Returns the issuer's document, and its keys, which are fetched again when a token names an unknown one. */
async function providerOf(issuer: string): Promise<Provider> {
  const about = await discoveryOf(issuer);
  const keys =
    keysOfIssuers.get(about.jwks_uri) ??
    createRemoteJWKSet(new URL(about.jwks_uri), { timeoutDuration: CALL_MS });
  keysOfIssuers.set(about.jwks_uri, keys);
  return { about, keys };
}

const failed = (message: string, cause?: unknown): DomainError =>
  new DomainError("sign_in_failed", message, undefined, { cause });

/** The parameters of an authorization code that the page has received (RFC 7636). */
export type CodeExchange = {
  readonly code: string;
  readonly code_verifier: string;
  readonly redirect_uri: string;
  readonly nonce: string;
};

const TokenResponse = z.object({ id_token: z.string().max(20_000) });

/**
 * Exchanges an authorization code for the identity of a person.
 * @throws DomainError `sign_in_failed` if the issuer rejects the code or its token is not valid, `not_ready`
 */
export async function identityOf(
  settings: IssuerClient,
  { nonce, ...exchange }: CodeExchange,
): Promise<Identity> {
  const provider = await providerOf(settings.issuer);
  const body = new URLSearchParams({
    grant_type: "authorization_code",
    client_id: settings.clientId,
    ...exchange,
  });
  const headers = { accept: "application/json", ...authenticate(settings, provider.about, body) };
  const answer = await fetched(provider.about.token_endpoint, { method: "POST", headers, body });
  const tokens = TokenResponse.safeParse(answer);
  if (!tokens.success) throw failed("the issuer rejects the code; sign in again");
  return verifiedIdentity(settings, provider, tokens.data.id_token, nonce);
}

/** Adds the client's secret in the way that the issuer takes (RFC 6749, 2.3.1). */
function authenticate(
  { clientId, clientSecret }: IssuerClient,
  { token_endpoint_auth_methods_supported: methods }: Discovery,
  body: URLSearchParams,
): Record<string, string> {
  if (clientSecret === undefined) return {};
  if (!methods.includes("client_secret_basic")) {
    body.set("client_secret", clientSecret);
    return {};
  }
  body.delete("client_id");
  const pair = [clientId, clientSecret].map(encodeURIComponent).join(":");
  return { authorization: `Basic ${Buffer.from(pair).toString("base64")}` };
}

/**
 * Verifies an ID token: signature, issuer, audience, age and nonce (OpenID Connect Core 1.0, 3.1.3.7).
 * @throws DomainError `sign_in_failed`
 */
async function verifiedIdentity(
  { clientId }: SignInSettings,
  { about, keys }: Provider,
  token: string,
  nonce: string,
): Promise<Identity> {
  const claims = await claimsOf(token, keys, clientId);
  const issuer = issuerOf(claims, about.issuer);
  const isOfClient =
    !Array.isArray(claims.aud) || claims.aud.length < 2 || claims["azp"] === clientId;
  if (issuer === undefined) throw failed("the ID token is of another issuer");
  if (!isOfClient) throw failed("the ID token is for another client");
  if (claims["nonce"] !== nonce) throw failed("the ID token answers another sign-in");
  if (!isIdToken(claims)) throw failed("the token is no ID token");
  return {
    issuer,
    subject: claims.sub ?? "",
    name: textOf(claims["name"]),
    email: textOf(claims["email"]),
    email_verified: [true, "true"].includes(claims["email_verified"] as boolean | string),
  };
}

async function claimsOf(token: string, keys: Provider["keys"], audience: string) {
  try {
    const { payload } = await jwtVerify(token, keys, {
      algorithms: ALGORITHMS,
      audience,
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      maxTokenAge: LONGEST_AGE,
      requiredClaims: ["iss", "sub", "aud", "exp", "iat", "nonce"],
    });
    return payload;
  } catch (error) {
    if (error instanceof errors.JWKSTimeout) throw unavailable("no keys of the issuer", error);
    if (error instanceof errors.JOSEError) throw failed("the ID token is not valid", error);
    throw unavailable("no keys of the issuer", error);
  }
}

const GUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const GOOGLE = "https://accounts.google.com";

/**
 * Returns the issuer of a token; undefined for another than the expected one. Entra's multi-tenant tokens name their
 * tenant, and Google may leave the scheme out.
 */
function issuerOf(claims: JWTPayload, expected: string): string | undefined {
  if (claims.iss === expected) return expected;
  if (expected === GOOGLE && claims.iss === "accounts.google.com") return GOOGLE;
  const tenant = claims["tid"];
  if (!expected.includes(TENANT) || typeof tenant !== "string" || !GUID.test(tenant))
    return undefined;
  const ofTenant = expected.replace(TENANT, tenant);
  return claims.iss === ofTenant ? ofTenant : undefined;
}

/** Cognito says `token_use`, Keycloak `typ`: both sign access tokens with the same keys. */
const isIdToken = (claims: JWTPayload): boolean =>
  (claims["token_use"] ?? "id") === "id" &&
  (claims["typ"] ?? "ID") === "ID" &&
  claims.sub !== undefined &&
  claims.sub !== "" &&
  claims.sub.length <= 255;

const textOf = (claim: unknown): string | undefined =>
  typeof claim === "string" && claim !== "" ? claim.slice(0, 200) : undefined;

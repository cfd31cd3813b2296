import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import { exportJWK, generateKeyPair } from "jose";
import type Provider from "oidc-provider";
import { closeServer, FREE_LOOPBACK, type Listening, listen } from "./http-server.ts";

/** An OpenID Connect issuer of this machine, and the client under which the service is known to it. */
export type LocalIssuer = {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly stop: () => Promise<void>;
};

const CLIENT_ID = "eu-vat-local";

/**
 * Starts an issuer for development: its sign-in page takes any name, without a password. The name is the person: the
 * same name at the same address is the same person at the next start. The library is loaded with the first request.
 * @param redirectUris the pages that the issuer returns to
 */
export async function startIssuer(
  redirectUris: readonly string[],
  at: Listening = FREE_LOOPBACK,
): Promise<LocalIssuer> {
  let provider: Promise<Provider> | undefined;
  const clientSecret = randomBytes(32).toString("base64url");
  const server = createServer(async (request, response) => {
    provider ??= providerOf(issuer, clientOf(clientSecret, redirectUris));
    (await provider).callback()(request, response);
  });
  const issuer = await listen(server, at, "ISSUER_PORT");
  return { issuer, clientId: CLIENT_ID, clientSecret, stop: () => closeServer(server) };
}

/** Seconds for which the issuer remembers a sign-in and its parts. */
const HOUR = 3600;
const REMEMBERED = [
  "AccessToken",
  "AuthorizationCode",
  "Grant",
  "IdToken",
  "Interaction",
  "Session",
];

async function providerOf(issuer: string, client: object): Promise<Provider> {
  const { default: OidcProvider } = await import("oidc-provider");
  const configuration = {
    clients: [client],
    jwks: { keys: [await newKey()] },
    cookies: { keys: [randomBytes(16).toString("hex")] },
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    // Names and addresses are in the ID token, as the issuers of practice have them.
    conformIdTokenClaims: false,
    findAccount: (_: unknown, sub: string) => ({ accountId: sub, claims: () => claimsOf(sub) }),
    pkce: { required: () => true },
    features: { devInteractions: { enabled: true } },
    ttl: Object.fromEntries(REMEMBERED.map((name) => [name, HOUR])),
  };
  return silently(() => new OidcProvider(issuer, configuration));
}

/** Suppresses warnings of the library that its memory and its sign-in page are for development, as they are here. */
function silently<T>(make: () => T): T {
  const { warn } = console;
  console.warn = () => {};
  try {
    return make();
  } finally {
    console.warn = warn;
  }
}

const clientOf = (client_secret: string, redirect_uris: readonly string[]) => ({
  client_id: CLIENT_ID,
  client_secret,
  redirect_uris: [...redirect_uris],
  post_logout_redirect_uris: [],
  id_token_signed_response_alg: "ES256",
  grant_types: ["authorization_code"],
  response_types: ["code"],
});

/** Returns what the issuer says of a name: the name itself, and an address of it. */
const claimsOf = (sub: string) => ({
  sub,
  name: sub,
  email: sub.includes("@") ? sub : `${encodeURIComponent(sub.toLowerCase())}@local.example`,
  email_verified: false,
});

async function newKey() {
  const { privateKey } = await generateKeyPair("ES256", { extractable: true });
  return { ...(await exportJWK(privateKey)), alg: "ES256", use: "sig", kid: "local" };
}

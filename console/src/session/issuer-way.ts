import type { SessionTokens, SignIn } from "../../../client/src/eu-vat-client.ts";
import { clientBy } from "./api.ts";

type Provider = NonNullable<SignIn["provider"]>;

/** The parts of a sign-in that the page proves after the issuer has returned to it. They open nothing by themselves. */
type PendingSignIn = {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** The fragment of the page on which the sign-in has begun. */
  readonly page: string;
};

/** The item of this tab with a sign-in that has begun. */
const PENDING = "eu-vat-sign-in";

/** Address of this page, to which the issuer returns. */
const returnAddress = (): string => `${location.origin}${location.pathname}`;

const base64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

const random = (): string => base64Url(crypto.getRandomValues(new Uint8Array(32)));

/**
 * Returns the issuer with which persons sign in; undefined for a stage without one, and on a page without TLS, where
 * browsers have no hashes and no secure cookies.
 */
export async function loadProvider(): Promise<Provider | undefined> {
  if (!globalThis.isSecureContext) return undefined;
  return (await clientBy().getSignIn()).provider ?? undefined;
}

/** Leaves the page for that of the issuer, by the authorization code flow with PKCE (RFC 7636). */
export async function goToIssuer(provider: Provider): Promise<void> {
  const page = location.hash;
  const pending: PendingSignIn = { state: random(), nonce: random(), verifier: random(), page };
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(pending.verifier));
  sessionStorage.setItem(PENDING, JSON.stringify(pending));
  const address = new URL(provider.authorization_endpoint);
  const parameters = {
    client_id: provider.client_id,
    redirect_uri: returnAddress(),
    response_type: "code",
    scope: provider.scope,
    code_challenge: base64Url(new Uint8Array(hash)),
    code_challenge_method: "S256",
    state: pending.state,
    nonce: pending.nonce,
  };
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
  location.assign(address.href);
}

/** The return of the issuer to this page: a function that exchanges the code for a session. */
type IssuerReturn = () => Promise<SessionTokens>;

/**
 * Takes the response of the issuer from the address, and puts the page in its place on which the sign-in has begun.
 * @returns undefined if the issuer has not returned to this page
 */
export function takeIssuerReturn(): IssuerReturn | undefined {
  const query = new URLSearchParams(location.search);
  if (!query.has("state") || !(query.has("code") || query.has("error"))) return undefined;
  const text = sessionStorage.getItem(PENDING);
  sessionStorage.removeItem(PENDING);
  const pending = text === null ? undefined : (JSON.parse(text) as PendingSignIn);
  history.replaceState(null, "", `${location.pathname}${pending?.page ?? ""}`);
  return () => exchanged(query, pending);
}

/** Exchanges the code. A response to a sign-in that this tab did not begin is rejected: the state differs. */
async function exchanged(
  query: URLSearchParams,
  pending: PendingSignIn | undefined,
): Promise<SessionTokens> {
  const code = query.get("code");
  if (!pending || code === null || query.get("state") !== pending.state) {
    throw new Error("the issuer did not return from a sign-in of this tab");
  }
  return clientBy().createSession({
    body: {
      code,
      code_verifier: pending.verifier,
      redirect_uri: returnAddress(),
      nonce: pending.nonce,
      refresh: "cookie",
    },
  });
}

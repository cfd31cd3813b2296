import { createHmac } from "node:crypto";
import { exportJWK, exportSPKI, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import { afterEach, beforeAll, describe, expect, it, test, vi } from "vitest";
import {
  describeSignIn,
  identityOf,
  signInSettings,
} from "../../../../shared/accounts/people/issuer.ts";
import { personId } from "../../../../shared/accounts/people/person.ts";
import { PROFILES, type Profile } from "./issuers.ts";

const EXCHANGE = {
  code: "the code",
  code_verifier: "v".repeat(43),
  redirect_uri: "https://vat.example/console",
  nonce: "the nonce",
};

type Pair = Awaited<ReturnType<typeof generateKeyPair>>;
let own: Pair;
let other: Pair;

beforeAll(async () => {
  own = await generateKeyPair("RS256", { extractable: true });
  other = await generateKeyPair("RS256", { extractable: true });
});

afterEach(() => vi.unstubAllGlobals());

const seconds = () => Math.floor(Date.now() / 1000);
const usual = ({ claims }: Profile): JWTPayload => ({
  ...claims,
  aud: "the-client",
  nonce: "the nonce",
  iat: seconds(),
  exp: seconds() + 3600,
});

const signed = (claims: JWTPayload, header: object = {}, key = own) =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: "RS256", kid: "own", ...header })
    .sign(key.privateKey);

/** What the issuer was asked for its tokens. */
type Asked = { body: URLSearchParams; authorization: string | null };

/** The issuer of a profile, which answers the exchange with this token. */
async function answering(profile: Profile, idToken: string): Promise<Asked[]> {
  const asked: Asked[] = [];
  const keys = [{ ...(await exportJWK(own.publicKey)), kid: "own", alg: "RS256", use: "sig" }];
  const discovery = `${profile.issuer}/.well-known/openid-configuration`;
  vi.stubGlobal("fetch", async (url: string | URL, init: RequestInit = {}) => {
    if (String(url) === discovery) return Response.json(profile.discovery);
    if (String(url) === profile.discovery.jwks_uri) return Response.json({ keys });
    expect(String(url)).toBe(profile.discovery["token_endpoint"]);
    const authorization = new Headers(init.headers).get("authorization");
    asked.push({ body: new URLSearchParams(String(init.body)), authorization });
    return Response.json({ id_token: idToken, access_token: "unused", token_type: "Bearer" });
  });
  return asked;
}

const settingsOf = ({ issuer }: Profile) => ({
  issuer,
  clientId: "the-client",
  clientSecret: "the secret",
});

const identityFrom = async (profile: Profile, idToken: string) => {
  await answering(profile, idToken);
  return identityOf(settingsOf(profile), EXCHANGE);
};

describe.for(PROFILES)("$name", (profile) => {
  it("vouches for a person by issuer and subject", async () => {
    const asked = await answering(profile, await signed(usual(profile)));
    const identity = await identityOf(settingsOf(profile), EXCHANGE);
    expect(identity).toMatchObject({
      issuer: profile.storedAs,
      subject: profile.claims["sub"],
      name: "Anna Larsson",
      email: "anna@larsson.example",
      email_verified: [true, "true"].includes(profile.claims["email_verified"] as boolean),
    });
    const [{ body, authorization } = { body: new URLSearchParams(), authorization: "" }] = asked;
    expect(Object.fromEntries(body)).toMatchObject({
      grant_type: "authorization_code",
      code: "the code",
      code_verifier: EXCHANGE.code_verifier,
      redirect_uri: EXCHANGE.redirect_uri,
    });
    expect(body.get("nonce")).toBeNull();
    const basic = `Basic ${Buffer.from("the-client:the%20secret").toString("base64")}`;
    expect([authorization, body.get("client_secret")]).toEqual(
      profile.sends === "basic" ? [basic, null] : [null, "the secret"],
    );
  });
});

/** Texts of tokens that nobody may sign in with, each a valid one but for what its name says. */
const ATTACKS: Readonly<Record<string, (profile: Profile) => Promise<string>>> = {
  "another issuer": async (profile) => signed({ ...usual(profile), iss: "https://evil.example" }),
  "another audience": async (profile) => signed({ ...usual(profile), aud: "other-client" }),
  "two audiences, authorised for the other": async (profile) =>
    signed({ ...usual(profile), aud: ["the-client", "other"], azp: "other" }),
  "another nonce": async (profile) => signed({ ...usual(profile), nonce: "of another sign-in" }),
  "no nonce": async (profile) => {
    const { nonce, ...claims } = usual(profile);
    return signed(claims);
  },
  "no subject": async (profile) => signed({ ...usual(profile), sub: "" }),
  "an end that is past": async (profile) => signed({ ...usual(profile), exp: seconds() - 61 }),
  "no end": async (profile) => {
    const { exp, ...claims } = usual(profile);
    return signed(claims);
  },
  "an hour of age": async (profile) => signed({ ...usual(profile), iat: seconds() - 3600 }),
  "a beginning that is still to come": async (profile) =>
    signed({ ...usual(profile), nbf: seconds() + 600 }),
  "the signature of another key": async (profile) => signed(usual(profile), {}, other),
  "an unknown key id": async (profile) => signed(usual(profile), { kid: "unknown" }, other),
  "a key of its own in the header (jwk)": async (profile) =>
    signed(usual(profile), { jwk: await exportJWK(other.publicKey) }, other),
  "an address of keys in the header (jku)": async (profile) =>
    signed(usual(profile), { jku: "https://evil.example/keys" }, other),
  "an unknown critical header": async (profile) => {
    const [, payload = "", signature = ""] = (await signed(usual(profile))).split(".");
    return [part({ alg: "RS256", kid: "own", crit: ["x"], x: 1 }), payload, signature].join(".");
  },
  "alg none": async (profile) => [part({ alg: "none" }), part(usual(profile)), ""].join("."),
  "alg None": async (profile) => [part({ alg: "None" }), part(usual(profile)), ""].join("."),
  "HS256 with the public key as secret": async (profile) => {
    const head = `${part({ alg: "HS256", kid: "own" })}.${part(usual(profile))}`;
    const secret = await exportSPKI(own.publicKey);
    return `${head}.${createHmac("sha256", secret).update(head).digest("base64url")}`;
  },
  "HS256 with the client's secret": async (profile) => {
    const head = `${part({ alg: "HS256" })}.${part(usual(profile))}`;
    return `${head}.${createHmac("sha256", "the secret").update(head).digest("base64url")}`;
  },
  "another algorithm over the signature of RS256": async (profile) => {
    const [, payload = "", signature = ""] = (await signed(usual(profile))).split(".");
    return [part({ alg: "PS256", kid: "own" }), payload, signature].join(".");
  },
  "changed claims under an old signature": async (profile) => {
    const [head = "", , signature = ""] = (await signed(usual(profile))).split(".");
    return [head, part({ ...usual(profile), sub: "somebody else" }), signature].join(".");
  },
  "no signature": async (profile) => `${(await signed(usual(profile))).split(".", 2).join(".")}.`,
  "the form of an access token (token_use)": async (profile) =>
    signed({ ...usual(profile), token_use: "access" }),
  "the form of an access token (typ)": async (profile) =>
    signed({ ...usual(profile), typ: "Bearer" }),
  "no form of a token": async () => "not.a.token",
};

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");

describe.for(Object.keys(ATTACKS))("a token with %s", (name) => {
  test.for(PROFILES)("opens nothing at $name", async (profile) => {
    const token = await ATTACKS[name]?.(profile);
    await expect(identityFrom(profile, token ?? "")).rejects.toMatchObject({
      code: "sign_in_failed",
    });
  });
});

test.for<[aud: string[], azp?: string]>([
  [["the-client"]],
  [["other", "the-client"], "the-client"],
])("a token for %j, authorised for %s, opens the console", async ([aud, azp]) => {
  const [profile] = PROFILES as [Profile];
  const claims = { ...usual(profile), aud, ...(azp === undefined ? {} : { azp }) };
  expect(await identityFrom(profile, await signed(claims))).toMatchObject({
    subject: profile.claims["sub"],
  });
});

describe("the tenant of Entra", () => {
  const entra = PROFILES[1] as Profile;

  test.for([
    ["another tenant than the token's issuer", "11111111-2222-3333-4444-555555555555"],
    ["no tenant", undefined],
    ["a path", "x/../y"],
  ] as const)("is not %s", async ([, tid]) => {
    const claims = { ...usual(entra), tid };
    await expect(identityFrom(entra, await signed(claims))).rejects.toMatchObject({
      code: "sign_in_failed",
    });
  });

  it("is a part of who a person is", async () => {
    const tid = "11111111-2222-3333-4444-555555555555";
    const iss = `https://login.microsoftonline.com/${tid}/v2.0`;
    const elsewhere = await identityFrom(entra, await signed({ ...usual(entra), tid, iss }));
    const here = await identityFrom(entra, await signed(usual(entra)));
    expect(elsewhere.subject).toBe(here.subject);
    expect(personId(elsewhere)).not.toBe(personId(here));
  });
});

describe("an issuer", () => {
  const [profile] = PROFILES as [Profile];

  test.for([
    [
      "that rejects the code",
      async () => Response.json({ error: "invalid_grant" }, { status: 400 }),
      "sign_in_failed",
    ],
    ["that answers no JSON", async () => new Response("<html>"), "not_ready"],
    ["that fails", async () => new Response("", { status: 503 }), "not_ready"],
    ["that hangs up", async () => Promise.reject(new TypeError("fetch failed")), "not_ready"],
  ] as const)("%s is told apart", async ([, answer, code]) => {
    await answering(profile, "");
    const known = fetch;
    vi.stubGlobal("fetch", (url: string, init: RequestInit) =>
      String(url) === profile.discovery["token_endpoint"] ? answer() : known(url, init),
    );
    await expect(identityOf(settingsOf(profile), EXCHANGE)).rejects.toMatchObject({ code });
  });

  test.for([
    ["http://issuer-of-others.example", false],
    ["ftp://localhost", false],
    ["http://localhost:9", true],
    ["http://127.0.0.1:9", true],
    ["http://[::1]:9", true],
  ] as const)("at %s is asked: %s", async ([issuer, isAsked]) => {
    const fetched = vi.fn(async () => Response.json({}));
    vi.stubGlobal("fetch", fetched);
    await expect(identityOf({ ...settingsOf(profile), issuer }, EXCHANGE)).rejects.toThrow();
    expect(fetched).toHaveBeenCalledTimes(isAsked ? 1 : 0);
  });

  test.for([
    ["of another issuer", { issuer: "https://evil.example" }],
    ["with an endpoint over plain HTTP", { token_endpoint: "http://issuer.example/token" }],
    ["without keys", { jwks_uri: undefined }],
  ] as const)("with a document %s is not used", async ([name, change]) => {
    const issuer = `https://issuer-${name.replaceAll(/\W/g, "-")}.example`;
    const fetched = vi.fn(async () => Response.json({ ...profile.discovery, issuer, ...change }));
    vi.stubGlobal("fetch", fetched);
    await expect(identityOf({ ...settingsOf(profile), issuer }, EXCHANGE)).rejects.toMatchObject({
      code: "not_ready",
    });
    expect(fetched).toHaveBeenCalledTimes(1);
  });
});

test.for([
  ["https://issuer.example", "client", { issuer: "https://issuer.example", clientId: "client" }],
  ["https://issuer.example", "", undefined],
  ["", "client", undefined],
] as const)("a stage with the issuer %j and the client %j has %j", ([issuer, client, settings]) => {
  vi.stubEnv("SIGN_IN_ISSUER", issuer);
  vi.stubEnv("SIGN_IN_CLIENT_ID", client);
  expect(signInSettings()).toEqual(settings);
});

test("a stage without an issuer says that persons cannot sign in", async () => {
  expect(await describeSignIn(undefined)).toEqual({ provider: null });
});

test.for([
  ["a".repeat(201), "a".repeat(200)],
  ["", undefined],
  [7, undefined],
  [undefined, undefined],
] as const)("of the name %j in a token %j is kept", async ([name, kept]) => {
  const [profile] = PROFILES as [Profile];
  const identity = await identityFrom(profile, await signed({ ...usual(profile), name }));
  expect(identity.name).toBe(kept);
});

/*
 * Discovery documents and ID tokens of four issuers, as they publish and sign them; names and numbers are made up.
 *
 * Google     https://accounts.google.com/.well-known/openid-configuration; `iss` may lack its scheme; no end_session_endpoint
 * Entra      https://login.microsoftonline.com/organizations/v2.0: the document names a template of the tenant, the token
 *            the tenant; `email` is whatever the tenant's administrator has typed in, and is not verified
 * Keycloak   a realm; `typ` tells ID tokens from access tokens signed with the same key; HS256 is among its algorithms
 * Cognito    a user pool; endpoints are on the domain of the pool; `token_use` tells the tokens apart; without `typ`
 */
export type Profile = {
  readonly name: string;
  /** The setting of the stage. */
  readonly issuer: string;
  readonly discovery: Readonly<Record<string, unknown>> & { readonly jwks_uri: string };
  readonly claims: Readonly<Record<string, unknown>>;
  /** The issuer under which the person is stored. */
  readonly storedAs: string;
  /** How the secret is sent. */
  readonly sends: "basic" | "post";
};

const TENANT = "9188040d-6c67-4c5b-b112-36a304b66dad";

const google: Profile = {
  name: "Google",
  issuer: "https://accounts.google.com",
  discovery: {
    issuer: "https://accounts.google.com",
    authorization_endpoint: "https://accounts.google.com/o/oauth2/v2/auth",
    token_endpoint: "https://oauth2.googleapis.com/token",
    userinfo_endpoint: "https://openidconnect.googleapis.com/v1/userinfo",
    jwks_uri: "https://www.googleapis.com/oauth2/v3/certs",
    response_types_supported: ["code", "token", "id_token"],
    id_token_signing_alg_values_supported: ["RS256"],
    token_endpoint_auth_methods_supported: ["client_secret_post", "client_secret_basic"],
    code_challenge_methods_supported: ["plain", "S256"],
  },
  claims: {
    iss: "accounts.google.com",
    azp: "the-client",
    sub: "110169484474386276334",
    hd: "larsson.example",
    email: "anna@larsson.example",
    email_verified: true,
    at_hash: "HK6E_P6Dh8Y93mRNtsDB1Q",
    name: "Anna Larsson",
  },
  storedAs: "https://accounts.google.com",
  sends: "basic",
};

const entra: Profile = {
  name: "Microsoft Entra",
  issuer: "https://login.microsoftonline.com/organizations/v2.0",
  discovery: {
    issuer: "https://login.microsoftonline.com/{tenantid}/v2.0",
    authorization_endpoint: "https://login.microsoftonline.com/organizations/oauth2/v2.0/authorize",
    token_endpoint: "https://login.microsoftonline.com/organizations/oauth2/v2.0/token",
    jwks_uri: "https://login.microsoftonline.com/organizations/discovery/v2.0/keys",
    end_session_endpoint: "https://login.microsoftonline.com/organizations/oauth2/v2.0/logout",
    id_token_signing_alg_values_supported: ["RS256"],
    token_endpoint_auth_methods_supported: [
      "client_secret_post",
      "private_key_jwt",
      "client_secret_basic",
    ],
  },
  claims: {
    iss: `https://login.microsoftonline.com/${TENANT}/v2.0`,
    tid: TENANT,
    oid: "00000000-0000-0000-66f3-3332eca7ea81",
    sub: "AAAAAAAAAAAAAAAAAAAAAIkzqFVrSaSaFHy782bbtaQ",
    email: "anna@larsson.example",
    name: "Anna Larsson",
    preferred_username: "anna@larsson.example",
    ver: "2.0",
  },
  storedAs: `https://login.microsoftonline.com/${TENANT}/v2.0`,
  sends: "basic",
};

const keycloak: Profile = {
  name: "Keycloak",
  issuer: "https://sso.larsson.example/realms/practice",
  discovery: {
    issuer: "https://sso.larsson.example/realms/practice",
    authorization_endpoint:
      "https://sso.larsson.example/realms/practice/protocol/openid-connect/auth",
    token_endpoint: "https://sso.larsson.example/realms/practice/protocol/openid-connect/token",
    jwks_uri: "https://sso.larsson.example/realms/practice/protocol/openid-connect/certs",
    end_session_endpoint:
      "https://sso.larsson.example/realms/practice/protocol/openid-connect/logout",
    id_token_signing_alg_values_supported: ["PS384", "HS256", "RS256", "ES256", "none"],
    token_endpoint_auth_methods_supported: ["private_key_jwt", "client_secret_post"],
  },
  claims: {
    iss: "https://sso.larsson.example/realms/practice",
    sub: "2f5c7f7a-4c1a-4d5f-8e62-0a1b2c3d4e5f",
    typ: "ID",
    azp: "the-client",
    sid: "0d1e2f3a",
    acr: "1",
    email_verified: false,
    name: "Anna Larsson",
    preferred_username: "anna",
    email: "anna@larsson.example",
  },
  storedAs: "https://sso.larsson.example/realms/practice",
  sends: "post",
};

const POOL = "https://cognito-idp.eu-central-1.amazonaws.com/eu-central-1_AbCdEfGhI";

const cognito: Profile = {
  name: "Cognito",
  issuer: POOL,
  discovery: {
    issuer: POOL,
    authorization_endpoint: "https://vat.auth.eu-central-1.amazoncognito.com/oauth2/authorize",
    token_endpoint: "https://vat.auth.eu-central-1.amazoncognito.com/oauth2/token",
    userinfo_endpoint: "https://vat.auth.eu-central-1.amazoncognito.com/oauth2/userInfo",
    jwks_uri: `${POOL}/.well-known/jwks.json`,
    end_session_endpoint: "https://vat.auth.eu-central-1.amazoncognito.com/logout",
    id_token_signing_alg_values_supported: ["RS256"],
    token_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post"],
  },
  claims: {
    iss: POOL,
    sub: "b3c4d5e6-1111-2222-3333-444455556666",
    token_use: "id",
    "cognito:username": "anna",
    "cognito:groups": ["owners"],
    origin_jti: "a1b2",
    event_id: "c3d4",
    email: "anna@larsson.example",
    email_verified: "true",
    name: "Anna Larsson",
  },
  storedAs: POOL,
  sends: "basic",
};

export const PROFILES: readonly Profile[] = [google, entra, keycloak, cognito];

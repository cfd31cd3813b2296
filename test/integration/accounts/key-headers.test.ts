import { expect, test } from "vitest";
import { makeSale } from "../../make/supply-event.ts";
import { call, newAccount } from "../../stack/api.ts";
import { newPerson } from "../../stack/people.ts";

type Header = (key: string) => Readonly<Record<string, string>>;

const basic = (text: string) => ({
  Authorization: `Basic ${Buffer.from(text).toString("base64")}`,
});

const HEADERS: Readonly<Record<string, Header>> = {
  "X-API-Key": (key) => ({ "X-API-Key": key }),
  "a bearer token": (key) => ({ Authorization: `Bearer ${key}` }),
  "a bearer token, with the scheme in small letters": (key) => ({ authorization: `bearer ${key}` }),
  "the user name of Basic, without a password": (key) => basic(`${key}:`),
  "the user name of Basic, without a colon": (key) => basic(key),
  "the user name of Basic, with a password": (key) => basic(`${key}:x`),
};

test.for(Object.entries(HEADERS))("a key is taken as %s, and repeats are told", async ([, of]) => {
  const { full } = await newAccount();
  const once = { ...of(full), "Idempotency-Key": "once" };
  const first = await call(undefined, "POST", "/v1/supply-events", makeSale(), once);
  expect(first.status).toBe(200);
  const again = await call(undefined, "POST", "/v1/supply-events", makeSale(), once);
  expect([again.body, again.headers.get("idempotency-replayed")]).toEqual([first.body, "true"]);
  // The key and not its header owns what was remembered.
  const other = await call(full, "POST", "/v1/supply-events", makeSale(), {
    "Idempotency-Key": "once",
  });
  expect(other.headers.get("idempotency-replayed")).toBe("true");
});

const WRONG = `vat_live_${"0".repeat(16)}_${"a".repeat(43)}`;

test.for<[what: string, header: Readonly<Record<string, string>>, code: string, message: RegExp]>([
  ["no credentials", {}, "missing_api_key", /X-API-Key, or as Authorization: Bearer <key>/],
  ["an unknown key", { "X-API-Key": WRONG }, "invalid_api_key", /key in X-API-Key/],
  ["an unknown key as bearer", { Authorization: `Bearer ${WRONG}` }, "invalid_api_key", /: Bearer/],
  ["an unknown user name", basic("me:secret"), "invalid_api_key", /key in Authorization: Basic/],
  ["a key of Stripe", { Authorization: "Bearer sk_test_1" }, "invalid_session", /neither an API/],
  ["a key without a scheme", { Authorization: WRONG }, "invalid_session", /neither an API key/],
])("%s is refused in words that name what was sent", async ([, header, code, message]) => {
  const { status, body } = await call(undefined, "GET", "/v1/account", undefined, header);
  expect([status, body]).toMatchObject([
    401,
    { error: code, message: expect.stringMatching(message) },
  ]);
});

test("two credentials are refused, even if both are valid", async () => {
  const { full } = await newAccount();
  const { session } = await newPerson();
  const named = [
    [full, { Authorization: `Bearer ${full}` }, "a second one in Authorization: Bearer"],
    [full, basic(full), "a second one in Authorization: Basic"],
    [full, session, "a session in Authorization"],
  ] as const;
  for (const [key, header, words] of named) {
    const refused = await call(key, "GET", "/v1/account", undefined, header);
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({
      error: "invalid_request",
      details: [{ field: "Authorization", message: expect.stringContaining(words) }],
    });
  }
});

test("a key on a route for persons is told that it is one", async () => {
  const { full } = await newAccount();
  for (const header of [{ "X-API-Key": full }, { Authorization: `Bearer ${full}` }]) {
    const { status, body } = await call(
      undefined,
      "GET",
      "/v1/organisations/none",
      undefined,
      header,
    );
    expect([status, body["message"]]).toEqual([
      401,
      expect.stringMatching(/this is for persons, and .* has an API key/),
    ]);
  }
});

test("a key opens its own account, and X-Account beside it is refused", async () => {
  const [own, other] = [await newAccount(), await newAccount()];
  for (const of of [HEADERS["X-API-Key"], HEADERS["a bearer token"]] as const) {
    const header = (of as Header)(own.full);
    const { body } = await call(undefined, "GET", "/v1/account", undefined, header);
    expect(body["account"]).toBe(own.account);
    for (const { account } of [own, other]) {
      const named = { ...header, "X-Account": account };
      const refused = await call(undefined, "GET", "/v1/account", undefined, named);
      expect([refused.status, refused.body]).toMatchObject([
        400,
        {
          error: "invalid_request",
          details: [
            { field: "X-Account", message: expect.stringMatching(/goes with a session only/) },
          ],
        },
      ]);
    }
  }
});

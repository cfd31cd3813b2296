import { beforeAll, expect, it, test } from "vitest";
import type { Route } from "../../../shared/api/route.ts";
import { makeSale } from "../../make/supply-event.ts";
import { type Account, call, newAccount } from "../../stack/api.ts";
import { commit, committed, EVENTS, newSeller } from "../../stack/seller.ts";

const CLASSIFY = `${EVENTS}/sale-1/classification`;
const UNKNOWN = `${EVENTS}/unknown/classification`;
const SUMMARY = "/v1/reports/oss-quarterly-summary";
const BREAKDOWN = "/v1/reports/country-vat-breakdown";
const CHANGE = { classification_status: "excluded", note: "x" };

let seller: Account;
let unregistered: Account;
beforeAll(async () => {
  [seller, unregistered] = await Promise.all([newSeller(), newAccount()]);
  await committed(seller, [
    makeSale(),
    makeSale({ event_id: "from-nowhere", dispatch_country: undefined }),
  ]);
});

type Who = "nobody" | "forger" | "reader" | "writer" | "unregistered";

/** A request with several things wrong, and the one that is told. */
const CASES: readonly (readonly [
  what: string,
  who: Who,
  method: Route["method"],
  path: string,
  body: unknown,
  status: number,
  code: string,
])[] = [
  ["no key, bad body", "nobody", "POST", EVENTS, {}, 401, "missing_api_key"],
  ["no key, no JSON", "nobody", "POST", EVENTS, "{", 401, "missing_api_key"],
  [
    "no key, unknown event",
    "nobody",
    "GET",
    `${EVENTS}/unknown`,
    undefined,
    401,
    "missing_api_key",
  ],
  ["no key, bad period", "nobody", "GET", `${SUMMARY}?period=x`, undefined, 401, "missing_api_key"],
  ["no key, bad cursor", "nobody", "GET", `${EVENTS}?cursor=x`, undefined, 401, "missing_api_key"],
  ["a wrong key, bad body", "forger", "POST", EVENTS, {}, 401, "invalid_api_key"],
  ["a wrong key, unknown event", "forger", "POST", UNKNOWN, CHANGE, 401, "invalid_api_key"],
  ["a read-only key, bad body", "reader", "POST", EVENTS, {}, 403, "insufficient_scope"],
  ["a read-only key, no JSON", "reader", "POST", EVENTS, "{", 403, "insufficient_scope"],
  [
    "a read-only key, a conflict",
    "reader",
    "POST",
    EVENTS,
    makeSale({ currency: "SEK" }),
    403,
    "insufficient_scope",
  ],
  ["a read-only key, unknown event", "reader", "POST", UNKNOWN, CHANGE, 403, "insufficient_scope"],
  ["a read-only key, bad note", "reader", "POST", CLASSIFY, {}, 403, "insufficient_scope"],
  ["no JSON, unknown event", "writer", "POST", UNKNOWN, "{", 400, "invalid_json"],
  ["bad note, unknown event", "writer", "POST", UNKNOWN, {}, 400, "invalid_request"],
  [
    "bad query, unknown event",
    "writer",
    "GET",
    `${EVENTS}/unknown?x=1`,
    undefined,
    400,
    "invalid_request",
  ],
  [
    "a conflict and a fault",
    "writer",
    "POST",
    EVENTS,
    { events: [makeSale({ currency: "SEK" }), {}] },
    400,
    "invalid_request",
  ],
  ["unknown event", "writer", "POST", UNKNOWN, CHANGE, 404, "not_found"],
  ["a conflict", "writer", "POST", EVENTS, makeSale({ currency: "SEK" }), 409, "event_conflict"],
  [
    "no place to classify by",
    "writer",
    "POST",
    `${EVENTS}/from-nowhere/classification`,
    { ...CHANGE, classification_status: "classified" },
    400,
    "invalid_request",
  ],
  [
    "bad period, no registration",
    "unregistered",
    "GET",
    `${SUMMARY}?period=2025-Q5`,
    undefined,
    400,
    "invalid_period",
  ],
  [
    "no period, no registration",
    "unregistered",
    "GET",
    BREAKDOWN,
    undefined,
    400,
    "invalid_period",
  ],
  [
    "bad query, no registration",
    "unregistered",
    "GET",
    `${SUMMARY}?period=2025-Q3&x=1`,
    undefined,
    400,
    "invalid_request",
  ],
  [
    "no registration",
    "unregistered",
    "GET",
    `${SUMMARY}?period=2025-Q3`,
    undefined,
    422,
    "registration_required",
  ],
  [
    "no registration",
    "unregistered",
    "GET",
    `${BREAKDOWN}?period=2025-Q3`,
    undefined,
    422,
    "registration_required",
  ],
  [
    "a registration that begins later",
    "writer",
    "GET",
    `${SUMMARY}?period=2021-Q2`,
    undefined,
    422,
    "registration_required",
  ],
];

test.for(CASES)("%s (%s): %s %s", async ([, who, method, path, body, status, error]) => {
  const keys: Record<Who, string | undefined> = {
    nobody: undefined,
    forger: `vat_test_0123456789abcdef_${"x".repeat(43)}`,
    reader: seller.readOnly,
    writer: seller.full,
    unregistered: unregistered.readOnly,
  };
  expect(await call(keys[who], method, path, body)).toMatchObject({ status, body: { error } });
});

it("an account without a registration commits all the same", async () => {
  expect((await commit(unregistered, makeSale())).status).toBe(200);
});

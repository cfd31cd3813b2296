import { describe, expect, it } from "vitest";
import { makeSale } from "../../make/supply-event.ts";
import { call, newAccount } from "../../stack/api.ts";

/*
 * Goal: what a request can make us answer has a bound, and so has the work before a refusal. The
 * requests are those that were answered 500 after seconds, or by more bytes than they had. Every
 * answer is held against the form of an error by `call`.
 */
const SMALL = 60_000;
const SME = "/v1/vat/sme-eligibility";

const strangers = (count: number) =>
  Array.from({ length: count }, (_, n) => `"${n.toString(36)}":0`).join(",");

describe("without a key", () => {
  const sme = (body: string) => call(undefined, "POST", SME, body);

  it("130,000 unknown keys are refused unread", async () => {
    const { status, body, text } = await sme(`{${strangers(130_000)}}`);
    expect([status, body["error"]]).toEqual([413, "payload_too_large"]);
    expect(text.length).toBeLessThan(1_000);
  });

  it("16 KB are taken, and one byte more is not", async () => {
    const good = '{"country":"DE","annual_turnover_nac":1000000,"currency":"EUR"}';
    const body = await sme(good.padEnd(16_384));
    expect(body.status).toBe(200);
    expect((await sme(good.padEnd(16_385))).status).toBe(413);
    expect((await sme(good.padEnd(16_382, " ").concat("é"))).status).not.toBe(413);
  });

  it("what fits is refused with a hundred faults and the number of the others", async () => {
    const { status, body, text } = await sme(`{${strangers(150)}}`);
    const details = body["details"] as { field: string; message: string }[];
    expect([status, details.length]).toEqual([400, 101]);
    expect(details.at(-1)).toEqual({ field: "", message: expect.stringMatching(/^and \d+ more$/) });
    expect(text.length).toBeLessThan(SMALL);
  });
});

describe("with a key", () => {
  it.for<[string, string, string, string]>([
    [
      "450,000 keys of metadata",
      "/v1/supply-events",
      `${JSON.stringify(makeSale()).slice(0, -1)},"metadata":{${strangers(450_000)}}}`,
      "metadata",
    ],
    [
      "1.9 million lines",
      "/v1/vat/calculate",
      `{"lines":[${Array(1_900_000).fill("{}").join(",")}]}`,
      "lines",
    ],
    ["a million events", "/v1/supply-events", `{"events":[${"0,".repeat(1_000_000)}0]}`, "events"],
    ["300,000 unknown keys", "/v1/sources", `{${strangers(300_000)}}`, ""],
  ])("%s are refused before anybody looks at each", async ([, path, body, field]) => {
    const { full } = await newAccount();
    const refused = await call(full, "POST", path, body);
    expect([refused.status, refused.body["error"]]).toEqual([400, "invalid_request"]);
    expect(refused.body["details"]).toEqual([
      { field, message: expect.stringMatching(/^must hold at most \d+ values$/) },
    ]);
    expect(refused.text.length).toBeLessThan(1_000);
  });

  it("500 bad events are refused with the first hundred faults", async () => {
    const { full } = await newAccount();
    const events = Array.from({ length: 500 }, () => ({ ...makeSale(), currency: "?", x: 1 }));
    const { status, body, text } = await call(full, "POST", "/v1/supply-events", { events });
    const details = body["details"] as { field: string; message: string }[];
    expect([status, details.length]).toEqual([400, 101]);
    expect(details.at(-1)).toEqual({ field: "", message: "and 900 more" });
    expect(body["message"]).toMatch(/; and 997 more$/);
    expect(text.length).toBeLessThan(SMALL);
  });

  it("a field name as long as a body is shortened in the error", async () => {
    const { full } = await newAccount();
    const { status, text } = await call(full, "POST", "/v1/sources", {
      ["x".repeat(3_000_000)]: 1,
    });
    expect(status).toBe(400);
    expect(text.length).toBeLessThan(5_000);
  });
});

import { describe, expect, it } from "vitest";
import { readAnswer } from "../../../shared/ledger/vat-numbers/check-vat-number.ts";
import {
  newCheck,
  RETRY_DAYS,
  type ViesAnswer,
  withAnswer,
} from "../../../shared/ledger/vat-numbers/vat-number-check.ts";

const answer = (status: number, body: unknown) =>
  readAnswer({
    status,
    start: Buffer.from(typeof body === "string" ? body : JSON.stringify(body)),
  });
const failed = (error: string) => ({ actionSucceed: false, errorWrappers: [{ error }] });
const none = (reason: string, isLasting = false): ViesAnswer => ({
  is: "none",
  reason,
  isLasting,
});

describe("an answer of VIES", () => {
  it.for<[name: string, status: number, body: unknown, expected: ViesAnswer]>([
    ["a valid number", 200, { valid: true, userError: "VALID" }, { is: "answer", valid: true }],
    ["an invalid one", 200, { valid: false, userError: "INVALID" }, { is: "answer", valid: false }],
    [
      "a consultation number",
      200,
      { valid: true, requestIdentifier: "WAPIAAAAW1234567" },
      { is: "answer", valid: true, consultation_number: "WAPIAAAAW1234567" },
    ],
    ["no consultation", 200, { valid: true, requestIdentifier: "" }, { is: "answer", valid: true }],
    [
      "false beside an outage",
      200,
      { valid: false, userError: "MS_UNAVAILABLE" },
      none("MS_UNAVAILABLE"),
    ],
    ["an outage of a state", 500, failed("MS_UNAVAILABLE"), none("MS_UNAVAILABLE")],
    [
      "an outage told with 200",
      200,
      failed("MS_MAX_CONCURRENT_REQ"),
      none("MS_MAX_CONCURRENT_REQ"),
    ],
    [
      "a limit for all",
      500,
      failed("GLOBAL_MAX_CONCURRENT_REQ"),
      none("GLOBAL_MAX_CONCURRENT_REQ"),
    ],
    [
      "a wrong requester",
      400,
      failed("INVALID_REQUESTER_INFO"),
      none("INVALID_REQUESTER_INFO", true),
    ],
    ["a web page", 503, "<html>maintenance</html>", none("NOT_UNDERSTOOD")],
    ["half an answer", 200, '{"valid":tr', none("NOT_UNDERSTOOD")],
    ["valid as a text", 200, { valid: "true" }, none("NOT_UNDERSTOOD")],
    ["an answer without valid", 200, {}, none("NOT_UNDERSTOOD")],
    ["valid with another status", 500, { valid: true }, none("NOT_UNDERSTOOD")],
    ["an error that is no name", 200, failed("<b>x</b>"), none("NOT_UNDERSTOOD")],
  ])("%s", ([, status, body, expected]) => {
    expect(answer(status, body)).toEqual(expected);
  });
});

describe("a check", () => {
  const asked = new Date("2026-11-24T10:00:00.000Z");
  const check = newCheck({ vat_number: "DE811907980" }, "key", asked);
  const later = (days: number) => new Date(asked.getTime() + days * 86_400_000);

  it("keeps the mask alone, and ids rise with time", () => {
    expect(check).toMatchObject({ status: "pending", vat_number_masked: "DE*******80" });
    expect(JSON.stringify(check)).not.toContain("811907980");
    expect(newCheck({ vat_number: "DE811907980" }, "key", later(1)).id > check.id).toBe(true);
  });

  it("is pending through an outage for seven days, and unanswered then, never invalid", () => {
    const early = withAnswer(check, none("MS_UNAVAILABLE"), later(RETRY_DAYS - 0.01));
    expect(early).toMatchObject({ status: "pending", reason: "MS_UNAVAILABLE", attempts: 1 });
    const late = withAnswer(early, none("TIMEOUT"), later(RETRY_DAYS));
    expect(late).toMatchObject({ status: "unanswered", reason: "TIMEOUT", attempts: 2 });
    expect(withAnswer(check, none("INVALID_INPUT", true), asked).status).toBe("unanswered");
  });

  it("has the answer with its instant, and no reason any more", () => {
    const early = withAnswer(check, none("MS_UNAVAILABLE"), asked);
    const done = withAnswer(early, { is: "answer", valid: false }, later(1));
    expect(done).toMatchObject({ status: "invalid", answered_at: later(1).toISOString() });
    expect(done.reason).toBeUndefined();
  });
});

import { expect, it } from "vitest";
import { faultOf } from "./verdict.ts";

const key = "vat_live_0123456789abcdef_one_two_U";
const world = { key, otherKeys: [], keys: {}, sessions: {}, ids: {}, messages: {} };
const attack = { name: "look", operationId: "getOpenApi", method: "HEAD", url: "/", headers: [] };
const verdict = (text: string) =>
  faultOf(world, attack, { status: 200, headers: new Headers(), text });

it("an answer tells of a key when it has the whole secret, and not when it has the end of it", () => {
  expect(verdict('{"summary":"EU VAT"}')).toBeUndefined();
  expect(verdict('{"key":"one_two_U"}')).toContain("tells one_two_U");
});

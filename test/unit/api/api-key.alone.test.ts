import { beforeEach, expect, it, test, vi } from "vitest";
import type { AccountId } from "../../../shared/core/ids.ts";

const compare = vi.hoisted(() => vi.fn());

vi.mock("node:crypto", async (original) => {
  const crypto = await original<typeof import("node:crypto")>();
  const { timingSafeEqual } = crypto;
  compare.mockImplementation((a: Buffer, b: Buffer) => timingSafeEqual(a, b));
  return { ...crypto, timingSafeEqual: compare };
});

const { isUsable } = await import("../../../shared/api/authentication.ts");
const { newApiKey } = await import("../../../shared/accounts/store-keys.ts");
const { sha256Of } = await import("../../../shared/core/hash.ts");

const NOW = new Date("2026-11-21T12:00:00Z");
const key = newApiKey("test", "shop" as AccountId);
const stored = {
  key_id: key.keyId,
  account: "acme" as AccountId,
  scope: "full" as const,
  mode: "test" as const,
  secret_sha256: sha256Of(key.secret),
  created_at: "2026-01-01T00:00:00.000Z",
};

beforeEach(() => {
  compare.mockClear();
});

const digests = () => compare.mock.lastCall?.map((digest: Buffer) => digest.length);

test.for<[string, string]>([
  ["the right secret", key.secret],
  ["one that differs in its first character", `~${key.secret.slice(1)}`],
  ["one that differs in its last character", `${key.secret.slice(0, -1)}~`],
  ["a shorter one", key.secret.slice(0, 32)],
  ["a longer one", key.secret.repeat(2)],
])("%s is compared in constant time, as a digest of 32 bytes", ([, secret]) => {
  expect(isUsable(stored, { ...key, secret }, NOW)).toBe(secret === key.secret);
  expect(compare).toHaveBeenCalledOnce();
  expect(digests()).toEqual([32, 32]);
});

it("is compared also when the key has ended or is of the other mode", () => {
  const revoked_at = "2026-11-21T11:59:59.999Z";
  expect(isUsable({ ...stored, revoked_at }, key, NOW)).toBe(false);
  expect(isUsable({ ...stored, expires_at: NOW.toISOString() }, key, NOW)).toBe(false);
  expect(isUsable(stored, { ...key, mode: "live" }, NOW)).toBe(false);
  expect(compare).toHaveBeenCalledTimes(3);
});

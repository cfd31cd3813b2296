import { afterEach, expect, it, vi } from "vitest";
import type { LedgerId } from "../../../shared/core/ids.ts";
import { objectLock } from "../../../shared/platform/s3/write-once.ts";

const now = new Date("2026-04-20T10:00:00Z");

afterEach(() => {
  vi.unstubAllEnvs();
});

it("locks a file to the end of the day until which it is kept, for good", () => {
  expect(objectLock("2036-12-31", now, "shop" as LedgerId)).toEqual({
    ObjectLockMode: "COMPLIANCE",
    ObjectLockRetainUntilDate: new Date("2036-12-31T23:59:59Z"),
  });
});

it("locks one of a trial for the days that its stage says, so that it can be lifted", () => {
  vi.stubEnv("TRIAL_LOCK_DAYS", "2");
  expect(objectLock("2036-12-31", now, "shop" as LedgerId)).toEqual({
    ObjectLockMode: "GOVERNANCE",
    ObjectLockRetainUntilDate: new Date("2026-04-22T10:00:00Z"),
  });
});

it("locks one of a sandbox for two days, also in a stage that is in earnest", () => {
  expect(objectLock("2036-12-31", now, "sandbox.shop.2" as LedgerId)).toEqual({
    ObjectLockMode: "GOVERNANCE",
    ObjectLockRetainUntilDate: new Date("2026-04-22T10:00:00Z"),
  });
});

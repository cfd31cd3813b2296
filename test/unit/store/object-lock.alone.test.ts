import { afterEach, expect, it, vi } from "vitest";
import type { IsoDate } from "../../../shared/calendar/iso-date.ts";
import { objectLock } from "../../../shared/store/object-lock.ts";

const period = { lastDay: "2026-03-31" as IsoDate };
const now = new Date("2026-04-20T10:00:00Z");

afterEach(() => {
  vi.unstubAllEnvs();
});

it("locks a file until ten years after the year of its supplies, for good", () => {
  expect(objectLock(period, now)).toEqual({
    ObjectLockMode: "COMPLIANCE",
    ObjectLockRetainUntilDate: new Date("2036-12-31T23:59:59Z"),
  });
});

it("locks one of a trial for the days that its stage says, so that it can be lifted", () => {
  vi.stubEnv("TRIAL_LOCK_DAYS", "2");
  expect(objectLock(period, now)).toEqual({
    ObjectLockMode: "GOVERNANCE",
    ObjectLockRetainUntilDate: new Date("2026-04-22T10:00:00Z"),
  });
});

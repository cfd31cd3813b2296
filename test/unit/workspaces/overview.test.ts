import { expect, it, test } from "vitest";
import type { IsoDate } from "../../../shared/calendar/iso-date.ts";
import type { Registration } from "../../../shared/registrations/registration.ts";
import { UNION_OSS } from "../../../shared/schemes/union-oss.ts";
import type { ThresholdInput } from "../../../shared/threshold/check.ts";
import type { KeptNotification } from "../../../shared/threshold/notification.ts";
import { ComplianceOverview, complianceOverview } from "../../../shared/workspaces/overview.ts";
import { makeRegistration } from "../../make/registration.ts";
import { importRegistration } from "../../make/return-input.ts";

const TODAY = "2026-05-15" as IsoDate;

const sold = (amount: number): ThresholdInput => ({
  range: { from: "2026-01-01" as IsoDate, to: TODAY },
  sums: [
    {
      day: "2026-02-02" as IsoDate,
      currency: "EUR",
      taxable_amount_minor: BigInt(amount),
      countries: new Map([["DE", BigInt(amount)]]),
    },
  ],
  rates: { today: TODAY, days: new Map() },
});

const overview = (
  registrations: readonly Registration[],
  amount = 0,
  notifications: readonly KeptNotification[] = [],
) => {
  const made = complianceOverview(
    {
      scheme: UNION_OSS,
      registrations,
      threshold: sold(amount),
      notifications,
      recount_pending: null,
    },
    TODAY,
  );
  expect(ComplianceOverview.parse(made)).toEqual(made);
  return made;
};

test.for<[string, readonly Registration[], covered: boolean, cleanup: boolean]>([
  ["no registration", [], false, false],
  ["an active one", [makeRegistration()], true, false],
  ["one from today", [makeRegistration({ effective_from: TODAY })], true, false],
  ["one from tomorrow", [makeRegistration({ effective_from: "2026-05-16" })], false, false],
  [
    "one that ends today",
    [makeRegistration({ status: "ended", effective_to: TODAY })],
    true,
    false,
  ],
  [
    "one that ended yesterday",
    [makeRegistration({ status: "ended", effective_to: "2026-05-14" })],
    false,
    false,
  ],
  ["a pending one", [makeRegistration({ status: "pending" })], false, false],
  ["an excluded one", [makeRegistration({ status: "excluded" })], false, false],
  ["one of the import scheme", [importRegistration()], false, false],
  ["a duplicate", [makeRegistration(), makeRegistration({ id: 2 })], false, true],
  [
    "a duplicate that is excluded",
    [makeRegistration(), makeRegistration({ id: 2, status: "excluded" })],
    true,
    false,
  ],
  [
    "a duplicate that is ended",
    [makeRegistration(), makeRegistration({ id: 2, status: "ended", effective_to: "2025-12-31" })],
    true,
    false,
  ],
  [
    "an overlap of long ago among active rows",
    [
      makeRegistration(),
      makeRegistration({ id: 2, effective_from: "2020-01-01", effective_to: "2022-01-01" }),
    ],
    false,
    true,
  ],
])("%s", ([, registrations, covered, cleanup]) => {
  expect(overview(registrations)).toMatchObject({
    as_of: TODAY,
    covered_for_union_oss: covered,
    cleanup_required: cleanup,
    union_oss_registration: covered ? registrations[0] : null,
  });
});

it("keeps the threshold visible where the account is covered, and says both", () => {
  const covered = overview([makeRegistration()], 1_000_001);
  const bare = overview([], 1_000_001);
  expect(covered).toMatchObject({
    covered_for_union_oss: true,
    threshold: { checks: [{ exceeded: true, destination_taxation_applies: true }] },
  });
  expect(bare.covered_for_union_oss).toBe(false);
  expect(bare.threshold).toEqual(covered.threshold);
});

it("counts what nobody has read", () => {
  const told = (id: string, read_at: string | null): KeptNotification => ({
    id,
    kind: "vat.threshold.warning",
    year: 2026,
    threshold_minor: 1_000_000,
    currency: "EUR",
    current_minor: 950_000,
    percentage_used: 95,
    crossed_on: null,
    eur_only: false,
    created_at: "2026-05-01T00:00:00.000Z",
    read_at,
  });
  const notifications = [told("a", null), told("b", "2026-05-02T00:00:00.000Z"), told("c", null)];
  expect(overview([], 0, notifications).unread_notifications).toBe(2);
});

import { expect, it, test } from "vitest";
import type { IsoDate } from "../../../../shared/core/calendar/dates.ts";
import type { StoredNotification } from "../../../../shared/notifications/notification.ts";
import {
  ComplianceOverview,
  complianceOverview,
} from "../../../../shared/returns/overview/overview.ts";
import { UNION_OSS } from "../../../../shared/vat/schemes/union-oss.ts";
import type { ProfileHistory } from "../../../../shared/vat/seller/profile.ts";
import type { Registration } from "../../../../shared/vat/seller/registration.ts";
import type { ThresholdInput } from "../../../../shared/vat/threshold/threshold-input.ts";
import { makeRegistration } from "../../../make/registration.ts";
import { importRegistration } from "../../../make/return-input.ts";
import { makeThresholdInput } from "../../../make/threshold-input.ts";

const TODAY = "2026-05-15" as IsoDate;

const sold = (amount: number) =>
  makeThresholdInput({
    from: "2026-01-01",
    to: TODAY,
    today: TODAY,
    sold: [["2026-02-02", amount]],
  });

const withRows = (input: ThresholdInput, rows: ProfileHistory["rows"]): ThresholdInput => ({
  ...input,
  seller: { ...input.seller, profile: { ...input.seller.profile, rows } },
});

const overview = (
  registrations: readonly Registration[],
  amount = 0,
  notifications: readonly StoredNotification[] = [],
  rows: ProfileHistory["rows"] = [],
) => {
  const made = complianceOverview(
    {
      scheme: UNION_OSS,
      registrations,
      threshold: withRows(sold(amount), rows),
      notifications,
      done: new Set(),
      changed_periods: [],
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
  const notification = (id: string, read_at: string | null): StoredNotification => ({
    id,
    kind: "vat.threshold.warning",
    year: 2026,
    threshold_minor: 1_000_000,
    currency: "EUR",
    current_minor: 950_000,
    percentage_used: 95,
    crossed_on: null,
    crossed_on_eur: null,
    deciding_currency: "EUR",
    registered: false,
    eur_only: false,
    created_at: "2026-05-01T00:00:00.000Z",
    read_at,
  });
  const notifications = [
    notification("a", null),
    notification("b", "2026-05-02T00:00:00.000Z"),
    notification("c", null),
  ];
  expect(overview([], 0, notifications).unread_notifications).toBe(2);
});

const row = (establishment_country: string, valid_from?: string, ...fixed: string[]) => ({
  establishment_country,
  fixed_establishments: fixed.map((country) => ({ country })),
  ...(valid_from === undefined ? {} : { valid_from: valid_from as IsoDate }),
});
const MOVED = [row("DK", "2026-05-01"), row("SE")];
const inState = (member_state_identification: "SE" | "DK" | "EE", more: object = {}) =>
  makeRegistration({ member_state_identification, ...more });

// Art. 369a(2): the seat's Member State identifies; outside the Union, that of an establishment.
test.for<[string, ProfileHistory["rows"], Registration, elsewhere: boolean]>([
  ["at the seat", [row("SE")], inState("SE"), false],
  ["elsewhere", [row("SE")], inState("EE"), true],
  ["where only an establishment is", [row("SE", undefined, "EE")], inState("EE"), true],
  [
    "seat outside the Union, at an establishment",
    [row("US", undefined, "EE")],
    inState("EE"),
    false,
  ],
  ["seat outside the Union, elsewhere", [row("US", undefined, "EE")], inState("SE"), true],
  ["no establishment at all: where goods leave from", [row("US")], inState("EE"), false],
  ["nothing is known", [], inState("EE"), false],
  ["left behind by a move", MOVED, inState("SE"), true],
  ["at the new seat", MOVED, inState("DK"), false],
  [
    "ended with the move",
    MOVED,
    inState("SE", { status: "ended", effective_to: "2026-04-30" }),
    false,
  ],
  [
    "pending, for a seat to come",
    [row("DK", "2026-07-01"), row("SE")],
    inState("DK", { status: "pending", effective_from: "2026-07-01" }),
    false,
  ],
  ["retired", [row("SE")], inState("EE", { status: "excluded" }), false],
  ["of another scheme", [row("SE")], inState("EE", { scheme_type: "ioss" }), false],
])("hint at a registration: %s", ([, rows, registration, elsewhere]) => {
  const { hints } = overview([registration], 0, [], rows);
  expect(hints.map(({ code, registration_id }) => [code, registration_id])).toEqual(
    elsewhere ? [["registration_elsewhere", registration.id]] : [],
  );
});

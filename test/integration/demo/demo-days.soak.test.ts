import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type * as z from "zod";
import { demoProfile } from "../../../scripts/demo/account.ts";
import { demoEvents } from "../../../scripts/demo/events.ts";
import { seedDemo } from "../../../scripts/demo/seed.ts";
import { type Story, storyOn } from "../../../scripts/demo/story.ts";
import { issueKey } from "../../../scripts/operate/api-keys/keys.ts";
import { dayOf, type IsoDate } from "../../../shared/core/calendar/dates.ts";
import type { LedgerId } from "../../../shared/core/ids.ts";
import { loadChangedPeriods } from "../../../shared/filing/load-declared-return.ts";
import { loadOpenImportRows } from "../../../shared/imports/jobs/store-open-rows.ts";
import {
  loadRegistrations,
  updateProfile,
} from "../../../shared/ledger/settings/store-settings.ts";
import { loadNotifications } from "../../../shared/notifications/store.ts";
import { inEnglish } from "../../../shared/notifications/texts-en.ts";
import { loadDirectDeclarations } from "../../../shared/returns/load/load-direct-declarations.ts";
import { loadRecentUnregistered } from "../../../shared/returns/load/load-return.ts";
import type { DueReturn } from "../../../shared/returns/overview/due-return-schema.ts";
import { loadDueReturns } from "../../../shared/returns/overview/load-due-returns.ts";
import { monitorAccount } from "../../../shared/returns/overview/monitor-account.ts";
import type { FilingPrep } from "../../../shared/returns/overview/schema.ts";
import { SCHEMES } from "../../../shared/vat/schemes/schemes.ts";
import { atHand } from "../../make/author.ts";
import { call } from "../../stack/api.ts";
import { auditOf } from "../../stack/audit.ts";

/** The last day with ECB rates: the quarters and months that end later have sales in euro only. */
const UNTIL = "2026-10-30" as IsoDate;

/*
 * The demo account on days after the last known rate: on the first day of a quarter, in the
 * second month of one, and in quarters of which no rate is known. Each day is a whole demo; test/unit/demo/story.test.ts has
 * the story of every day.
 */
const DAYS = ["2026-12-01", "2027-01-01", "2027-02-01", "2027-05-01"];

describe.for(DAYS)("the demo account of %s", (today) => {
  const account = `demo-${randomUUID()}` as LedgerId;
  let due: readonly DueReturn[];
  let story: Story;
  let key: string;

  beforeAll(async () => {
    const now = new Date(`${today}T10:00:00Z`);
    vi.useFakeTimers({ toFake: ["Date"], now });
    story = storyOn(dayOf(now));
    await seedDemo(now, UNTIL, account);
    const { items } = await loadRegistrations(account);
    due = await loadDueReturns(account, items, story.today, await loadOpenImportRows(account));
    key = await issueKey({ account, scope: "read-only", mode: "live" }, now);
  });

  afterAll(() => {
    vi.useRealTimers();
  });

  it("has one return to file, which is ready, and none that is overdue", () => {
    expect(due.filter(({ overdue }) => overdue)).toEqual([]);
    const ended = due.filter(({ state }) => state !== "running" && state !== "filed");
    expect(ended).toMatchObject([
      { period_key: story.open.key, state: "open", filing_status: "ready" },
    ]);
  });

  it("has one open question, in the running quarter", () => {
    const running = story.quarters.at(-1)?.key;
    expect(
      due.flatMap(({ period_key, waiting_event_count }) =>
        waiting_event_count === 0 ? [] : [[period_key, waiting_event_count]],
      ),
    ).toEqual([[running, 1]]);
  });

  it("has one late change, and nothing else that needs attention", async () => {
    const { items } = await loadRegistrations(account);
    expect(await loadChangedPeriods(account)).toEqual([
      { scheme_type: "union_oss", period_key: story.filedQuarters.at(-1)?.key },
    ]);
    expect(await loadOpenImportRows(account)).toEqual([]);
    expect(await loadRecentUnregistered(account, items, story.today)).toEqual([]);
    expect(await loadDirectDeclarations(account, SCHEMES, items, story.today)).toEqual([]);
  });

  it("leaves nothing out of a return that belongs in it, except the open question", async () => {
    const prepared = await Promise.all(
      story.quarters.map(async ({ key: period }) => {
        const path = `/v1/reports/filing-prep?period=${period}`;
        return (await call<z.output<typeof FilingPrep>>(key, "GET", path)).body;
      }),
    );
    const returns = prepared.flatMap(({ union_oss, ioss }) => [union_oss, ...ioss.months]);
    const codes = returns.flatMap(({ warnings }) => warnings.map(({ code }) => code));
    expect(codes).not.toContain("missing_exchange_rate_excluded");
    expect(codes.filter((code) => code === "needs_review_excluded")).toHaveLength(1);
    const checks = returns.flatMap((one) => one.checks);
    expect(checks.filter(({ severity }) => severity === "blocking")).toEqual([]);
  });

  it("is notified of what is true at once", async () => {
    await monitorAccount(account, new Date(), async () => {});
    const notifications = await loadNotifications(account);
    const years = notifications.flatMap((notification) =>
      "year" in notification ? notification.year : [],
    );
    expect(new Set(years).size).toBe(years.length);
    expect(notifications.filter(({ kind }) => kind === "late_change.recorded")).toHaveLength(1);
    const exceeded = notifications.flatMap((notification) =>
      "year" in notification && notification.current_minor > notification.threshold_minor
        ? [inEnglish(notification).subject]
        : [],
    );
    expect(exceeded.filter((subject) => subject.includes("is near"))).toEqual([]);
  });
});

/** Sales that come late, and what the imports bring. */
const LATE_AND_IMPORTED = 3 + 12;

it("the demo account is completed by a second seeding when the first was broken off, and nothing twice", async () => {
  const account = `demo-${randomUUID()}` as LedgerId;
  const now = new Date("2026-08-14T10:00:00Z");
  await seedDemo(now, UNTIL, account);
  const unmarked = { ...demoProfile(now), updated_at: undefined };
  await updateProfile(account, () => unmarked, atHand(now));
  await seedDemo(new Date("2026-08-20T10:00:00Z"), UNTIL, account);
  const { events, differences } = await auditOf(account);
  expect({ events, differences }).toEqual({
    events: demoEvents(storyOn("2026-08-20" as IsoDate), UNTIL).length + LATE_AND_IMPORTED,
    differences: [],
  });
});

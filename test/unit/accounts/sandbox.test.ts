import { describe, expect, it, test } from "vitest";
import { ACCOUNT_NAME } from "../../../shared/accounts/account.ts";
import {
  checkedTo,
  clockView,
  emptied,
  FIRST_SANDBOX,
  movedClock,
  openSandbox,
  SandboxState,
  uncheckedDays,
} from "../../../shared/accounts/sandbox.ts";
import type { IsoDate } from "../../../shared/core/calendar/dates.ts";
import type { AccountId, AuthorId, LedgerId } from "../../../shared/core/ids.ts";
import { accountOf, isSandbox, sandboxOf } from "../../../shared/core/ids.ts";
import { isJournaled, isOfNoKind } from "../../../shared/operations/journal/journal-file.ts";
import {
  ITEM_GROUPS,
  partitionsOfSandbox,
  REMOVED_GROUPS,
} from "../../../shared/platform/table/registry.ts";

const NOW = new Date("2026-11-22T12:00:00Z");

describe("the name of a sandbox", () => {
  test.for([
    ["shop", 1, "sandbox.shop"],
    ["shop", 2, "sandbox.shop.2"],
    ["sandbox", 12, "sandbox.sandbox.12"],
  ] as const)("of %s, the %i.: %s", ([account, generation, name]) => {
    expect(sandboxOf(account as AccountId, generation)).toBe(name);
    expect([isSandbox(name as LedgerId), isSandbox(account as LedgerId)]).toEqual([true, false]);
    expect([accountOf(name as LedgerId), accountOf(account as LedgerId)]).toEqual([
      account,
      account,
    ]);
    expect(ACCOUNT_NAME.test(name)).toBe(false);
  });
});

describe("emptying", () => {
  const by = (author: AuthorId) => ({ author, now: NOW });

  it("gives the account its next sandbox, and says who asked for it", () => {
    const once = emptied(FIRST_SANDBOX, by("one" as AuthorId));
    const twice = emptied(once, by("other" as AuthorId));
    expect(
      [FIRST_SANDBOX, once, twice].map((state) => openSandbox("shop" as AccountId, state)),
    ).toEqual(["sandbox.shop", "sandbox.shop.2", "sandbox.shop.3"]);
    expect(twice.version).toBe(2);
    expect(twice.emptied).toEqual([
      { generation: 2, emptied_at: NOW.toISOString(), emptied_by: "other" },
      { generation: 1, emptied_at: NOW.toISOString(), emptied_by: "one" },
    ]);
    expect(SandboxState.parse(twice)).toEqual(twice);
  });

  it("tells of the last twenty times", () => {
    let state = FIRST_SANDBOX;
    for (let n = 0; n < 25; n += 1) state = emptied(state, by(`${n}` as AuthorId));
    expect(state.emptied).toHaveLength(20);
    expect(state.emptied.at(-1)?.generation).toBe(6);
  });
});

describe("the clock", () => {
  const day = (text: string) => text as IsoDate;
  const set = movedClock(FIRST_SANDBOX, day("2026-01-30"));

  it("is none before it is set, and none after the sandbox is emptied", () => {
    expect([clockView(FIRST_SANDBOX), uncheckedDays(FIRST_SANDBOX)]).toEqual([null, []]);
    expect(clockView(emptied(set, { author: "one" as AuthorId, now: NOW }))).toBeNull();
  });

  it("moves to a later day, and to no earlier one", () => {
    expect(movedClock(set, day("2026-01-30"))).toBe(set);
    expect(movedClock(set, day("2026-02-01")).clock_day).toBe("2026-02-01");
    expect(() => movedClock(set, day("2026-01-29"))).toThrow(/is at 2026-01-30/);
  });

  it("leaves each day that it passes to one check, a month of days at a time", () => {
    expect(uncheckedDays(set)).toEqual(["2026-01-30"]);
    const first = checkedTo(set, day("2026-01-30"));
    expect(uncheckedDays(first)).toEqual([]);
    const moved = movedClock(first, day("2026-03-04"));
    expect(uncheckedDays(movedClock(first, day("2026-02-02")))).toEqual([
      "2026-01-31",
      "2026-02-01",
      "2026-02-02",
    ]);
    expect([uncheckedDays(moved).length, uncheckedDays(moved).at(-1)]).toEqual([31, "2026-03-02"]);
    expect(uncheckedDays(checkedTo(moved, day("2026-03-02")))).toEqual([
      "2026-03-03",
      "2026-03-04",
    ]);
    // A slower run has less to say.
    expect(checkedTo(first, day("2026-01-29"))).toBe(first);
  });
});

describe("what is removed", () => {
  /** Of the account, of nobody, ended by itself within days, or a place of what is removed in an index. */
  const STAYS = [
    "keys",
    "key_list",
    "persons",
    "sessions",
    "sessions_by_person",
    "organisations",
    "members",
    "memberships",
    "organisation_accounts",
    "invitations",
    "board",
    "audit_runs",
    "evidence_rounds",
    "board_checks",
    "mail_settings",
    "mail_suppressions",
    "mails",
    "mails_due",
    "bulk_jobs",
    "accounts_by_name",
    "rates",
    "rate_proposals",
    "rate_overlay",
    "rates_told",
    "idempotency",
    "import_originals",
    "inbound_addresses",
    "rate_limits",
    "worker_leases",
    "rights",
    "sandboxes",
    "readiness",
    "webhooks_due",
    "vat_number_retries",
  ];

  it("is every family of items but those that are no sandbox's", () => {
    expect([...REMOVED_GROUPS, ...STAYS].sort()).toEqual(Object.keys(ITEM_GROUPS).sort());
  });

  it("stands in partitions of the sandbox alone, some of them its own as a whole", () => {
    expect(partitionsOfSandbox("sandbox.shop" as LedgerId).sort()).toEqual(
      [
        "ACCOUNT",
        "AUDITS",
        "CATCH_UPS",
        "CHANGES",
        "CONNECTIONS",
        "CONNECTION_SECRETS",
        "DELIVERIES",
        "FULL_IDENTIFIERS",
        "IMPORTS",
        "IMPORT_OPEN",
        "IMPORT_UNDOS",
        "INBOUND_DELIVERIES",
        "LOCKS",
        "MARKS",
        "MOVEMENTS",
        "OPENINGS",
        "ORDER_NAMES",
        "OUTBOX",
        "PAYMENTS",
        "PREPARATIONS",
        "RECORDS",
        "SHEETS",
        "SHOP_ORDERS",
        "SOURCE_TAGS",
        "UPLOAD_LINKS",
        "VAT_NUMBER_CHECKS",
        "WEBHOOKS",
        "WEBHOOK_SECRETS",
        "WEBHOOK_TURNS",
      ].map((kind) => `${kind}#sandbox.shop`),
    );
  });
});

describe("the journal", () => {
  test.for([
    ["EVENT#shop#1", true],
    ["EVENT#shop#sandbox.shop", true],
    ["EVENT#sandbox.shop#1", false],
    ["ACCOUNT#sandbox.shop.2", false],
    ["LOCKS#sandbox.shop", false],
    ["SANDBOX#shop", true],
    ["KEY#0123456789abcdef", true],
  ] as const)("of %s: %j", ([pk, isStored]) => {
    expect([isJournaled(pk), isOfNoKind(pk)]).toEqual([isStored, false]);
  });
});

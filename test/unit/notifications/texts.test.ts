import { describe, expect, it } from "vitest";
import type { IsoDate } from "../../../shared/core/calendar/dates.ts";
import type { PeriodKey } from "../../../shared/core/ids.ts";
import { notificationPage, notificationView } from "../../../shared/notifications/listing.ts";
import type { NotificationRecord } from "../../../shared/notifications/texts.ts";
import { inGerman } from "../../../shared/notifications/texts-de.ts";
import { inEnglish } from "../../../shared/notifications/texts-en.ts";
import { makeNotification } from "../../make/notification.ts";

const NONE: ReadonlySet<string> = new Set();
const created_at = "2026-10-25T08:00:00.000Z";
const ofReturn = {
  created_at,
  scheme_type: "union_oss",
  period_key: "2026-Q3" as PeriodKey,
} as const;

const DUE: NotificationRecord = {
  ...ofReturn,
  id: "due-union-oss-2026-Q3",
  kind: "return.due_soon",
  filing_due_date: "2026-10-31" as IsoDate,
  days_before: 10,
};
const UNPAID: NotificationRecord = {
  ...ofReturn,
  id: "unpaid-union-oss-2026-Q3",
  kind: "return.unpaid",
  filing_due_date: "2026-10-31" as IsoDate,
};
const OVERDUE: NotificationRecord = {
  ...ofReturn,
  id: "overdue-union-oss",
  kind: "return.overdue",
  filing_due_date: "2026-07-31" as IsoDate,
  period_key: "2026-Q2" as PeriodKey,
  period_keys: ["2026-Q2" as PeriodKey, "2026-Q3" as PeriodKey],
};
const LATE: NotificationRecord = {
  ...ofReturn,
  id: "late-union-oss-2026-Q3",
  kind: "late_change.recorded",
  changes: 3,
};
const HOOK: NotificationRecord = {
  id: "webhook-1",
  kind: "webhook.disabled",
  created_at,
  webhook_id: "wh_0123456789abcdef",
  url: "https://shop.example/<b>hook</b>",
  reason: "failing",
};
const FAILING: NotificationRecord = {
  id: "cn-1",
  kind: "connection.failing",
  created_at,
  connection_id: "cn_0123456789abcdef01234567",
  source_id: "web-shop",
  code: "pull_rejected",
};
const DROPPED: NotificationRecord = {
  id: "import-1",
  kind: "import.failed",
  created_at,
  import_id: "20261031T120000000Z-0123abcd",
  source_id: "web-shop",
};
const UNANSWERED: NotificationRecord = {
  id: "upload-link-1",
  kind: "upload_link.unanswered",
  created_at,
  source_id: "web-shop",
  asked_period: "2026-Q3" as PeriodKey,
  ends_on: "2026-11-05" as IsoDate,
};
const WARNING = makeNotification({ kind: "vat.threshold.warning", crossed_on: null });
const EXCEEDED_IN_EURO = makeNotification({
  kind: "vat.threshold.warning",
  year: 2026,
  current_minor: 1_234_567,
  crossed_on: null,
  crossed_on_eur: "2026-08-15" as IsoDate,
  deciding_currency: "SEK",
});
const EXCEEDED = makeNotification({
  kind: "vat.threshold.exceeded",
  year: 2026,
  current_minor: 1_234_567,
  crossed_on: "2026-08-15" as IsoDate,
  eur_only: true,
});

const payable = (period_key: string, minor: number, is_locked = false) => ({
  ...{ period_key: period_key as PeriodKey, currency: "EUR" as const },
  ...{ minor, is_locked },
});
const late = {
  declared_in: "2026-Q4" as PeriodKey,
  lines: [
    { ...payable("2026-Q3", 2_400), member_state: "FR" },
    { ...payable("2026-Q3", -123_456), member_state: "EL" },
  ],
  more: 2,
};

describe("the amounts of a mail", () => {
  it.for<[notice: NotificationRecord, english: string, german: string]>([
    [
      { ...DUE, payable: [payable("2026-Q3", 16_075)] },
      "VAT to pay as of now: €160.75. The amount may change until the return is locked.",
      "Zu zahlen nach jetzigem Stand: 160,75 €. Der Betrag kann sich bis zur Festschreibung ändern.",
    ],
    [
      { ...UNPAID, payable: [payable("2026-Q3", 100, true), payable("2026-Q3", 5, true)] },
      "Outstanding: €1.00 + €0.05.",
      "Offen: 1,00 € + 0,05 €.",
    ],
    [
      { ...OVERDUE, payable: [payable("2026-Q2", 1_000, true), payable("2026-Q3", 2_000)] },
      "Q2 2026 (€10.00), Q3 2026 (€20.00). Amounts of returns that are not locked may change. The oldest was due on 31 July 2026.",
      "Q2 2026 (10,00 €), Q3 2026 (20,00 €). Beträge nicht festgeschriebener Erklärungen können sich ändern. Die älteste war am 31. Juli 2026 fällig.",
    ],
    [
      {
        ...OVERDUE,
        period_keys: ["2026-Q2" as PeriodKey],
        payable: [payable("2026-Q2", 1_000, true)],
      },
      "its filing is not recorded. VAT to pay: €10.00.",
      "ihre Einreichung ist nicht erfasst. Zu zahlen: 10,00 €.",
    ],
    [
      { ...LATE, late },
      "VAT that is not declared yet:\n• Q3 2026, France: +€24.00\n• Q3 2026, Greece: −€1,234.56\n… and 2 more\n\nThe next open return, that for Q4 2026, declares",
      "Noch nicht erklärte Steuer:\n• Q3 2026, Frankreich: +24,00 €\n• Q3 2026, Griechenland: −1.234,56 €\n… und 2 weitere\n\nDie nächste offene Erklärung, die für Q4 2026, enthält",
    ],
  ])("are those of its notice, in both languages", ([notice, english, german]) => {
    expect(inEnglish(notice).text).toContain(english);
    expect(inGerman(notice).text).toContain(german);
  });

  it("are left out where an earlier version made the notice", () => {
    const texts = [DUE, UNPAID, OVERDUE, LATE].flatMap((notice) => [
      inEnglish(notice).text,
      inGerman(notice).text,
    ]);
    expect(texts.filter((text) => text.includes("€"))).toEqual([]);
  });
});

describe("a mail", () => {
  it.for([
    [DUE, "The return for Q3 2026 (Union scheme) is due on 31 October 2026"],
    [OVERDUE, "No filing is recorded of 2 returns that were due (Union scheme): Q2 2026 and later"],
    [UNPAID, "The VAT of the return for Q3 2026 (Union scheme) is not recorded as paid"],
    [LATE, "The return for Q3 2026 (Union scheme) has changed since it was locked"],
    [HOOK, "A webhook was switched off: https://shop.example/<b>hook</b>"],
    [FAILING, "The connected shop web-shop is failing"],
    [DROPPED, "A file of web-shop was not imported"],
    [UNANSWERED, "No file has arrived of web-shop for Q3 2026"],
    [EXCEEDED, "The EUR 10,000 threshold is exceeded: €12,345.67 in 2026"],
    [EXCEEDED_IN_EURO, "EUR 10,000 are exceeded in euro, not in SEK: €12,345.67 in 2026"],
  ] as const)("has a subject in English", ([notification, subject]) => {
    expect(inEnglish(notification).subject).toBe(subject);
  });

  it.for([
    [DUE, "Die Erklärung für Q3 2026 (EU-Regelung) ist bis 31. Oktober 2026 einzureichen"],
    [UNPAID, "Die Steuer der Erklärung für Q3 2026 (EU-Regelung) ist nicht als gezahlt erfasst"],
    [LATE, "Die Erklärung für Q3 2026 (EU-Regelung) hat sich seit der Festschreibung geändert"],
    [HOOK, "Ein Webhook wurde abgeschaltet: https://shop.example/<b>hook</b>"],
    [FAILING, "Die Anbindung des Shops web-shop ist gestört"],
    [DROPPED, "Eine Datei von web-shop wurde nicht importiert"],
    [UNANSWERED, "Von web-shop fehlt die Datei für Q3 2026"],
    [EXCEEDED, "Der Schwellenwert von 10.000 Euro ist überschritten: 12.345,67 € im Jahr 2026"],
    [
      EXCEEDED_IN_EURO,
      "10.000 Euro sind in Euro überschritten, in SEK nicht: 12.345,67 € im Jahr 2026",
    ],
  ] as const)("and in German", ([notification, subject]) => {
    expect(inGerman(notification).subject).toBe(subject);
  });

  it("says when the threshold was exceeded, what is left out, and what to do", () => {
    const { text } = inEnglish(EXCEEDED);
    expect(text).toContain("It was exceeded on 15 August 2026.");
    expect(text).toContain("could not be converted");
    expect(inEnglish(WARNING).text).not.toContain("It was exceeded");
    expect(inGerman(EXCEEDED).text).toContain("Überschritten wurde er am 15. August 2026.");
  });

  it("sends to the overview where no return may declare a change that has no amount yet", () => {
    expect(inEnglish(LATE).text).toContain(
      "unless the overview has it among the direct declarations.",
    );
    expect(inGerman(LATE).text).toContain("unter den unmittelbaren Erklärungen nennt.");
    expect(inEnglish({ ...LATE, late }).text).not.toContain("unless");
  });

  it("speaks of one overdue return as one", () => {
    const one = { ...OVERDUE, period_keys: ["2026-Q2" as PeriodKey] };
    expect(inEnglish(one).text).toMatch(
      /^The due day of the return for Q2 2026 in the Union scheme, 31 July 2026, is over/,
    );
    expect(inGerman(one).text).toMatch(/^Die Frist der Erklärung für Q2 2026 \(EU-Regelung\)/);
    expect(`${inEnglish(one).text}${inGerman(one).text}`).not.toMatch(
      /these|diese[r ]|oldest|älteste/,
    );
  });

  it("is one line and a plain text, whatever it is about", () => {
    const all = [DUE, OVERDUE, UNPAID, LATE, HOOK, FAILING, DROPPED, UNANSWERED, WARNING, EXCEEDED];
    for (const notification of [...all, EXCEEDED_IN_EURO]) {
      for (const { subject, text } of [inEnglish(notification), inGerman(notification)]) {
        expect(subject).toMatch(/^[^\n\r]{10,200}$/);
        expect(text).toMatch(/^[^\r]{80,}\n$/);
        expect(`${subject}${text}`).not.toMatch(/undefined|null|NaN|\u00A0/);
      }
    }
  });
});

describe("the list", () => {
  it("shows what each is about, and nothing else of it", () => {
    expect(notificationView(LATE)).toMatchObject({
      id: LATE.id,
      read_at: null,
      about: {
        year: null,
        scheme_type: "union_oss",
        period_key: "2026-Q3" as PeriodKey,
        filing_due_date: null,
        webhook_id: null,
        connection_id: null,
      },
    });
    expect(notificationView(LATE)).not.toHaveProperty("changes");
  });

  it("is the newest first, page by page, read or unread", () => {
    // Those of one instant are in the order of their ids.
    const all = [
      HOOK,
      { ...LATE, created_at: "2026-11-01T00:00:00.000Z", read_at: created_at },
      DUE,
    ];
    const query = { limit: 2, cursor: undefined, unread: undefined };
    const first = notificationPage(all, query, NONE);
    expect(first.items.map(({ id }) => id)).toEqual([LATE.id, DUE.id]);
    expect(first.unread_count).toBe(2);
    expect(first.next_cursor).not.toBeNull();
    const rest = notificationPage(all, { ...query, cursor: [DUE.created_at, DUE.id] }, NONE);
    expect(rest.items.map(({ id }) => id)).toEqual([HOOK.id]);
    // The cursor names the last one of its page.
    const one = notificationPage(all, { ...query, limit: 1 }, NONE).next_cursor;
    expect(notificationPage(all, { ...query, limit: 1 }, NONE).items.map(({ id }) => id)).toEqual([
      LATE.id,
    ]);
    expect(one).not.toBe(first.next_cursor);
    const ofWhich = (unread: "true" | "false") =>
      notificationPage(all, { ...query, unread }, NONE).items.map(({ id }) => id);
    expect(ofWhich("false")).toEqual([LATE.id]);
    expect(ofWhich("true")).toEqual([DUE.id, HOOK.id]);
    // What asks for nothing any more is marked, and neither counted nor listed as unread.
    const done = new Set([DUE.id]);
    const page = notificationPage(all, { ...query, unread: "true" }, done);
    expect(page.items.map(({ id }) => id)).toEqual([HOOK.id]);
    expect(page.unread_count).toBe(1);
    const marks = notificationPage(all, { ...query, limit: 3 }, done).items.map(({ done }) => done);
    expect(marks).toEqual([false, true, false]);
    // A page that takes the last ones has no next one.
    expect(notificationPage(all, { ...query, limit: 3 }, NONE).next_cursor).toBeNull();
  });
});

describe("a crossing", () => {
  const crossed = makeNotification({
    ...{ kind: "vat.threshold.exceeded", deciding_currency: "SEK" },
    crossed_on: "2026-02-16" as IsoDate,
    crossed_on_eur: "2026-02-20" as IsoDate,
  });

  it("names the day in the currency that decides, and the day in euro", () => {
    expect(inEnglish(crossed).text).toContain(
      "It was exceeded on 16 February 2026 in SEK, the currency that decides for you (Art. 59c(5)); in euro, EUR 10,000 were exceeded on 20 February 2026.",
    );
    expect(inGerman(crossed).text).toContain("am 16. Februar 2026 in SEK");
    expect(inEnglish(EXCEEDED_IN_EURO).text).toContain(
      "SEK decides for you (Art. 59c(5)), and the threshold in SEK is not exceeded",
    );
    expect(inEnglish(WARNING).text).not.toContain("decides for you");
    const undated = { ...EXCEEDED, crossed_on: null };
    expect(inEnglish(undated).text).not.toContain("It was exceeded");
    expect(inGerman(undated).text).not.toContain("Überschritten wurde er");
    const notInEuro = { ...crossed, crossed_on_eur: null };
    expect(inEnglish(notInEuro).text).toContain("in euro, EUR 10,000 are not exceeded.");
  });

  it.for(["vat.threshold.exceeded", "vat.threshold.warning"] as const)(
    "advises nobody to register who is registered: %s",
    (kind) => {
      const register = /[Rr]egist|Melden Sie sich|Anmeldung/;
      for (const inWords of [inEnglish, inGerman]) {
        expect(inWords({ ...crossed, kind }).text).toMatch(register);
        expect(inWords({ ...crossed, kind, registered: true }).text).not.toMatch(register);
      }
    },
  );
});

import { expect, it } from "vitest";
import type { IsoDate } from "../../../../shared/core/calendar/dates.ts";
import type { PeriodKey } from "../../../../shared/core/ids.ts";
import { digestFacts } from "../../../../shared/notifications/mails/digest.ts";
import type { DigestReturn } from "../../../../shared/notifications/mails/mail-texts.ts";
import { mailTexts } from "../../../../shared/notifications/mails/texts.ts";

const TODAY = "2026-10-20" as IsoDate;

it.for([
  ["open", 1, 0, true],
  ["open", 1, 1, undefined],
  ["open", 0, 0, undefined],
  ["running", 1, 0, undefined],
] as const)(
  "of a return %s with %i links and %i files that no day presses, a digest tells of missing files: %s",
  ([state, files_asked, files_received, told]) => {
    const row = { state, filing_due_date: "2027-01-31", payment_status: null, open_questions: 0 };
    const asked = { ...row, submitted_on: null, files_asked, files_received };
    expect(digestFacts(asked as never, TODAY)?.files).toBe(told);
  },
);

/** The state of a return, its due day, the state of its payment and its open questions, and the facts told of it. */
it.for([
  // Due within fourteen days, the fourteenth included.
  ["open", "2026-10-31", null, 0, "open"],
  ["open", "2026-11-03", null, null, "open"],
  ["open", "2026-11-04", null, 2, undefined],
  ["open", "2026-10-20", null, 1, "open questions"],
  // The due day is past.
  ["open", "2026-10-19", null, 0, "overdue"],
  ["open", "2026-10-19", null, 3, "overdue questions"],
  ["locked", "2026-10-31", "unpaid", null, "locked"],
  ["locked", "2026-11-04", "unpaid", null, undefined],
  ["locked", "2026-10-19", "unpaid", null, "overdue locked unpaid"],
  ["locked", "2026-10-19", "paid", null, "overdue locked"],
  // Filed, and paid late, in part or not at all (Art. 367 of the VAT Directive).
  ["filed", "2026-10-19", "unpaid", null, "unpaid"],
  ["filed", "2026-10-19", "part_paid", null, "unpaid"],
  ["filed", "2026-10-19", "paid", null, undefined],
  ["filed", "2026-10-20", "unpaid", null, undefined],
  ["filed_elsewhere", "2026-10-19", null, null, undefined],
  ["running", "2027-01-31", null, null, undefined],
] as const)(
  "of a return %s, due on %s, %s, with %s questions a digest tells: %s",
  ([state, filing_due_date, payment_status, open_questions, told]) => {
    const row = { state, filing_due_date, payment_status, open_questions, submitted_on: null };
    const facts = digestFacts(row as never, TODAY);
    const names = Object.entries(facts ?? {}).flatMap(([name, holds]) => (holds ? [name] : []));
    expect(facts && names.join(" ")).toBe(told);
  },
);

it("a digest says of each return what holds, and of no other what does not", () => {
  const facts = {
    overdue: true,
    open: false,
    locked: true,
    questions: false,
    unpaid: true,
    files: false,
  };
  const others = {
    overdue: false,
    open: true,
    locked: false,
    questions: true,
    unpaid: false,
    files: false,
  };
  const lines = (["en", "de"] as const).flatMap((language) =>
    [facts, others].map((facts) => {
      const due = {
        period_key: "2026-Q3" as PeriodKey,
        filing_due_date: "2026-10-31",
        ...{ payable_vat_minor: null, return_currency: null, facts },
      } as const;
      const returns: DigestReturn[] = [{ ...due, client: "One", scheme_type: "union_oss" }];
      return mailTexts(language).digest("Practice", returns, 0).text.split("\n")[1];
    }),
  );
  expect(lines).toMatchInlineSnapshot(`
    [
      "• Q3 2026 (Union scheme), due 31 October 2026: due day over, filing not recorded, locked, filing not recorded, not recorded as paid",
      "• Q3 2026 (Union scheme), due 31 October 2026: to be filed, open questions",
      "• Q3 2026 (EU-Regelung), fällig am 31. Oktober 2026: Frist vorbei, Einreichung nicht erfasst, festgeschrieben, Einreichung nicht erfasst, nicht als gezahlt erfasst",
      "• Q3 2026 (EU-Regelung), fällig am 31. Oktober 2026: einzureichen, offene Fragen",
    ]
  `);
});

it.for([
  [1, 0, "1 return needs attention: Practice", "1 Erklärung"],
  [1, 2, "3 returns need attention: Practice", "3 Erklärungen"],
  [2, 0, "2 returns need attention: Practice", "2 Erklärungen"],
] as const)("a digest of %i named returns and %i more counts them all", ([named, more, en, de]) => {
  const facts = {
    overdue: true,
    open: false,
    locked: false,
    questions: false,
    unpaid: false,
    files: false,
  };
  const due = {
    ...{ period_key: "2026-Q3" as PeriodKey, filing_due_date: "2026-10-31", facts },
    ...{ payable_vat_minor: null, return_currency: null },
  } as const;
  const digestReturn: DigestReturn = { ...due, client: "One", scheme_type: "union_oss" };
  const of = (language: "en" | "de") =>
    mailTexts(language).digest("Practice", Array<DigestReturn>(named).fill(digestReturn), more);
  expect(of("en").subject).toBe(en);
  expect(of("de").subject).toMatch(new RegExp(`^${de} `));
  expect(of("en").text.includes(`… and ${more} more`)).toBe(more > 0);
});

it("a return whose lock states its submission is neither overdue nor to be filed", () => {
  const row = { state: "locked", filing_due_date: "2026-10-19", payment_status: "paid" };
  expect(digestFacts({ ...row, submitted_on: "2026-10-18" } as never, TODAY)).toBeUndefined();
});

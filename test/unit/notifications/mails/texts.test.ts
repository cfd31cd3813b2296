import { expect, it } from "vitest";
import type { PeriodKey } from "../../../../shared/core/ids.ts";
import { mailParts } from "../../../../shared/notifications/mails/layout.ts";
import type { DigestReturn } from "../../../../shared/notifications/mails/mail-texts.ts";
import { invitationText, mailTexts } from "../../../../shared/notifications/mails/texts.ts";

const [english, german] = [mailTexts("en"), mailTexts("de")];

it("a mail of an import names its source and counts its rows", () => {
  const subjects = [1, 1234].flatMap((rows) =>
    [english, german].map((words) => words.importLeft("web-shop", rows).subject),
  );
  expect(subjects).toEqual([
    "1 row of an import from web-shop is not booked",
    "1 Zeile eines Imports aus web-shop ist nicht gebucht",
    "1,234 rows of an import from web-shop are not booked",
    "1.234 Zeilen eines Imports aus web-shop sind nicht gebucht",
  ]);
});

it("a mail of an import that failed does not say that nothing is booked", () => {
  // It may have failed after its first rows were booked, or while it was undone.
  expect(english.importFailed("web-shop").text).toContain("some rows of its file, or none");
  expect(german.importFailed("web-shop").text).toContain("einige Zeilen der Datei");
});

it("the returns of a digest are told apart where their lines wrap", () => {
  const facts = { overdue: true, open: false, locked: false, questions: false, unpaid: false };
  const due = { period_key: "2026-Q3" as PeriodKey, filing_due_date: "2026-10-31", facts };
  const returns = ["One", "Two"].map(
    (client): DigestReturn => ({ ...due, client, scheme_type: "union_oss" }),
  );
  for (const words of [english, german]) {
    expect(words.digest("Practice", returns, 0).text).toMatch(/^• One: [^\n]+\n• Two: [^\n]+\n\n/);
  }
});

it("an invitation is in both languages, its button as well", () => {
  const link = { anchor: "invitation", token: "sealed" } as never;
  const mail = { language: "en", ...invitationText("Practice"), link } as const;
  const { text } = mailParts(mail, { action: "https://vat.example/console#invitation=x" });
  expect(text).toContain("Accept the invitation / Einladung annehmen: https://vat.example");
});

import { expect, it } from "vitest";
import { de } from "../../../../console/src/texts/de.ts";
import { en } from "../../../../console/src/texts/en.ts";
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

it("the returns of a digest stand under their clients, with amount and due day, told apart where their lines wrap", () => {
  const facts = {
    overdue: true,
    open: false,
    locked: false,
    questions: false,
    unpaid: false,
    files: false,
  };
  const amount = { payable_vat_minor: 123_456, return_currency: "EUR" };
  const due = {
    ...{ period_key: "2026-Q3" as PeriodKey, filing_due_date: "2026-10-31", facts, ...amount },
  };
  const returns = ["One", "Two"].map(
    (client): DigestReturn => ({ ...due, client, scheme_type: "union_oss" }),
  );
  const [first] = returns;
  for (const words of [english, german]) {
    expect(words.digest("Practice", returns, 0).text).toMatch(
      /^One\n• [^\n]+\n\nTwo\n• [^\n]+\n\n/,
    );
  }
  const month = { ...due, period_key: "2026-10" as PeriodKey, payable_vat_minor: null };
  const two = first ? [first, { ...first, ...month, client: "One" }] : [];
  expect(english.digest("Practice", two, 3).text).toMatch(
    /^One\n• Q3 2026 \(Union scheme\), €1,234\.56, due 31 October 2026: [^\n]+\n• October 2026 [^€]+\n\n… and 3 more\n\n/,
  );
});

it("mails name pages as the menu of the console does", () => {
  for (const [words, menu] of [
    [english, en],
    [german, de],
  ] as const) {
    expect(words.button.digest.toLowerCase()).toContain(menu["nav.board"].toLowerCase());
    expect(words.digest("Practice", [], 0).text).toContain(` ${menu["nav.board"]} `);
    expect(words.button.connection.toLowerCase()).toContain(menu["nav.connections"].toLowerCase());
  }
});

it("an invitation is in both languages, its button as well", () => {
  const mail = { kind: "invitation", language: "en", ...invitationText("Practice") } as const;
  const { text } = mailParts(mail, { action: "https://vat.example/console#invitation=x" });
  expect(text).toContain("Accept the invitation / Einladung annehmen: https://vat.example");
});

it("the link of a mail says what it opens, in its language", () => {
  const mail = {
    kind: "late_change",
    subject: "Changed",
    text: "Something has changed.\n",
  } as const;
  const action = "https://vat.example/console#open=1";
  expect(mailParts({ ...mail, language: "en" }, { action }).text).toContain(
    `Show the change: ${action}`,
  );
  expect(mailParts({ ...mail, language: "de" }, { action }).html).toContain("Änderung anzeigen");
});

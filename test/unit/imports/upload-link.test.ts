import { describe, expect, it } from "vitest";
import { accountOf, type LedgerId, type PeriodKey, sandboxOf } from "../../../shared/core/ids.ts";
import { askingMail } from "../../../shared/imports/upload-links/message.ts";
import { uploadLinkView } from "../../../shared/imports/upload-links/schema.ts";
import {
  isUsedUp,
  linkToken,
  newUploadLink,
  parseLinkToken,
  revoked,
  takesFiles,
  type UploadLink,
  withFile,
  withReceipt,
} from "../../../shared/imports/upload-links/upload-link.ts";

const NOW = new Date("2026-11-29T12:00:00.000Z");
const ID = "20261129T120000000Z-0123abcd";
const LEDGER = "my-shop_1" as LedgerId;
const SECRET = "s".repeat(43);
const TOKEN = linkToken({ ledger: LEDGER, id: ID }, SECRET);

const linkOf = (max_files = 2): UploadLink =>
  newUploadLink(
    {
      source_id: "shop",
      period_key: "2026-Q3" as PeriodKey,
      language: "en",
      max_files,
      asked_by: "Larsson",
      created_by: "key",
      days: 3,
    },
    TOKEN,
    ID,
    NOW,
  );

const fileOf = (digit: string) => ({
  file_name: `${digit}.csv`,
  size_bytes: 7,
  sha256: digit.repeat(64),
});

const later = (ms: number) => new Date(NOW.getTime() + ms);
const DAYS_3 = 3 * 86_400_000;

describe("the token of an upload link", () => {
  it.each([LEDGER, sandboxOf(accountOf(LEDGER)), sandboxOf(accountOf(LEDGER), 12)])(
    "names the ledger %s and the link",
    (ledger) => {
      expect(parseLinkToken(linkToken({ ledger, id: ID }, SECRET))).toEqual({ ledger, id: ID });
    },
  );

  it.each([
    "",
    "x",
    TOKEN.slice(1),
    `${TOKEN}x`,
    TOKEN.replace("vat_upload", "vat_live"),
    TOKEN.replaceAll(".", "_"),
  ])("is not %s", (text) => {
    expect(parseLinkToken(text)).toBeUndefined();
  });

  it.each(["a#b", "a/b", "a b", "", "ä"])("names no ledger such as “%s”", (ledger) => {
    expect(
      parseLinkToken(linkToken({ ledger: ledger as LedgerId, id: ID }, SECRET)),
    ).toBeUndefined();
  });
});

describe("an upload link", () => {
  it("takes files until its last instant, unless it is revoked", () => {
    const link = linkOf();
    expect(takesFiles(link, later(DAYS_3 - 1))).toBe(true);
    expect(takesFiles(link, later(DAYS_3))).toBe(false);
    expect(takesFiles(revoked(link, NOW), NOW)).toBe(false);
    expect(revoked(revoked(link, NOW), later(1))).toEqual(revoked(link, NOW));
  });

  it("has a place for each file, and one for the same file twice", () => {
    const one = withFile(linkOf(), fileOf("1"), NOW);
    expect(withFile(one, { ...fileOf("1"), file_name: "renamed.csv" }, later(1))).toBe(one);
    const two = withFile(one, fileOf("2"), NOW);
    expect(two.files).toHaveLength(2);
    expect(() => withFile(two, fileOf("3"), NOW)).toThrow("not valid any more");
    expect(withFile(two, fileOf("2"), NOW)).toBe(two);
  });

  it("is used up when all its files are received, each of which counts once", () => {
    const link = withFile(withFile(linkOf(), fileOf("1"), NOW), fileOf("2"), NOW);
    const [first, second] = link.files;
    const one = withReceipt(link, first?.id ?? "", NOW);
    expect(withReceipt(one, first?.id ?? "", later(1))).toBe(one);
    expect(isUsedUp(one)).toBe(false);
    expect(isUsedUp(withReceipt(one, second?.id ?? "", NOW))).toBe(true);
  });

  it("says its status", () => {
    const status = (link: UploadLink, now = NOW) => uploadLinkView(link, now).status;
    const full = withFile(linkOf(1), fileOf("1"), NOW);
    expect(status(full)).toBe("open");
    expect(status(withReceipt(full, full.files[0]?.id ?? "", NOW))).toBe("used_up");
    expect(status(full, later(DAYS_3))).toBe("ended");
    expect(status(revoked(full, NOW))).toBe("revoked");
  });
});

describe("the text to send", () => {
  it.each([
    ["en", "For the VAT of Q3 2026, Larsson needs the export of shop.", "until 2 December 2026"],
    [
      "de",
      "Für die Umsatzsteuer von Q3 2026 braucht Larsson den Export aus shop.",
      "2. Dezember 2026",
    ],
  ] as const)("says who asks and until when, in %s", (language, lead, day) => {
    const { text } = askingMail(
      { ...linkOf(), language },
      "https://vat.example/console#upload=x",
      LEDGER,
    );
    expect(text).toContain(lead);
    expect(text).toContain(day);
    expect(text).toContain("https://vat.example/console#upload=x");
  });

  it("of a sandbox says that it is a trial", () => {
    const sandbox = sandboxOf(accountOf(LEDGER));
    expect(askingMail(linkOf(), "x", sandbox).subject).toMatch(/^Trial: /);
  });
});

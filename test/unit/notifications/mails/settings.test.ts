import { describe, expect, it } from "vitest";
import { sha256Of } from "../../../../shared/core/hash.ts";
import { importSubject } from "../../../../shared/notifications/mails/make-mails.ts";
import {
  confirmed,
  type MailSettings,
  NO_MAILS,
  unsubscribed,
} from "../../../../shared/notifications/mails/settings.ts";

const SECRET = "s".repeat(43);
const NOW = new Date("2026-11-27T10:00:00.000Z");
const pending = {
  address: "a@b.example",
  secret_sha256: sha256Of(SECRET),
  ends_at: "2026-11-29T10:00:00.000Z",
};
const asked = { ...NO_MAILS, recipient: "pe_1", pending } as MailSettings;

describe("the link of a confirmation", () => {
  it("confirms its address once, and begins the digests", () => {
    const after = confirmed(asked, SECRET, NOW);
    expect(after).toMatchObject({ address: "a@b.example", confirmed_at: NOW.toISOString() });
    expect(after?.pending).toBeUndefined();
    expect(after?.unsubscribe_secret).toMatch(/^[\w-]{43}$/);
    expect(after && confirmed(after, SECRET, NOW)).toBeUndefined();
  });

  it.for([
    ["before its end", SECRET, "2026-11-29T09:59:59.999Z", true],
    ["at its end", SECRET, "2026-11-29T10:00:00.000Z", false],
    ["with another secret", "t".repeat(43), NOW.toISOString(), false],
  ] as const)("%s opens: %s", ([, secret, at, opens]) => {
    expect(confirmed(asked, secret, new Date(at)) !== undefined).toBe(opens);
  });

  it("leaves the links of former mails as they are", () => {
    const before = { ...asked, unsubscribe_secret: "former" };
    expect(confirmed(before, SECRET, NOW)?.unsubscribe_secret).toBe("former");
  });
});

it("the link of a mail ends all mails and digests, and no other secret does", () => {
  const before = confirmed(asked, SECRET, NOW) as MailSettings;
  const after = unsubscribed(before, before.unsubscribe_secret ?? "", NOW);
  expect(after).toMatchObject({ enabled: false });
  expect(after?.digest_at).toBeUndefined();
  expect(unsubscribed(before, SECRET, NOW)).toBeUndefined();
  expect(unsubscribed(asked, SECRET, NOW)).toBeUndefined();
});

it.for([
  ["a Friday", "2026-11-27T10:00:00.000Z", "2026-11-30T05:00:00.000Z"],
  ["a Sunday night", "2026-11-29T23:59:59.999Z", "2026-11-30T05:00:00.000Z"],
  ["a Monday before five", "2026-11-30T04:59:59.999Z", "2026-11-30T05:00:00.000Z"],
  ["a Monday", "2026-11-30T05:00:00.000Z", "2026-12-07T05:00:00.000Z"],
  ["a Tuesday", "2026-12-01T05:00:00.123Z", "2026-12-07T05:00:00.000Z"],
] as const)("the digest after %s is on a Monday morning", ([, at, digest_at]) => {
  const later = { ...pending, ends_at: "2027-01-01T00:00:00.000Z" };
  const after = confirmed({ ...asked, pending: later } as MailSettings, SECRET, new Date(at));
  expect(after?.digest_at).toBe(digest_at);
});

const counts = (unresolved: number, rejected: number, conflict: number) => ({
  unresolved,
  rejected,
  conflict,
});

it.for([
  [{ status: "failed", counts: counts(1, 0, 0) }, "An import from shop has failed"],
  [
    { status: "completed", counts: counts(1, 2, 4) },
    "7 rows of an import from shop are not booked",
  ],
  [{ status: "completed", counts: counts(0, 0, 1) }, "1 row of an import from shop is not booked"],
  [{ status: "completed", counts: counts(0, 0, 0) }, undefined],
  [{ status: "completed" }, undefined],
  [{ status: "undone", counts: counts(1, 1, 1) }, undefined],
] as const)("of an import %j a mail says: %s", ([data, subject]) => {
  const importText = importSubject({ import_id: "1", source_id: "shop", ...data });
  expect(importText?.text("en").subject).toBe(subject);
  if (importText) expect(importText.address).toBe("imports/1");
});

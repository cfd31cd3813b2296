import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { GetCommand, PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { expect, it, vi } from "vitest";
import type { AuthorId } from "../../../../shared/core/ids.ts";
import { afterSending, messageIdOf } from "../../../../shared/notifications/mails/mail.ts";
import {
  inviteByMail,
  requestMail,
} from "../../../../shared/notifications/mails/requested-mail.ts";
import { senderOf } from "../../../../shared/notifications/mails/send-mail.ts";
import {
  addressFor,
  NO_MAILS,
  parseMailToken,
} from "../../../../shared/notifications/mails/settings.ts";
import {
  countRequestedMail,
  isSuppressed,
} from "../../../../shared/notifications/mails/store-mails.ts";
import { logExpiry } from "../../../../shared/notifications/webhooks/delivery.ts";
import { dynamo } from "../../../../shared/platform/dynamodb/client.ts";
import { rateLimitKey } from "../../../../shared/platform/table/keys.ts";
import { mockedClient } from "../../../stack/mocked-client.ts";
import { sentTo } from "../../../stack/sent-messages.ts";
import { temporaryFolder } from "../../../stack/temporary-folder.ts";

const now = new Date("2026-11-27T10:00:00.900Z");

it.for([
  ["EU VAT service <mails@vat.example>", "vat.example"],
  ["mails@vat.example", "vat.example"],
  [" mails@vat.example \n", "vat.example"],
  ["mails@vat.example (EU VAT service)", "localhost"],
  ["nobody", "localhost"],
])("the id of a mail from %s is of %s", ([from = "", domain]) => {
  const id = messageIdOf({ cause: "shop", id: "1" }, "a@b.example", from);
  expect(id).toMatch(/^<[0-9a-f]{32}@[\w.-]+>$/);
  expect(id.slice(34, -1)).toBe(domain);
});

it.for([
  ["EU VAT service <m@v.example>", "en", "Kanzlei Muster via EU VAT service"],
  ['"EU VAT" <m@v.example>', "de", "Kanzlei Muster über EU VAT"],
  ["m@v.example", "en", "Kanzlei Muster via v.example"],
] as const)("a mail of a firm by %s has its name in %s", ([configured, language, name]) => {
  const sender = senderOf({ firm: "Kanzlei Muster", language }, configured);
  expect(sender).toEqual({ name, address: "m@v.example" });
  expect(senderOf({ language }, configured)).toBe(configured);
});

it("a long name of a firm is shortened, and no character of it is cut in two", () => {
  const { name } = senderOf({ firm: "🏛".repeat(90), language: "en" }, "m@v.example") as {
    readonly name: string;
  };
  expect(name).toBe(`${"🏛".repeat(60)} via v.example`);
});

it("the id of a mail follows from what it is, and from its recipient", () => {
  const ids = [
    [{ cause: "shop", id: "1" }, "a@b.example"],
    [{ cause: "shop", id: "2" }, "a@b.example"],
    [{ cause: "shop", id: "1" }, "c@b.example"],
    [{ cause: "shop", id: "1" }, "a@b.example"],
  ] as const;
  const [first, second, third, again] = ids.map(([name, to]) =>
    messageIdOf(name, to, "m@v.example"),
  );
  expect(new Set([first, second, third]).size).toBe(3);
  expect(again).toBe(first);
});

it.for([
  ["it was sent", 1, { state: "sent" }, { state: "sent", sent_at: now.toISOString() }],
  [
    "it failed once",
    1,
    { state: "failed", error: "busy" },
    { state: "pending", error: "busy", next_attempt_at: expect.any(String) },
  ],
  [
    "it failed for good",
    1,
    { state: "failed", error: "no such address", isFinal: true },
    { state: "failed", error: "no such address" },
  ],
  [
    "nobody wants it",
    1,
    { state: "dropped", error: "unwanted" },
    { state: "dropped", error: "unwanted" },
  ],
  [
    "it failed for a day",
    99,
    { state: "failed", error: "busy" },
    { state: "failed", error: "busy" },
  ],
] as const)("after an attempt: %s", ([, tries, attempt, fields]) => {
  expect(afterSending({ tries }, attempt as never, now)).toEqual(fields);
});

const SECRET = "a-secret_of_43_characters_0123456789abcdefg";

it.for([
  [`pe_1-A.${SECRET}`, { recipient: "pe_1-A", secret: SECRET }],
  [`${"r".repeat(64)}.${SECRET}`, { recipient: "r".repeat(64), secret: SECRET }],
  [`${"r".repeat(65)}.${SECRET}`, undefined],
  [`!pe_1.${SECRET}`, undefined],
  [`pe_1.${SECRET}0`, undefined],
  [`pe_1.${SECRET.slice(1)}`, undefined],
  [`.${SECRET}`, undefined],
  [`pe_1.${SECRET.slice(1)}!`, undefined],
  ["", undefined],
] as const)("the token %s of a link", ([token, parts]) => {
  expect(parseMailToken(token)).toEqual(parts);
});

it("nobody has switched anything off until they do", () => {
  const settings = { ...NO_MAILS, address: "a@b.example" };
  expect(addressFor(settings, "digest")).toBe("a@b.example");
  expect(addressFor({ ...settings, off: ["digest"] }, "digest")).toBeUndefined();
  expect(addressFor({ ...settings, enabled: false }, "digest")).toBeUndefined();
});

it("a log is kept for thirty days, by the second", () => {
  expect(logExpiry(now)).toBe(Date.parse("2026-12-27T10:00:00.000Z") / 1000);
});

it.for([
  [undefined, false],
  [-1, false],
  [0, false],
  [1, true],
] as const)(
  "an address whose suppression ends %s seconds from now is suppressed: %s",
  async ([seconds, suppressed]) => {
    const expires_at = Math.floor(now.getTime() / 1000) + (seconds ?? 0);
    const Item = seconds === undefined ? undefined : { expires_at };
    mockedClient(dynamo)
      .on(GetCommand)
      .resolves(Item ? { Item } : {});
    expect(await isSuppressed("a@b.example", now)).toBe(suppressed);
  },
);

it("mails on request are counted by the day", async () => {
  const table = mockedClient(dynamo);
  table.on(UpdateCommand).resolves({});
  expect(await countRequestedMail("pe_1", 5, now)).toBe(true);
  const [call] = table.commandCalls(UpdateCommand);
  const day = { start: "2026-11-27T00:00:00.000Z", seconds: 86_400 };
  expect(call?.args[0].input).toMatchObject({
    Key: rateLimitKey("MAILS", "pe_1", day),
    ExpressionAttributeValues: { ":limit": 5, ":end": Date.parse("2026-11-28") / 1000 },
  });
});

/** Sets the environment of a stage that sends mails, with a key for their secrets. */
function sendMails(): void {
  const file = join(temporaryFolder(), "sealing-key.txt");
  writeFileSync(file, randomBytes(32).toString("base64url"));
  vi.stubEnv("SEALING_KEY_FILE", file);
  vi.stubEnv("MAIL_FROM", "EU VAT service <mails@vat.example>");
}

it("a mail on request is stored with its secret sealed, and sent at once", async () => {
  const table = mockedClient(dynamo);
  table.on(PutCommand).resolves({});
  using sent = sentTo("mails");
  const [name, address, token] = [{ cause: "pe_1", id: "1" }, "a@b.example", "pe_1.secret"];
  const words = { subject: "Subject", text: "Text" };
  const kind = "confirmation";
  sendMails();
  await requestMail({ name, kind, address, language: "en", words, token }, now);
  expect(sent.messages).toEqual([name]);
  const [stored, ...more] = table.commandCalls(PutCommand).map(({ args }) => args[0].input.Item);
  expect(more).toEqual([]);
  expect(stored).toMatchObject({ ...name, kind, link: { anchor: "mail-confirm" } });
  expect(stored).toMatchObject({ gsi1pk: "MAILS_DUE", gsi1sk: now.toISOString() });
  expect(JSON.stringify(stored)).not.toContain(token);
});

it.for([
  [{ role: "viewer" }, 0],
  [{ role: "viewer", email: "a@b.example" }, 1],
] as const)("of an invitation %j %i mails are sent", async ([asked, mails]) => {
  const table = mockedClient(dynamo);
  table.resolves({});
  const by = { person: "pe_1" as AuthorId, now };
  sendMails();
  const { isMailed } = await inviteByMail("or_0123456789abcdef", asked, by);
  expect(isMailed).toBe(mails === 1);
  expect(table.commandCalls(PutCommand)).toHaveLength(mails);
  // Counted for the organisation, and for the address.
  expect(table.commandCalls(UpdateCommand)).toHaveLength(2 * mails);
});

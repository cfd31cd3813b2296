import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { IsoDate } from "../../../../shared/core/calendar/dates.ts";
import type { LedgerId } from "../../../../shared/core/ids.ts";
import { makeDigests } from "../../../../shared/notifications/mails/digest.ts";
import { changeMails, describeMails } from "../../../../shared/notifications/mails/manage-mails.ts";
import type { MailChange } from "../../../../shared/notifications/mails/schema.ts";
import {
  loadMailSettings,
  suppress,
  updateMailSettings,
} from "../../../../shared/notifications/mails/store-mails.ts";
import { monitorAccount } from "../../../../shared/returns/overview/monitor-account.ts";
import { makeSale } from "../../../make/supply-event.ts";
import { call, newAccount } from "../../../stack/api.ts";
import { type MailServer, refusal, startMailServer } from "../../../stack/mail-server.ts";
import { confirmedMails, dueMailsOf, mailAt, mailsTo, tokenIn } from "../../../stack/mails.ts";
import { newPerson, newPractice } from "../../../stack/people.ts";
import { settleRecount } from "../../../stack/settle.ts";
import { todayWithTimeLeft } from "../../../stack/today.ts";
import { trialOf } from "../../../stack/trial.ts";
import { workAt } from "../../../stack/webhooks.ts";

let server: MailServer;

beforeAll(async () => {
  server = await startMailServer();
  process.env["SMTP_URL"] = server.url;
});
afterAll(() => server.close());

const MINUTE = 60_000;
let n = 0;
const newAddress = (name: string) => `${name}-${++n}-${Date.now()}@mail.example`;
const mailsOf = (address: string) => server.received.filter(({ to }) => to.includes(address));
const subjectsOf = (address: string) => mailsOf(address).map(({ mail }) => mail.subject);

/** A practice with one client in the Union scheme, and a person who gets its mails. */
async function practiceWithMails(name: string, more: object = {}) {
  const person = await newPerson(name);
  const practice = await newPractice(person, `Practice ${name}`);
  const at = person.at(practice.account as LedgerId);
  await call(undefined, "PUT", "/v1/account", { establishment_country: "SE" }, at);
  const registration = {
    scheme_type: "union_oss",
    member_state_identification: "SE",
    effective_from: "2025-07-01",
    status: "active",
  };
  await call(undefined, "POST", "/v1/tax-registrations", registration, at);
  const address = newAddress(name);
  await confirmedMails(person, server, address, more);
  return { person, ...practice, at, address };
}
type Practice = Awaited<ReturnType<typeof practiceWithMails>>;

/** A round of the hourly check, and the mails that follow from it. */
async function round({ account }: Practice, at: string): Promise<void> {
  await monitorAccount(account as LedgerId, new Date(at), async () => {});
  await workAt(account as LedgerId, new Date(Date.now() + MINUTE));
  await mailAt([account], new Date(Date.now() + 2 * MINUTE));
}

describe("an address", () => {
  it("gets mails after its link was opened, and nothing but the link before", async () => {
    const person = await newPerson("unconfirmed");
    const address = newAddress("unconfirmed");
    const put = (body: object) => call(undefined, "PUT", "/v1/mail", body, person.session);
    expect(await put(mailsTo(address))).toMatchObject({
      status: 200,
      body: { address: null, unconfirmed_address: address, offered: true, suppressed: false },
    });
    // The same request again sends no second mail.
    await put(mailsTo(address));
    await mailAt([person.id], new Date());
    const [first, ...more] = mailsOf(address);
    expect(more).toEqual([]);
    expect(first?.mail.subject).toBe("Confirm this address for mails of the EU VAT service");
    expect(first?.mail.headers.get("auto-submitted")).toBe("auto-generated");
    expect(first?.mail.headers.has("list-unsubscribe")).toBe(false);

    const token = tokenIn(first?.mail.text, "mail-confirm");
    const confirm = (text: string) => call(undefined, "POST", "/v1/mail/confirm", { token: text });
    expect((await confirm(`${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}`)).status).toBe(
      404,
    );
    expect((await confirm("nothing")).status).toBe(404);
    expect((await confirm(token)).status).toBe(200);
    expect((await confirm(token)).status).toBe(404);
    expect(await call(undefined, "GET", "/v1/mail", undefined, person.session)).toMatchObject({
      body: { address, unconfirmed_address: null, kinds: { due_soon: true, digest: true } },
    });
  });

  it("stays until the next one is confirmed, and is forgotten on request", async () => {
    const { person, address } = await practiceWithMails("moves");
    const next = newAddress("next");
    const put = (body: object) => call(undefined, "PUT", "/v1/mail", body, person.session);
    expect((await put(mailsTo(next))).body).toMatchObject({ address, unconfirmed_address: next });
    await mailAt([person.id], new Date());
    const token = tokenIn(mailsOf(next)[0]?.mail.text, "mail-confirm");
    await call(undefined, "POST", "/v1/mail/confirm", { token });
    expect((await put(mailsTo(next))).body).toMatchObject({ address: next });
    expect((await put(mailsTo(null))).body).toMatchObject({
      address: null,
      confirmed_at: null,
      unconfirmed_address: null,
    });
  });

  it("is asked five times a day at most", async () => {
    const { id } = await newPerson("floods");
    const change = (address: string, at: string) =>
      changeMails(id, mailsTo(address) as MailChange, new Date(at));
    const addresses = Array.from({ length: 5 }, () => newAddress("flooded"));
    for (const address of addresses) await change(address, "2026-11-27T23:59:00Z");
    // Until the day ends.
    await expect(change(newAddress("flooded"), "2026-11-27T23:59:00Z")).rejects.toMatchObject({
      code: "rate_limited",
      retryAfterSeconds: 60,
    });
    // An address that waits for its confirmation already is no further one.
    const [last = ""] = addresses.slice(-1);
    expect(await change(last, "2026-11-27T23:59:30Z")).toMatchObject({ unconfirmed_address: last });
    await change(newAddress("flooded"), "2026-11-28T00:00:00Z");
  });

  it("is refused over HTTP with 429 once five were asked on this day", async () => {
    const today = new Date(await todayWithTimeLeft());
    const person = await newPerson("floods");
    for (let asked = 0; asked < 5; asked += 1) {
      await changeMails(person.id, mailsTo(newAddress("flooded")) as MailChange, today);
    }
    const sixth = mailsTo(newAddress("flooded"));
    const { status } = await call(undefined, "PUT", "/v1/mail", sixth, person.session);
    expect(status).toBe(429);
  });

  it("that has rejected mails gets none, and cannot be entered", async () => {
    const practice = await practiceWithMails("bounces");
    await suppress(practice.address.toUpperCase(), "bounce", new Date());
    await round(practice, "2025-10-25T12:00:00Z");
    expect(mailsOf(practice.address)).toHaveLength(1);
    const { session } = practice.person;
    const fetched = await call(undefined, "GET", "/v1/mail", undefined, session);
    expect(fetched.body).toMatchObject({ suppressed: true });
    const other = await newPerson("other");
    const entered = mailsTo(practice.address);
    expect(await call(undefined, "PUT", "/v1/mail", entered, other.session)).toMatchObject({
      status: 409,
      body: { error: "address_suppressed" },
    });
  });
});

describe("no address", () => {
  it("is taken by a sandbox, nor by a stage without a sender", async () => {
    const { full } = await trialOf(await newAccount("trial"));
    const path = "/v1/account/mail";
    expect((await call(full, "GET", path)).body).toMatchObject({ offered: false });
    const entered = mailsTo(newAddress("sandbox"));
    expect(await call(full, "PUT", path, entered)).toMatchObject({
      status: 409,
      body: { error: "mail_not_offered" },
    });
    const person = await newPerson("silent");
    const [asking, asked] = [await newPerson("asking"), newAddress("asked")];
    await call(undefined, "PUT", "/v1/mail", mailsTo(asked), asking.session);
    const sender = process.env["MAIL_FROM"] ?? "";
    delete process.env["MAIL_FROM"];
    try {
      const change = { ...entered, language: "en" } as MailChange;
      await expect(changeMails(person.id, change, new Date())).rejects.toThrow("no mails are sent");
      expect(await describeMails(person.id, new Date())).toMatchObject({ offered: false });
      // A mail from before is dropped, and not due again.
      await mailAt([asking.id], new Date());
      expect(await dueMailsOf([asking.id], new Date(Date.now() + MINUTE))).toEqual([]);
      expect(mailsOf(asked)).toEqual([]);
    } finally {
      process.env["MAIL_FROM"] = sender;
    }
  });
});

describe("a notification", () => {
  it("is mailed to each member who wants it, with the name of the client", async () => {
    const practice = await practiceWithMails("told", { language: "de" });
    const { address, at, account } = practice;
    const viewer = await memberOf(practice, "viewer");
    await call(undefined, "POST", "/v1/supply-events", makeSale({ event_id: "one" }), at);
    await settleRecount(account as LedgerId);

    for (const day of ["21", "30", "30"]) await round(practice, `2025-10-${day}T12:00:00Z`);
    await round(practice, "2025-11-01T12:00:00Z");
    const due =
      "Client: Die Erklärung für Q3 2025 (EU-Regelung) ist bis 31. Oktober 2025 einzureichen";
    const overdue =
      "Client: Zu einer fälligen Erklärung ist keine Einreichung erfasst (EU-Regelung): Q3 2025";
    expect(subjectsOf(address).slice(1)).toEqual([due, due, overdue]);
    expect(subjectsOf(viewer.address).slice(1)).toHaveLength(3);

    const [, first] = mailsOf(address);
    expect(first?.mail.text).toMatch(/^Mandant: Client\n\nDie Erklärung für Q3 2025/);
    expect(first?.mail.html).toContain("Erklärung anzeigen");
    expect(first?.mail.from).toEqual({
      name: "Practice told über EU VAT service",
      address: "mails@vat.example",
    });
    expect(first?.mail.messageId).toMatch(/^<[0-9a-f]{32}@vat\.example>$/);
    const ids = mailsOf(address).map(({ mail }) => mail.messageId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("is not mailed for a kind that is switched off", async () => {
    const practice = await practiceWithMails("switches");
    const body = mailsTo(practice.address);
    const kinds = { ...body.kinds, due_soon: false };
    await call(undefined, "PUT", "/v1/mail", { ...body, kinds }, practice.person.session);
    await round(practice, "2025-10-25T12:00:00Z");
    await round(practice, "2025-11-01T12:00:00Z");
    expect(subjectsOf(practice.address).slice(1)).toEqual([
      "Client: No filing is recorded of a return that was due (Union scheme): Q3 2025",
    ]);
  });

  it("is mailed about payment, late changes and the threshold", async () => {
    const practice = await practiceWithMails("kinds");
    const { at, account, address } = practice;
    const post = (path: string, body?: unknown) => call(undefined, "POST", path, body, at);
    await post("/v1/supply-events", makeSale({ event_id: "one" }));
    await settleRecount(account as LedgerId);
    const locks = "/v1/reports/locked-return-periods/union-oss";
    await post(`${locks}?period=2025-Q3`);
    await post(`${locks}/filed?period=2025-Q3`, { filed_at: "2025-10-27" });
    await round(practice, "2025-11-02T12:00:00Z");
    const late = { event_id: "late", supply_date: "2025-09-01" as IsoDate };
    await post("/v1/supply-events", makeSale({ ...late, taxable_amount_minor: 2_000_000 }));
    await round(practice, "2025-11-03T12:00:00Z");
    expect(subjectsOf(address).slice(1).sort()).toEqual([
      "Client: The EUR 10,000 threshold is exceeded: €20,100.00 in 2025",
      "Client: The VAT of the return for Q3 2025 (Union scheme) is not recorded as paid",
      "Client: The return for Q3 2025 (Union scheme) has changed since it was locked",
    ]);
    const sent = mailsOf(address).map(({ mail }) => mail);
    expect(sent.at(-1)?.from?.name).toBe("Practice kinds via EU VAT service");
    const texts = sent.map(({ text = "" }) => text).join("\n");
    expect(texts).toContain("Outstanding: €19.00.");
    expect(texts).toContain("• Q3 2025, Germany: +€");
  });

  it("is sent again after an error of the mail server, and given up when it says never", async () => {
    const practice = await practiceWithMails("troubled");
    const { account, address } = practice;
    server.answer = ({ to }) => {
      if (to.includes(address)) throw refusal(451, "try later");
    };
    await round(practice, "2025-10-21T12:00:00Z");
    expect(mailsOf(address)).toHaveLength(1);
    expect(await dueMailsOf([account], new Date(Date.now() + 2.5 * MINUTE))).toEqual([]);
    server.answer = () => {};
    await mailAt([account], new Date(Date.now() + 10 * MINUTE));
    expect(mailsOf(address)).toHaveLength(2);

    server.answer = ({ to }) => {
      if (to.includes(address)) throw refusal(550, `no such user ${address}`);
    };
    await round(practice, "2025-10-28T12:00:00Z");
    server.answer = () => {};
    await mailAt([account], new Date(Date.now() + 48 * 60 * MINUTE));
    expect(mailsOf(address)).toHaveLength(2);
  });
});

/** A member of the practice who gets its mails. */
async function memberOf({ id, person }: Practice, role: string) {
  const member = await newPerson(role);
  const asked = { role };
  const invited = await call<{ token: string }>(
    undefined,
    "POST",
    `/v1/organisations/${id}/members`,
    asked,
    person.session,
  );
  const { token } = invited.body;
  await call(undefined, "POST", "/v1/invitations/accept", { token }, member.session);
  const address = newAddress(role);
  await confirmedMails(member, server, address);
  return { member, address };
}

describe("an unsubscription", () => {
  it("takes one click of a mail program, without a login, and nothing is sent after it", async () => {
    const practice = await practiceWithMails("leaves");
    const { address, account, person } = practice;
    await round(practice, "2025-10-21T12:00:00Z");
    const [, mail] = mailsOf(address);
    const unfolded = (mail?.source ?? "").replaceAll(/\r\n[ \t]+/g, " ");
    const header = (name: string) =>
      new RegExp(`^${name}: +(.+)$`, "im").exec(unfolded)?.[1]?.trim();
    expect(header("List-Unsubscribe-Post")).toBe("List-Unsubscribe=One-Click");
    const link = header("List-Unsubscribe")?.slice(1, -1) ?? "";
    tokenIn(mail?.mail.text, "mail-unsubscribe");
    expect(link).toContain("/v1/mail/unsubscribe?token=");

    // A mail that is already on its way is dropped, too.
    await monitorAccount(account as LedgerId, new Date("2025-10-28T12:00:00Z"), async () => {});
    await workAt(account as LedgerId, new Date(Date.now() + MINUTE));
    expect((await fetch(link)).status).toBe(405);
    const clicked = await fetch(link, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: "List-Unsubscribe=One-Click",
    });
    expect(clicked.status).toBe(200);
    await mailAt([account], new Date(Date.now() + 2 * MINUTE));
    await round(practice, "2025-11-01T12:00:00Z");
    await mailAt([account, person.id], new Date(Date.now() + 400 * 24 * 60 * MINUTE));
    expect(mailsOf(address)).toHaveLength(2);
    expect(
      (await call(undefined, "GET", "/v1/mail", undefined, person.session)).body,
    ).toMatchObject({ enabled: false });
    const wrong = link.replace(/.$/, (last) => (last === "A" ? "B" : "A"));
    expect((await fetch(wrong, { method: "POST" })).status).toBe(404);
  });
});

it("members get no mails about a client that has left, and its returns are not on the board, until it is back", async () => {
  const practice = await practiceWithMails("left");
  const { person, address, account, id } = practice;
  const path = `/v1/organisations/${id}`;
  const change = (body: object) =>
    call(undefined, "PATCH", `${path}/accounts/${account}`, body, person.session);
  const countOnBoard = async () => {
    const { body } = await call(undefined, "GET", `${path}/board`, undefined, person.session);
    return (body["items"] as readonly object[]).length;
  };
  const monday = Date.now() + 8 * 24 * 60 * MINUTE;
  const digestsOn = async (at: Date) => {
    await makeDigests(person.id, at);
    return (await dueMailsOf([person.id], at)).length;
  };
  const of = { name: "Client", left_on: "2025-10-01" };
  expect(await change({ left_on: of.left_on })).toMatchObject({ status: 200, body: of });
  await round(practice, "2025-10-25T12:00:00Z");
  expect([await digestsOn(new Date(monday)), await countOnBoard()]).toEqual([0, 0]);
  // The link of the confirmation alone.
  expect(mailsOf(address)).toHaveLength(1);
  expect(await change({})).toMatchObject({
    status: 400,
    body: { details: [{ field: "", message: "the body needs name or left_on" }] },
  });
  expect((await change({ left_on: "2025-02-30" })).status).toBe(400);
  // A day to come changes nothing yet.
  const coming = "2099-12-31";
  expect(await change({ left_on: coming })).toMatchObject({ body: { left_on: coming } });
  expect(await countOnBoard()).toBeGreaterThan(0);
  expect(await change({ left_on: null })).toMatchObject({ body: { ...of, left_on: null } });
  expect(await countOnBoard()).toBeGreaterThan(0);
  await round(practice, "2025-11-02T12:00:00Z");
  expect(mailsOf(address)).toHaveLength(2);
  expect(await digestsOn(new Date(monday + 7 * 24 * 60 * MINUTE))).toBe(1);
});

describe("the digest of a Monday", () => {
  it("names the returns of all clients that need attention, once", async () => {
    const practice = await practiceWithMails("digests");
    const { person, address, account } = practice;
    await monitorAccount(account as LedgerId, new Date(), async () => {});
    const monday = new Date(Date.now() + 8 * 24 * 60 * MINUTE);
    await Promise.all([mailAt([person.id], monday), mailAt([person.id], monday)]);
    await mailAt([person.id], monday);
    const [digest, ...more] = mailsOf(address).slice(1);
    expect(more).toEqual([]);
    expect(digest?.mail.subject).toMatch(/^\d+ returns need attention: Practice digests$/);
    expect(digest?.mail.text).toContain(
      "Client\n• Q3 2025 (Union scheme), €0.00, due 31 October 2025: due day over, filing not recorded",
    );
    await mailAt([person.id], new Date(monday.getTime() + 7 * 24 * 60 * MINUTE));
    expect(mailsOf(address)).toHaveLength(3);
  });

  it("is made at its instant, of organisations with such returns, and of no other", async () => {
    const { person, account } = await practiceWithMails("instants");
    await newPractice(person, "Practice without returns");
    await monitorAccount(account as LedgerId, new Date(), async () => {});
    const { digest_at = "" } = await loadMailSettings(person.id);
    const due = Date.parse(digest_at);
    const made = async (at: number) => (await makeDigests(person.id, new Date(at))).length;
    expect(await made(due - 1)).toBe(0);
    expect(await loadMailSettings(person.id)).toMatchObject({ digest_at });
    expect(await made(due)).toBe(1);
    expect(await made(due)).toBe(0);
    const week = 7 * 24 * 60 * MINUTE;
    const next = new Date(due + week).toISOString();
    expect(await loadMailSettings(person.id)).toMatchObject({ digest_at: next });
    // Switched off since it was due.
    await updateMailSettings(person.id, (before) => ({ ...before, off: ["digest"] }));
    expect(await made(due + week)).toBe(0);
    expect(await loadMailSettings(person.id)).not.toHaveProperty("digest_at");
    expect(await makeDigests("nobody", new Date(due))).toEqual([]);
  });
});

describe("an invitation", () => {
  it("is mailed to any address, and opens the organisation once", async () => {
    const owner = await newPerson("inviter");
    const { id } = await newPractice(owner, "Practice & Co.");
    const address = newAddress("invited");
    const path = `/v1/organisations/${id}/members`;
    const asked = { role: "preparer", email: address };
    const invited = await call(undefined, "POST", path, asked, owner.session);
    expect(invited).toMatchObject({ status: 201, body: { mailed: true } });
    await mailAt([id], new Date());
    const [one, ...more] = mailsOf(address);
    expect(more).toEqual([]);
    expect(one?.mail.subject).toBe(
      "Invitation to “Practice & Co.” / Einladung zu „Practice & Co.“",
    );
    expect(one?.mail.html).toContain("Practice &amp; Co.");
    const token = tokenIn(one?.mail.text, "invitation");
    expect(token).toBe((invited.body as { token: string }).token);
    const guest = await newPerson("guest");
    const accept = () =>
      call(undefined, "POST", "/v1/invitations/accept", { token }, guest.session);
    expect((await accept()).status).toBe(200);
    expect((await accept()).status).toBe(404);
    const silent = await call(undefined, "POST", path, { role: "viewer" }, owner.session);
    expect(silent.body).toMatchObject({ mailed: false });
    for (let times = 0; times < 4; times += 1) {
      await call(undefined, "POST", path, asked, owner.session);
    }
    expect(await call(undefined, "POST", path, asked, owner.session)).toMatchObject({
      status: 429,
    });
  });
});

describe("an account that is used by keys alone", () => {
  it("has an address of its own", async () => {
    const { account, full, readOnly } = await newAccount("keys");
    await call(full, "PUT", "/v1/account", { establishment_country: "SE" });
    await call(full, "POST", "/v1/tax-registrations", {
      scheme_type: "union_oss",
      member_state_identification: "SE",
      effective_from: "2025-07-01",
      status: "active",
    });
    const address = newAddress("keys");
    const path = "/v1/account/mail";
    expect((await call(full, "PUT", path, mailsTo(address))).status).toBe(200);
    await mailAt([account], new Date());
    const token = tokenIn(mailsOf(address)[0]?.mail.text, "mail-confirm");
    await call(undefined, "POST", "/v1/mail/confirm", { token });
    expect((await call(full, "GET", path)).body).toMatchObject({ address });
    expect((await call(readOnly, "GET", path)).body).toMatchObject({ address });
    await monitorAccount(account, new Date("2025-10-25T12:00:00Z"), async () => {});
    await workAt(account, new Date(Date.now() + MINUTE));
    await mailAt([account], new Date(Date.now() + 2 * MINUTE));
    expect(subjectsOf(address).slice(1)).toEqual([
      "The return for Q3 2025 (Union scheme) is due on 31 October 2025",
    ]);
  });
});

import { strFromU8, unzipSync } from "fflate";
import { expect, it, vi } from "vitest";
import type { IsoDate } from "../../../shared/core/calendar/dates.ts";
import type { LedgerId } from "../../../shared/core/ids.ts";
import type { BulkJob } from "../../../shared/filing/bulk/bulk-job.ts";
import { bulkWorker } from "../../../shared/filing/bulk/run-bulk-job.ts";
import { loadBulkJob, saveBulkJob } from "../../../shared/filing/bulk/store-bulk-jobs.ts";
import { makeSale } from "../../make/supply-event.ts";
import { call } from "../../stack/api.ts";
import { newPerson, newPractice, type SignedIn } from "../../stack/people.ts";

type Job = {
  readonly id: string;
  readonly state: string;
  readonly results: readonly {
    readonly result: string;
    readonly error: string | null;
    readonly message: string | null;
  }[];
};

const RETURN = { scheme_type: "union_oss", period_key: "2026-Q1" };

/** A practice with one client: a Swedish seller, whose first quarter has EUR 19.00 to pay and is locked. */
async function newClient(identification: "SE" | "PL" = "SE") {
  const owner = await newPerson("owner");
  const { id, account } = await newPractice(owner);
  const at = owner.at(account as LedgerId);
  const send = async (method: "GET" | "POST" | "PUT", path: string, body?: unknown) => {
    const answer = await call<never>(undefined, method, path, body, at);
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.body;
  };
  await send("PUT", "/v1/account", { establishment_country: identification });
  const registration = {
    scheme_type: "union_oss",
    member_state_identification: identification,
    effective_from: "2026-01-01",
    status: "active",
  };
  await send("POST", "/v1/tax-registrations", registration);
  const sale = makeSale({ supply_date: "2026-02-10" as IsoDate, dispatch_country: identification });
  await send("POST", "/v1/supply-events", { events: [sale] });
  await send("POST", "/v1/reports/locked-return-periods/union-oss?period=2026-Q1");
  return { owner, id, account, send };
}

async function run(owner: SignedIn, organisation: string, body: unknown) {
  const jobs = `/v1/organisations/${organisation}/bulk-jobs`;
  const made = await call<Job>(undefined, "POST", jobs, body, owner.session);
  expect(made.status, made.text).toBe(202);
  const path = `${jobs}/${made.body.id}`;
  const job = async () => (await call<Job>(undefined, "GET", path, undefined, owner.session)).body;
  return vi.waitUntil(
    async () => {
      const shown = await job();
      return shown.state === "ended" ? shown : undefined;
    },
    { timeout: 60_000 },
  );
}

const PAYMENT = "/v1/returns/union-oss/2026-Q1/payment";

it("returns are recorded as paid for many at once: in part, and then what is outstanding", async () => {
  const { owner, id, account, send } = await newClient();
  const [due] = [(await send("GET", PAYMENT)) as { readonly outstanding_minor: number }];
  expect(due.outstanding_minor).toBeGreaterThan(500);
  const named = { ...RETURN, account };
  const part = await run(owner, id, {
    action: "pay",
    returns: [{ ...named, paid_on: "2026-04-20", amount_minor: 500 }],
  });
  expect(part.results).toMatchObject([{ result: "done" }]);
  const csv = `account,scheme_type,period_key,paid_on\n${account},union_oss,2026-Q1,2026-04-28`;
  expect((await run(owner, id, { action: "pay", csv })).results).toMatchObject([
    { result: "done" },
  ]);
  expect(await send("GET", PAYMENT)).toMatchObject({
    status: "paid",
    outstanding_minor: 0,
    payments: [
      { paid_on: "2026-04-20", amount_minor: 500 },
      { paid_on: "2026-04-28", amount_minor: due.outstanding_minor - 500 },
    ],
  });
  const again = await run(owner, id, { action: "pay", returns: [named] });
  expect(again.results).toMatchObject([{ result: "unchanged" }]);
  const late = { ...named, paid_on: "2999-01-01", amount_minor: 1 };
  expect((await run(owner, id, { action: "pay", returns: [late] })).results).toMatchObject([
    { result: "rejected", error: "invalid_request", message: expect.stringContaining("paid_on") },
  ]);
});

it("a step whose result was lost records its payment once, when it is delivered again", async () => {
  const { owner, id, account, send } = await newClient();
  const returns = [{ ...RETURN, account, paid_on: "2026-04-20", amount_minor: 500 }];
  const made = await run(owner, id, { action: "pay", returns });
  const { ended_at: _, ...job } = (await loadBulkJob(id, made.id)) as BulkJob;
  const lost = job.returns.map(({ outcome: __, ...requested }) => requested);
  await saveBulkJob({ ...job, returns: lost, version: job.version + 1 });
  const body = JSON.stringify({ organisation: id, job: made.id });
  await bulkWorker()({ Records: [{ messageId: "again", body }] });
  expect((await loadBulkJob(id, made.id))?.returns).toMatchObject([
    { outcome: { result: "done" } },
  ]);
  expect(await send("GET", PAYMENT)).toMatchObject({ payments: [{ amount_minor: 500 }] });
});

it.for([
  ["amount_minor", { action: "file", amount_minor: 5 }],
  ["paid_on", { action: "download", paid_on: "2026-04-20" }],
  ["filed_at", { action: "pay", filed_at: "2026-04-20" }],
  ["amount_minor", { action: "pay", amount_minor: 0 }],
] as const)("the field %s of a job is rejected where it says nothing", async ([field, given]) => {
  const owner = await newPerson("owner");
  const { id, account } = await newPractice(owner);
  const { action, ...fields } = given;
  const body = { action, returns: [{ ...RETURN, account, ...fields }] };
  const path = `/v1/organisations/${id}/bulk-jobs`;
  const { status, body: answer } = await call(undefined, "POST", path, body, owner.session);
  expect([status, answer["details"]]).toEqual([
    400,
    [expect.objectContaining({ field: `returns.0.${field}` })],
  ]);
});

async function zipOf(owner: SignedIn, organisation: string, account: string, more: object = {}) {
  const body = { action: "download", returns: [{ ...RETURN, account }], ...more };
  const job = await run(owner, organisation, body);
  const link = `/v1/organisations/${organisation}/bulk-jobs/${job.id}/file?redirect=false`;
  const found = await call<{ location: string }>(undefined, "GET", link, undefined, owner.session);
  const bytes = await (await fetch(found.body.location)).arrayBuffer();
  return { job, files: unzipSync(new Uint8Array(bytes)) };
}

const NUMBERS = "/v1/account/identifiers";

it("the ZIP of an approver has the portal file, made with the stored number, and the entry sheet", async () => {
  const { owner, id, account, send } = await newClient();
  await send("PUT", NUMBERS, { items: [{ registration_id: 1, number: "SE556000016701" }] });
  const { job, files } = await zipOf(owner, id, account);
  expect(job.results).toMatchObject([{ result: "done", message: null }]);
  const [portal] = Object.keys(files).filter((name) => name.includes("se_oss001"));
  const { text } = await call(
    undefined,
    "POST",
    "/v1/returns/union-oss/2026-Q1/files",
    {
      format: "se_oss001",
      filer: {},
    },
    owner.at(account as LedgerId),
  );
  expect(strFromU8(files[portal ?? ""] ?? new Uint8Array())).toBe(text);
  const [sheet] = Object.keys(files).filter((name) => name.includes("entry-sheet-"));
  const lines = strFromU8(files[sheet ?? ""] ?? new Uint8Array())
    .trim()
    .split("\r\n");
  expect(lines[0]).toMatch(/^part \/ Teil,section \/ Abschnitt,/);
  expect(lines[0]).toContain("Taxable amount / Steuerbemessungsgrundlage");
  expect(lines).toHaveLength(3);
  expect(lines[2]).toContain(",Goods / Gegenstände,Standard / Regelsteuersatz,");
  expect(Object.keys(files)).not.toContain("not-included.csv");
});

it("a portal file that needs more than the stored number is named, with what it needs", async () => {
  const { owner, id, account, send } = await newClient("PL");
  const without = await zipOf(owner, id, account);
  const NONE =
    "pl_viudo2: no number of the registration is stored / keine Nummer der Registrierung ist gespeichert";
  expect(without.job.results).toMatchObject([{ result: "done", message: NONE }]);
  await send("PUT", NUMBERS, { items: [{ registration_id: 1, number: "PL5260001246" }] });
  const { job, files } = await zipOf(owner, id, account);
  expect(job.results[0]?.message).toContain("pl_viudo2: extras.tax_office");
  const list = strFromU8(files["not-included.csv"] ?? new Uint8Array());
  expect(list).toContain("pl_viudo2: extras.tax_office: required");
});

const DEBTOR = { name: "Practice", iban: "FR1420041010050500013M02606" };
const SKATTEVERKET = { member_state: "SE", name: "Skatteverket", iban: "DE89370400440532013000" };

it("the ZIP has one payment order for what is outstanding, and names what it cannot pay", async () => {
  const { owner, id, account, send } = await newClient();
  await send("PUT", NUMBERS, { items: [{ registration_id: 1, number: "SE556000016701" }] });
  const payments = { debtor: DEBTOR, creditors: [SKATTEVERKET] };
  const { files } = await zipOf(owner, id, account, { payments });
  const order = strFromU8(files["payments.xml"] ?? new Uint8Array());
  const due = (await send("GET", PAYMENT)) as { readonly outstanding_minor: number };
  expect(order).toContain(`<CtrlSum>${(due.outstanding_minor / 100).toFixed(2)}</CtrlSum>`);
  expect(order).toContain("<EndToEndId>SE/SE556000016701/Q1.2026</EndToEndId>");
  const others = { debtor: DEBTOR, creditors: [{ ...SKATTEVERKET, member_state: "DE" }] };
  const without = await zipOf(owner, id, account, { payments: others });
  expect(Object.keys(without.files)).not.toContain("payments.xml");
  const list = strFromU8(without.files["not-included.csv"] ?? new Uint8Array());
  expect(list).toContain("payments.xml: no account of SE was given");
});

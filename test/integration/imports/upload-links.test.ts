import { describe, expect, it } from "vitest";
import type * as z from "zod";
import type { ImportList } from "../../../shared/imports/jobs/schema.ts";
import type { UploadLinkList } from "../../../shared/imports/upload-links/schema.ts";
import { setAccountState } from "../../../shared/operations/lifecycle/operate-accounts.ts";
import { wholeReport } from "../../make/amazon-report.ts";
import { sampleBytes } from "../../make/import-sample.ts";
import { type Account, call, newAccount } from "../../stack/api.ts";
import { controlled, importedFile, overImport } from "../../stack/imports.ts";
import { newPerson, newPractice } from "../../stack/people.ts";
import { listed, newSeller } from "../../stack/seller.ts";
import { trialOf } from "../../stack/trial.ts";
import {
  announced,
  announcementOf,
  done,
  newUploadLink,
  putTo,
  sentFile,
} from "../../stack/upload-links.ts";

const { bytes } = wholeReport(10);
const SETTINGS = { source_id: "web-shop", supply_kind: "goods" };

type Page = z.output<typeof UploadLinkList>;
type Opened = { readonly asked_by: string; readonly client: string | null };

const opened = (token: string) => call<Opened>(undefined, "POST", "/v1/uploads/open", { token });

const linksOf = async ({ readOnly }: Account) =>
  (await call<Page>(readOnly, "GET", "/v1/upload-links")).body.items;

const importsOf = async ({ readOnly }: Account) =>
  (await call<z.output<typeof ImportList>>(readOnly, "GET", "/v1/imports")).body.items;

const codeOf = ({ status, body }: { readonly status: number; readonly body: object }) => [
  status,
  (body as { error?: string }).error,
];

const ENDED = [410, "link_ended"];

describe("a file that is sent by an upload link", () => {
  it("becomes a dry run with the settings of the last import, and only the account books it", async () => {
    const seller = await newSeller("DE");
    await importedFile(seller, {
      format: "amazon_avtr",
      settings: SETTINGS,
      bytes: wholeReport(1).bytes,
    });
    const before = (await listed(seller)).body.items.length;
    const { token, id } = await newUploadLink(seller);
    const received = await sentFile(token, "q3.tsv", bytes);
    expect(received).toEqual({ id: received.id, status: "received", error: null });
    const job = await overImport(seller, received.id);
    expect(job).toMatchObject({
      status: "checked",
      dry_run: true,
      source_id: "web-shop",
      file_name: "q3.tsv",
      settings: SETTINGS,
    });
    expect((await listed(seller)).body.items).toHaveLength(before);
    expect(await linksOf(seller)).toMatchObject([
      {
        id,
        status: "open",
        received_files: 1,
        files: [{ import_id: received.id, file_name: "q3.tsv" }],
      },
    ]);
    await controlled(seller, received.id, "start", {});
    expect(await overImport(seller, received.id)).toMatchObject({ status: "completed" });
    expect((await listed(seller)).body.items.length).toBeGreaterThan(before);
  });

  it("that no format reads is told to its sender, and stands in the list of imports", async () => {
    const seller = await newSeller("DE");
    const { token } = await newUploadLink(seller);
    const text = new TextEncoder().encode("=cmd|' /C calc'!A1;<b>x</b>\r\n1;2\r\n");
    const received = await sentFile(token, "prices.csv", text);
    expect(received).toMatchObject({ status: "unreadable", error: { code: "unknown_format" } });
    const [job] = await importsOf(seller);
    expect(job).toMatchObject({
      id: received.id,
      status: "failed",
      format: "unknown",
      dry_run: true,
    });
    const { body } = await call<{ items: object[] }>(seller.readOnly, "GET", "/v1/notifications");
    expect(body.items).toMatchObject([
      { kind: "import.failed", about: { import_id: received.id } },
    ]);
  });

  it("is read with the settings of the link, completed by the profile of the source", async () => {
    const seller = await newSeller("DE");
    const source = { source_key: "shopify", display_name: "Shop", channel_type: "owned_store" };
    await call(seller.full, "POST", "/v1/sources", { ...source, dispatch_country: "SE" });
    const { token } = await newUploadLink(seller, {
      source_id: "shopify",
      format: "shopify_json",
      settings: {},
    });
    const received = await sentFile(token, "orders.json", sampleBytes("shopify-order-api.json"));
    expect(await overImport(seller, received.id)).toMatchObject({
      status: "checked",
      settings: { dispatch_country: "SE" },
    });
  });

  it("whose settings nobody has given is received, and the account is told what is missing", async () => {
    const seller = await newSeller("DE");
    const { token } = await newUploadLink(seller, {
      source_id: "other-shop",
      format: "shopify_json",
    });
    const orders = new TextEncoder().encode(
      '[{"id": 1, "line_items": [], "financial_status": "paid"}]',
    );
    const received = await sentFile(token, "orders.json", orders);
    expect(received).toMatchObject({ status: "received", error: null });
    const [job] = await importsOf(seller);
    expect(job).toMatchObject({ status: "failed", error: { code: "invalid_settings" } });
  });

  it("of a new account is read as sent from its seat", async () => {
    const seller = await newSeller("SE", { establishment_country: "SE" });
    const { token } = await newUploadLink(seller, { source_id: "shopify" });
    const received = await sentFile(token, "orders.json", sampleBytes("shopify-order-api.json"));
    expect(await overImport(seller, received.id)).toMatchObject({
      status: "checked",
      settings: { dispatch_country: "SE" },
    });
  });

  it("a second time is the same import, and takes no second place", async () => {
    const seller = await newSeller("DE");
    const { token } = await newUploadLink(seller, { max_files: 2 });
    const first = await sentFile(token, "q3.tsv", bytes);
    const again = await announced(announcementOf(token, "renamed.tsv", bytes));
    expect(again.body).toEqual({ id: first.id, upload: null });
    expect((await done(token, first.id)).body.id).toBe(first.id);
    expect(await importsOf(seller)).toHaveLength(1);
    expect(await linksOf(seller)).toMatchObject([{ received_files: 1, files: [{}] }]);
  });

  it("does not count among the imports that may be unfinished", async () => {
    const seller = await newSeller("DE");
    const body = { format: "events_ndjson", source_id: "erp", size_bytes: 10 };
    for (let n = 0; n < 20; n += 1) await call(seller.full, "POST", "/v1/imports", body);
    expect((await call(seller.full, "POST", "/v1/imports", body)).status).toBe(409);
    const { token } = await newUploadLink(seller);
    expect(await sentFile(token, "q3.tsv", bytes)).toMatchObject({ status: "received" });
  });
});

describe("an upload link", () => {
  it("says who asks, of an account of a practice by both names", async () => {
    const owner = await newPerson("owner");
    const { id, account } = await newPractice(owner);
    const asked = { source_id: "shop", period_key: "2026-09", language: "de", days: 3 };
    const made = await call<{ link: string; message: { text: string } }>(
      undefined,
      "POST",
      "/v1/upload-links",
      asked,
      { ...owner.session, "X-Account": account },
    );
    expect(made.status, made.text).toBe(201);
    const [, token = ""] = made.body.link.split("#upload=");
    const organisation = await call<{ name: string }>(
      undefined,
      "GET",
      `/v1/organisations/${id}`,
      undefined,
      owner.session,
    );
    expect((await opened(token)).body).toMatchObject({ asked_by: organisation.body.name });
    expect(made.body.message.text).toContain("September 2026");
    expect(made.body.message.text).toContain(made.body.link);
  });

  it("of a business without an organisation is asked for in the name of its profile", async () => {
    const seller = await newSeller("DE");
    const profile = { establishment_country: "DE", display_name: "Larsson Design" };
    expect((await call(seller.full, "PUT", "/v1/account", profile)).status).toBe(200);
    const { token } = await newUploadLink(seller);
    expect((await opened(token)).body).toMatchObject({ asked_by: "Larsson Design", client: null });
  });

  it("shows its token once, and stores only a hash", async () => {
    const seller = await newAccount();
    const { token, id } = await newUploadLink(seller);
    const { text } = await call(seller.readOnly, "GET", "/v1/upload-links");
    const secret = token.split(".").at(-1) ?? "";
    expect(text).not.toContain(secret);
    expect(text).toContain(id);
  });

  it("of a suspended account is over until the account works again", async () => {
    const seller = await newSeller("DE");
    const { token } = await newUploadLink(seller);
    await setAccountState(seller.account as never, "suspended", new Date());
    expect(codeOf(await opened(token))).toEqual(ENDED);
    expect(codeOf(await announced(announcementOf(token, "a", bytes)))).toEqual(ENDED);
  });

  it("takes five files, and of six at once refuses one", async () => {
    const seller = await newSeller("DE");
    const { token } = await newUploadLink(seller);
    const files = Array.from({ length: 6 }, (_, n) => new TextEncoder().encode(`file ${n}`));
    const answers = await Promise.all(
      files.map((file, n) => announced(announcementOf(token, `${n}.csv`, file))),
    );
    const taken = answers.filter(({ status }) => status === 201);
    expect(taken).toHaveLength(5);
    expect(new Set(taken.map(({ body }) => body.id)).size).toBe(5);
    expect(answers.filter(({ status }) => status !== 201).map(codeOf)).toEqual([ENDED]);
    for (const { body } of taken) {
      const own = files.find((_, n) => answers[n]?.body.id === body.id) ?? bytes;
      expect(await putTo(body, own)).toBe(200);
      expect((await done(token, body.id)).status).toBe(200);
    }
    expect(codeOf(await opened(token))).toEqual(ENDED);
    expect(await linksOf(seller)).toMatchObject([{ status: "used_up", received_files: 5 }]);
  });

  it("is refused with settings of no format, or that do not fit it", async () => {
    const { full } = await newAccount();
    const asked = { source_id: "shop", period_key: "2026-Q3", settings: { supply_kind: "gold" } };
    const of = (body: object) => call(full, "POST", "/v1/upload-links", { ...asked, ...body });
    expect(codeOf(await of({}))).toEqual([400, "invalid_request"]);
    expect(codeOf(await of({ format: "amazon_avtr" }))).toEqual([400, "invalid_request"]);
    expect(codeOf(await of({ settings: {}, days: 31 }))).toEqual([400, "invalid_request"]);
    expect(codeOf(await of({ settings: {}, max_files: 6 }))).toEqual([400, "invalid_request"]);
    expect(codeOf(await of({ settings: {}, period_key: "2026-13" }))).toEqual([
      400,
      "invalid_request",
    ]);
  });
});

it("a file for a sandbox is read on the day of its clock, as one that a test key starts", async () => {
  const trial = await trialOf(await newAccount("clocked"));
  await call(trial.full, "PUT", "/v1/sandbox/clock", { today: "2026-03-10" });
  await call(trial.full, "PUT", "/v1/account", { establishment_country: "SE" });
  const { token } = await newUploadLink(trial, { period_key: "2026-Q1", format: "events_csv" });
  const row = "sale,goods,b2c,SE,DE,EUR,100.00,19.00,19,standard";
  const csv = [
    "event_id,supply_date,event_type,supply_kind,customer_type,dispatch_country,consumption_country,currency,taxable_amount,vat_amount,vat_rate,rate_category",
    `before,2026-03-10,${row}`,
    `after,2026-04-11,${row}`,
  ];
  const { id } = await sentFile(token, "sales.csv", Buffer.from(csv.join("\n")));
  const { counts } = await overImport(trial, id);
  expect(counts).toMatchObject({ committed: 1, rejected: 1 });
});

import { GetCommand } from "@aws-sdk/lib-dynamodb";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { createClient } from "../../../../client/src/eu-vat-client.ts";
import { idempotencyName } from "../../../../shared/api/middleware/idempotency.ts";
import * as routes from "../../../../shared/api/routes.ts";
import { type AuthorId, accountOf } from "../../../../shared/core/ids.ts";
import type {
  ReturnFileCheck,
  ReturnFormatList,
} from "../../../../shared/filing/portal-files/schema.ts";
import { dynamo, tableName } from "../../../../shared/platform/dynamodb/client.ts";
import { idempotencyKey } from "../../../../shared/platform/table/keys.ts";
import { type Account, call } from "../../../stack/api.ts";
import { contractFetch } from "../../../stack/contract.ts";
import { noteSecrets } from "../../../stack/kept-logs.ts";
import { settleRecount } from "../../../stack/settle.ts";
import { testsInTurn } from "../../../stack/tests-in-turn.ts";
import { commit, locked, sale } from "../../returns/locks/locking.ts";
import { askFile, fileOf, filer, filerOfF1, filesOf } from "./filing.ts";

const { itInTurn } = testsInTurn(import.meta.url);

const NUMBER = "CZ12345678";
const CZECH = { format: "cz_ossei1", filer: { vat_number: NUMBER, name: "Řehoř & Kő <s.r.o.>" } };
const ITALY = { country: "IT", vat_number: "IT12345678901" };

let f1: Account;
beforeAll(async () => {
  noteSecrets(["Řehoř"]);
  f1 = await filerOfF1("CZ", NUMBER);
});

const check = async ({ readOnly }: Account, period?: string) =>
  (await call<ReturnFileCheck>(readOnly, "GET", filesOf(period))).body;

/** Field and rule of each reason. */
const reasons = async (...asked: Parameters<typeof askFile>) => {
  const { status, body } = await askFile(...asked);
  const details = body.details ?? [];
  return [status, body.error, ...details.map(({ field, rule }) => [field, rule].join(" ").trim())];
};

describe("the entry sheet", () => {
  const path = { scheme: "union-oss", period: "2025-Q3" } as const;
  const clientOf = (apiKey: string) =>
    createClient({ baseUrl: inject("stack").url, apiKey, fetch: contractFetch });

  it("has the total of the locked return, and keeps ticks for every key of the account", async () => {
    const sheet = await clientOf(f1.readOnly).getEntrySheet({ path });
    const { totals } = await clientOf(f1.readOnly).getReturn({ path });
    expect(sheet).toMatchObject({ status: "locked", column: "C", ticked_count: 0 });
    expect(sheet.controls.at(-1)).toMatchObject({
      control: "total_due",
      vat_amount_minor: totals.payable_vat_minor,
    });
    const [, first, second] = sheet.lines.map(({ line_id }) => line_id) as string[];
    const tick = (line_ids: string[], ticked: boolean) =>
      clientOf(f1.full).tickEntrySheet({ path, body: { line_ids, ticked } });
    await Promise.all([tick([first as string], true), tick([second as string], true)]);
    const read = await clientOf(f1.readOnly).getEntrySheet({ path, query: { decimal: "comma" } });
    expect(read.lines.filter(({ ticked }) => ticked).map(({ line_id }) => line_id)).toEqual([
      first,
      second,
    ]);
    expect(read.controls.at(-1)?.vat_amount).toMatch(/^\d+,\d\d$/);
    expect((await tick([first as string], false)).ticked_count).toBe(1);
  });
});

describe("POST …/files", () => {
  it("answers the file of a locked period under its name, with the count of its warnings", async () => {
    const { status, headers, text } = await askFile(f1, { ...CZECH, establishments: [ITALY] });
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("application/xml; charset=utf-8");
    expect(headers.get("content-disposition")).toBe(
      'attachment; filename="union-oss-CZ-2025-Q3-cz_ossei1.xml"',
    );
    expect(headers.get("x-return-warnings")).toBe("0");
    expect(headers.get("cache-control")).toBe("no-store");
    expect(text).toContain('company_name="Řehoř &amp; Kő &lt;s.r.o.&gt;"');
  });

  it("gives the client its bytes", async () => {
    const client = createClient({
      baseUrl: inject("stack").url,
      apiKey: f1.readOnly,
      fetch: contractFetch,
    });
    const { bytes, fileName, warnings } = await client.makeReturnFile({
      path: { scheme: "union-oss", period: "2025-Q3" },
      body: { ...CZECH, format: "cz_ossei1", establishments: [ITALY] },
    });
    expect([fileName, warnings]).toEqual(["union-oss-CZ-2025-Q3-cz_ossei1.xml", 0]);
    expect(new TextDecoder("utf-8", { fatal: true }).decode(bytes)).toContain("Řehoř");
  });

  it("refuses with every reason at once", async () => {
    const other = { vat_number: "CZ12345679", name: "A" };
    const italy = { country: "IT", vat_number: "IT99999999999" };
    expect(await reasons(f1, { ...CZECH, filer: other })).toEqual([
      422,
      "return_not_exportable",
      "filer.vat_number number_unlike_mask",
      "rows.3 establishment_missing",
    ]);
    expect(await reasons(f1, { ...CZECH, establishments: [italy] })).toEqual([
      422,
      "return_not_exportable",
      "establishments.0.vat_number number_unlike_mask",
    ]);
    const slovak = { format: "sk_dposs", filer: { vat_number: "SK1234567890" } };
    expect(await reasons(f1, slovak)).toEqual([
      422,
      "return_not_exportable",
      "return other_member_state",
    ]);
  });

  it("tells what is malformed in the words of the format", async () => {
    const polish = { format: "pl_viudo2", filer: { vat_number: NUMBER }, extras: {} };
    const [status, error, ...fields] = await reasons(f1, polish);
    expect([status, error]).toEqual([400, "invalid_request"]);
    expect(fields).toEqual(["filer.name", "extras.tax_office"]);
    expect(await reasons(f1, { format: "xx_none" })).toEqual([400, "invalid_request", "format"]);
  });

  it("makes a file of an open period only as a draft, and of a locked one only as none", async () => {
    const open = "2025-Q4";
    expect(await reasons(f1, CZECH, open)).toEqual([409, "period_not_locked"]);
    expect(await reasons(f1, { ...CZECH, draft: true })).toEqual([409, "period_already_locked"]);
    const { status, headers } = await askFile(f1, { ...CZECH, draft: true }, open);
    expect(status).toBe(200);
    expect(headers.get("content-disposition")).toContain(
      '"DRAFT-union-oss-CZ-2025-Q4-cz_ossei1.xml"',
    );
  });

  it("remembers nothing of a request, even where a key asks for that", async () => {
    const headers = { "Idempotency-Key": "the same" };
    const body = { ...CZECH, establishments: [ITALY] };
    await fileOf(f1, body, undefined, headers);
    const { status, headers: again } = await askFile(
      f1,
      { ...body, filer: { ...CZECH.filer, name: "B" } },
      undefined,
      headers,
    );
    expect(status).toBe(200);
    expect(again.has("idempotency-replayed")).toBe(false);
    const by = { account: accountOf(f1.account), author: "-" as AuthorId };
    const caller = { ledger: f1.account, ...by, scope: "full" } as const;
    const none = { rawPath: "", rawQueryString: "", isBase64Encoded: false, headers: {}, caller };
    const { slot } = idempotencyName(routes.makeReturnFile, none, "the same");
    const Key = idempotencyKey(f1.account, slot);
    const { Item } = await dynamo.send(new GetCommand({ TableName: tableName(), Key }));
    expect(Item).toBeUndefined();
  });

  it("declares what reached a locked quarter later as a correction of the next file", async () => {
    const account = await filer("CZ", NUMBER);
    await locked(account, "2025-Q2");
    await commit(
      account,
      sale({ event_id: "late", supply_date: "2025-06-30", dispatch_country: "CZ" }),
    );
    await locked(account, "2025-Q3");
    const text = await fileOf(account, CZECH);
    expect(text).toContain('trans="A"');
    expect(text).toContain(
      '<VetaO quarter="2" year="2025" state_consumption="DE" correction="19.00"/>',
    );
    expect(text).not.toContain("VetaR");
  });

  it("makes a file of each of two returns of a quarter, with its days", async () => {
    const account = await filer("SK", "SK1234567890");
    const until = { status: "ended", effective_to: "2025-08-14" };
    await call(account.full, "PATCH", "/v1/tax-registrations/1", until);
    await call(account.full, "POST", "/v1/tax-registrations", {
      scheme_type: "union_oss",
      member_state_identification: "CZ",
      effective_from: "2025-08-15",
      status: "active",
    });
    await settleRecount(account.account);
    const slovak = { format: "sk_dposs", filer: { vat_number: "1234567890" }, draft: true };
    expect(await reasons(account, slovak)).toEqual([422, "registration_conflict"]);
    const first = await fileOf(account, { ...slovak, registration_id: 1 });
    expect(first).toContain("<vun:StartDate>2025-07-01</vun:StartDate>");
    expect(first).toContain("<vun:EndDate>2025-08-14</vun:EndDate>");
    const second = await fileOf(account, { ...CZECH, draft: true, registration_id: 2 });
    expect(second).toContain('period_start_date="15.8.2025" vat_number="12345678"');
  });
});

describe("GET …/files", () => {
  it("tells before which numbers a file needs", async () => {
    expect(await check(f1)).toEqual({
      scheme_type: "union_oss",
      period_key: "2025-Q3",
      member_state_identification: "CZ",
      status: "locked",
      items: [
        {
          format: "cz_ossei1",
          exportable: true,
          reasons: [],
          consents: [],
          warnings: [],
          establishments: [
            { country: "IT", sections: ["2c"], required: true },
            { country: "PL", sections: ["2d"], required: false },
          ],
        },
      ],
    });
  });

  it("lists for an open period the reasons against a draft, and as many warnings as its header", async () => {
    const account = await filer("CZ", NUMBER);
    const { dispatch_country, ...nowhere } = sale({ event_id: "nowhere" });
    await commit(account, nowhere, {
      ...sale({ event_id: "cents", dispatch_country: "CZ", vat_amount_minor: 1_901 }),
    });
    const checked = await check(account);
    expect(checked.status).toBe("open");
    expect(checked.items[0]?.warnings.map(({ field, rule }) => `${field} ${rule}`)).toEqual([
      "rows.0 vat_unlike_base_times_rate",
      "return review_required",
    ]);
    const { headers } = await askFile(account, { ...CZECH, draft: true });
    expect(headers.get("x-return-warnings")).toBe("2");
  });

  itInTurn("tells what keeps the file from being made", async () => {
    const account = await filer("CZ", NUMBER);
    const back = { event_type: "refund", original_event_id: "one", event_id: "more" };
    const { dispatch_country, ...nowhere } = sale({ supply_date: "2025-08-02" });
    await commit(account, sale({ event_id: "one", dispatch_country: "CZ" }), {
      ...nowhere,
      ...back,
      taxable_amount_minor: 20_000,
      vat_amount_minor: 3_800,
    });
    const [item] = (await check(account)).items;
    expect(item).toMatchObject({
      exportable: false,
      reasons: [{ field: "rows.0", rule: "row_below_zero" }],
    });
    expect(await reasons(account, { ...CZECH, draft: true })).toContain("rows.0 row_below_zero");
  });

  it("knows no file of a Member State whose format nobody has published", async () => {
    const account = await filer("MT", "MT12345678");
    expect((await check(account)).items).toEqual([]);
  });
});

describe("GET /v1/return-formats", () => {
  it("lists what each format asks for, without a key", async () => {
    const { body } = await call<ReturnFormatList>(undefined, "GET", "/v1/return-formats");
    const polish = body.items.find(({ format }) => format === "pl_viudo2");
    expect(polish?.fields.extras).toMatchObject({
      required: ["tax_office"],
      examples: [{ tax_office: "1071" }],
    });
  });
});

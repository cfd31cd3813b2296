import { describe, expect, inject, it } from "vitest";
import { tour } from "../../../client/example/tour.ts";
import {
  ApiError,
  type CommitOutcome,
  createClient,
  type SupplyEventRequest,
} from "../../../client/src/eu-vat-client.ts";
import { makeSale } from "../../make/supply-event.ts";
import { newAccount } from "../../stack/api.ts";
import { contractFetch } from "../../stack/contract.ts";
import { settleRecount } from "../../stack/settle.ts";

const { url: baseUrl } = inject("stack");

/** A client whose every exchange is held against the committed document. */
const clientOf = (apiKey?: string) =>
  createClient({ baseUrl: `${baseUrl}/`, fetch: contractFetch, ...(apiKey ? { apiKey } : {}) });

const errorOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error as ApiError,
  );

describe("the generated client", () => {
  it("runs the tour of docs/tour.md", async () => {
    const { full } = await newAccount();
    const { summary, left_out, refusal } = await tour(baseUrl, full);
    expect(summary.totals).toEqual({
      taxable_minor: 13_640,
      current_vat_minor: 3_097,
      correction_vat_minor: -1_900,
      payable_vat_minor: 3_097,
    });
    expect(summary.warnings).toEqual([{ code: "needs_review_excluded", count: 1 }]);
    expect(left_out).toEqual(["order-1004"]);
    expect(refusal).toBe(
      "400 invalid_request: dispatch_country_missing: exclude this event and commit a complete one",
    );
  });

  it("tells a refusal by its code, with every fault", async () => {
    const { full } = await newAccount();
    const error = await errorOf(
      clientOf(full).createSource({
        body: { source_key: "a b", display_name: "", channel_type: "owned_store" },
      }),
    );
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 400, code: "invalid_request" });
    expect(error?.details.map(({ field }) => field)).toEqual(["source_key", "display_name"]);
    expect(error?.requestId).toMatch(/./);
  });

  it("commits what can be committed, and tells of the rest with the event and its place", async () => {
    const client = clientOf((await newAccount()).full);
    const saleOf = (at: number): SupplyEventRequest => ({ ...makeSale({ event_id: `e${at}` }) });
    const events = Array.from({ length: 25 }, (_, at) => saleOf(at));
    events[13] = { ...saleOf(13), vat_amount_minor: 19.5 };
    events[21] = { ...saleOf(2), description: "another" };
    const options = { on_error: "skip", eventsPerChunk: 10 } as const;
    const foreseen = await Array.fromAsync(client.commitAll(events, { ...options, dry_run: true }));
    expect(foreseen.filter(({ status }) => status === "committed")).toHaveLength(24);
    const outcomes: CommitOutcome[] = await Array.fromAsync(client.commitAll(events, options));
    const refused = outcomes.filter(
      (outcome) => outcome.status === "conflict" || outcome.status === "rejected",
    );
    expect(refused).toEqual([
      {
        event_id: "e13",
        status: "rejected",
        faults: [
          {
            field: "events.13.vat_amount_minor",
            event_id: "e13",
            message: "must be a whole number of minor units",
          },
        ],
        event: events[13],
      },
      {
        event_id: "e2",
        status: "conflict",
        faults: [
          {
            field: "events.21.event_id",
            event_id: "e2",
            message: "e2 is taken by other content",
          },
        ],
        event: events[21],
      },
    ]);
    const listed = await Array.fromAsync(client.listSupplyEvents());
    expect(listed).toHaveLength(23);
  });

  it("needs no key for what is public, and says so where one is missing", async () => {
    const client = clientOf();
    expect(await client.getHealth()).toEqual({ status: "ok" });
    const { items } = await client.listTaxClasses({ query: { q: "books", country: "DE" } });
    expect(items[0]).toMatchObject({ id: "books", preview_rate_bps: 700 });
    expect(await errorOf(client.getAccount())).toMatchObject({ code: "missing_api_key" });
  });

  it("tells an answer that is not the service's", async () => {
    const body = '{"message":"Too Many Requests"}';
    const headers = { "content-type": "application/json" };
    const fetch = async () => new Response(body, { status: 429, headers });
    const error = await errorOf(createClient({ baseUrl, fetch }).getHealth());
    expect(error).toMatchObject({ status: 429, code: undefined, message: "Too Many Requests" });
  });

  it("sends an Idempotency-Key and a source tag", async () => {
    const client = clientOf((await newAccount()).full);
    const request = {
      body: {
        country: "DE",
        currency: "EUR",
        tax_class_id: "standard",
        gross_amount_minor: 11_900,
        price_includes_vat: true,
        transaction_date: "2026-05-01",
      },
      idempotencyKey: "once",
      sourceId: "till/1",
    };
    const first = await client.calculateVat(request);
    expect(first).toMatchObject({ net_amount_minor: 10_000, source_id: "till/1" });
    expect(await client.calculateVat(request)).toEqual(first);
    const { items } = await client.listTransactions({ query: { source_id: "till/1", limit: 5 } });
    expect(items).toEqual([first]);
  });

  it("a calculation has the type of its request: one or several, stored or a quote", async () => {
    const client = clientOf((await newAccount()).full);
    const price = {
      country: "FR",
      currency: "EUR",
      tax_class_id: "standard",
      gross_amount_minor: 12_000,
      price_includes_vat: true,
    } as const;
    const stored = await client.calculateVat({ body: price });
    const quote = await client.calculateVat({ body: { ...price, store: false } });
    const several = await client.calculateVat({ body: { items: [price] } });
    const quotes = await client.calculateVat({ body: { items: [price], store: false } });
    const ids: (string | null | undefined)[] = [
      stored.transaction_id.slice(0, 4),
      quote.transaction_id,
      several.items[0]?.transaction.transaction_id.slice(0, 4),
      quotes.items[0]?.transaction.transaction_id,
    ];
    expect(ids).toEqual(["txn_", null, "txn_", null]);
  });

  it("puts ids into paths, whatever is in them", async () => {
    const client = clientOf((await newAccount()).full);
    const error = await errorOf(client.getSupplyEvent({ path: { event_id: "a/b?c#d" } }));
    expect(error).toMatchObject({ status: 404, code: "not_found" });
  });

  it("exports a file, locks the quarter and gets the link to a stored one", async () => {
    const { account, full } = await newAccount();
    const client = clientOf(full);
    await tour(baseUrl, full);
    await settleRecount(account);
    const period = "2026-Q2";
    const csv = await client.exportQuarterlySummary({ query: { period, format: "csv" } });
    expect(csv).toMatch(/^export_kind,/);
    const json = await client.exportQuarterlySummary({ query: { period, format: "json" } });
    expect(json).toMatchObject({ manifest: { period_key: period } });
    const { exports } = await client.lockPeriod({ query: { period } });
    const { location } = await client.downloadExport({ path: { export_id: exports[0]?.id ?? "" } });
    const file = await fetch(location);
    expect(file.status).toBe(200);
    expect((await file.text()).length).toBe(exports[0]?.size_bytes);
  });
});

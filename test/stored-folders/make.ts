import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { EVENTS, sale } from "./events.ts";
import { call, startedRelease, url } from "./release.ts";

/*
 * Makes the data folder of a release, by the release itself: starts its checkout, lives a small history through its
 * API and its commands, and packs what it has stored. The history asks only for what every release knows.
 *
 *   node test/stored-folders/make.ts <checkout of the release> <file>.tar.gz
 */
const [checkout = "", target = ""] = process.argv.slice(2).map((path) => resolve(path));
const { run, pack } = await startedRelease(checkout, "--journal");

async function ledger(key: string) {
  await call(key, "PUT", "/v1/account", { establishment_country: "SE", display_name: "Kept" });
  const registration = {
    member_state_identification: "SE",
    effective_from: "2024-01-01",
    status: "active",
  };
  for (const scheme_type of ["union_oss", "ioss"]) {
    await call(key, "POST", "/v1/tax-registrations", { ...registration, scheme_type });
  }
  const source = { source_key: "web", display_name: "Web", channel_type: "owned_store" };
  await call(key, "POST", "/v1/sources", source);
  await call(key, "POST", "/v1/supply-events", { events: EVENTS }, { "Idempotency-Key": "kept-1" });
  await call(key, "POST", "/v1/supply-events/s5/classification", {
    classification_status: "excluded",
    note: "a test",
  });
  const { transaction_id } = await call(key, "POST", "/v1/vat/calculate", {
    country: "FR",
    currency: "EUR",
    tax_class_id: "standard",
    gross_amount_minor: 12_000,
    price_includes_vat: true,
    supply: { supply_kind: "goods", dispatch_country: "SE" },
  });
  await call(key, "POST", `/v1/transactions/${transaction_id}/commit`, {
    event_id: "from-calculation",
    event_type: "sale",
  });
}

async function returns(key: string) {
  const locks = "/v1/reports/locked-return-periods/union-oss";
  const opening = { rows: [], totals: { taxable_minor: 0, vat_minor: 0 } };
  await call(key, "POST", "/v1/returns/union-oss/2025-Q1/opening", opening).catch(() => {});
  await call(key, "POST", `${locks}?period=2025-Q3`);
  await call(key, "POST", `${locks}/filed?period=2025-Q3`, { filing_reference: "SE-1" });
  await call(key, "POST", "/v1/supply-events", sale("late", "2025-09-29"));
  await call(key, "POST", "/v1/returns/union-oss/2025-Q3/paid", {
    paid_on: "2025-10-30",
    amount_minor: 1_000,
  }).catch(() => {});
  await call(key, "POST", "/v1/records", { from: "2025-07-01", to: "2025-12-31" }).catch(() => {});
}

/** The samples of this tree, with the settings that their expected outcomes name. */
const SAMPLES = [
  ["amazon_avtr", "amazon-avtr.tsv", "amazon-avtr"],
  ["amazon_vcs", "amazon-vcs.csv", "amazon-vcs"],
  ["events_csv", "generic.csv", "generic"],
  ["events_ndjson", "generic-lines.ndjson", "generic-lines"],
  ["shopify_csv", "shopify-orders.csv", "shopify-orders"],
  ["shopify_json", "shopify-order-api.json", "shopify-order-api"],
  ["stripe_itemized", "stripe-tax-itemized.csv", "stripe-tax-itemized"],
  ["woocommerce_json", "woocommerce-orders.json", "woocommerce"],
] as const;

function imports() {
  for (const [format, file, expected] of SAMPLES) {
    const samples = join(checkout, "test/imports/samples");
    const { settings } = JSON.parse(
      readFileSync(join(samples, `${expected}.expected.json`), "utf8"),
    );
    const source = String(settings.source_id ?? format);
    const args = ["--account", "kept", "--source", source, "--format", format];
    try {
      run(
        "operate/import.ts",
        ...args,
        "--settings",
        JSON.stringify(settings),
        join(samples, file),
      );
    } catch {
      // The command says by its exit code that rows are open.
    }
  }
}

async function shop(key: string) {
  const { id } = await call(key, "POST", "/v1/connections", {
    kind: "woocommerce",
    source_id: "shop",
    settings: { dispatch_country: "SE" },
  });
  const { secret } = await call(key, "POST", `/v1/connections/${id}/secret`);
  const place = { country: "DE", postcode: "10115" };
  for (const [order, country] of [
    [7, "DE"],
    [8, "XX"],
  ] as const) {
    const body = JSON.stringify({
      id: order,
      number: String(order),
      status: "completed",
      currency: "EUR",
      date_created: "2026-07-14T09:59:00",
      date_modified_gmt: "2026-07-14T08:00:00",
      date_paid: "2026-07-14T10:00:00",
      total: "119.00",
      total_tax: "19.00",
      prices_include_tax: true,
      billing: { ...place, country },
      shipping: { ...place, country },
      meta_data: [],
      tax_lines: [{ rate_id: 1, rate_code: "DE-VAT-1", rate_percent: 19 }],
      line_items: [
        { id: 1, total: "100.00", total_tax: "19.00", taxes: [{ id: 1, total: "19.00" }] },
      ],
      shipping_lines: [],
      fee_lines: [],
      refunds: [],
    });
    const signature = createHmac("sha256", secret).update(body).digest("base64");
    await fetch(`${url}/v1/inbound/${id}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-wc-webhook-topic": "order.created",
        "x-wc-webhook-signature": signature,
      },
      body,
    });
  }
}

async function others(key: string) {
  const hook = {
    url: "https://receiver.example/hook",
    events: ["period.locked", "import.completed"],
  };
  await call(key, "POST", "/v1/webhooks", hook);
  await call(key, "POST", "/v1/api-keys", { name: "reader", scope: "read-only" }).catch(() => {});
  await call(key, "POST", "/v1/vat-numbers/check", { vat_number: "DE136695976" }).catch(() => {});
  const test = run(
    "operate/issue-key.ts",
    "--account",
    "kept",
    "--scope",
    "full",
    "--mode",
    "test",
  );
  await call(test, "PUT", "/v1/account", { establishment_country: "SE" });
  await call(test, "POST", "/v1/supply-events", sale("t1", "2025-08-14"));
}

const attempt = async (name: string, work: () => unknown) => {
  try {
    await work();
  } catch (error) {
    console.error(`${name}: ${String(error)}`);
  }
};
const key = run("operate/issue-key.ts", "--account", "kept", "--scope", "full");
await attempt("ledger", () => ledger(key));
await attempt("imports", imports);
await attempt("shop", () => shop(key));
await attempt("others", () => others(key));
await attempt("returns", () => returns(key));
// Jobs that were begun end.
await wait(20_000);
await pack(target);

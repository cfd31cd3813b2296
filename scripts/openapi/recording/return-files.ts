import type { Call, Recorder } from "./recorder.ts";

const RETURN = { scheme: "union-oss", period: "2026-Q2" };

const SALE = {
  event_id: "order-1",
  event_type: "sale",
  supply_date: "2026-05-04",
  supply_kind: "goods",
  customer_type: "b2c",
  consumption_country: "DE",
  currency: "EUR",
  taxable_amount_minor: 10_000,
  vat_amount_minor: 1_900,
  vat_rate_bps: 1_900,
  rate_category: "standard",
};

const FILE = {
  format: "cz_ossei1",
  filer: { vat_number: "CZ12345678", name: "Sample s.r.o." },
  establishments: [{ country: "PL", vat_number: "PL1234567890" }],
};

/** A quarter of a Czech shop with a warehouse in Poland: looked at, locked, and made into a file. */
export async function recordReturnFiles(recorder: Recorder, key: string): Promise<void> {
  await prepareQuarter(recorder, key);
  await recorder.show("listReturnFormats", "Every format");
  await recorder.show("checkReturnFiles", "Of a draft", { key, path: RETURN });
  await recorder.prepare("lockPeriod", { key, query: { period: RETURN.period } });
  const call: Call = { key, path: RETURN };
  await recorder.show("makeReturnFile", "For the Czech portal", { ...call, body: FILE });
  const filer = { ...FILE.filer, vat_number: "CZ12345679" };
  await recorder.refused("return_not_exportable", "makeReturnFile", {
    ...call,
    body: { ...FILE, filer },
  });
}

async function prepareQuarter(recorder: Recorder, key: string): Promise<void> {
  await recorder.prepare("createRegistration", {
    key,
    body: {
      scheme_type: "union_oss",
      member_state_identification: "CZ",
      vat_registration_number: FILE.filer.vat_number,
      effective_from: "2025-01-01",
      status: "active",
    },
  });
  const fromPoland = { event_id: "order-2", consumption_country: "FR", vat_rate_bps: 2_000 };
  await recorder.prepare("commitSupplyEvents", {
    key,
    body: {
      events: [
        { ...SALE, dispatch_country: "CZ" },
        { ...SALE, ...fromPoland, dispatch_country: "PL", vat_amount_minor: 2_000 },
      ],
    },
  });
}

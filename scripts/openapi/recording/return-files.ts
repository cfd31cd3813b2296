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

/** Keys of accounts in Member States whose portals accept XML, a CSV and a text. */
export type Filers = Readonly<Record<"CZ" | "FI" | "SE", string>>;

const POLAND = [{ country: "PL", vat_number: "PL8567346215" }];

const CZECH = {
  format: "cz_ossei1",
  filer: { vat_number: "CZ25123891", name: "Sample s.r.o." },
  establishments: POLAND,
};
const FINNISH = {
  format: "fi_mytax",
  filer: { vat_number: "FI20774740" },
  establishments: POLAND,
};
const SWEDISH = {
  format: "se_oss001",
  filer: { vat_number: "SE556000123101" },
  establishments: POLAND,
};

/** Records a quarter of shops with a warehouse in Poland: checked, locked, and exported as files. */
export async function recordReturnFiles(recorder: Recorder, filers: Filers): Promise<void> {
  const czech: Call = { key: filers.CZ, path: RETURN };
  await prepareQuarter(recorder, filers.CZ, "CZ", CZECH.filer);
  await recorder.show("listReturnFormats", "Every format");
  await recorder.show("checkReturnFiles", "Of a draft", czech);
  await recorder.prepare("lockPeriod", { key: filers.CZ, query: { period: RETURN.period } });
  await recorder.show("makeReturnFile", "For the Czech portal", { ...czech, body: CZECH });
  const { lines } = await recorder.show("getEntrySheet", "Of a locked quarter", czech);
  const [, sale] = lines as { readonly line_id: string }[];
  await recorder.show("tickEntrySheet", "The line of a sale", {
    ...czech,
    body: { line_ids: [sale?.line_id], ticked: true },
  });
  await recorder.refused("entry_sheet_changed", "tickEntrySheet", {
    ...czech,
    body: { line_ids: ["0".repeat(20)], ticked: true },
  });
  const filer = { ...CZECH.filer, vat_number: "CZ25123892" };
  await recorder.refused("return_not_exportable", "makeReturnFile", {
    ...czech,
    body: { ...CZECH, filer },
  });
  await recordDraft(recorder, filers.FI, "FI", "A draft for the Finnish portal", FINNISH);
  await recordDraft(recorder, filers.SE, "SE", "A draft for the Swedish portal", SWEDISH);
}

async function recordDraft(
  recorder: Recorder,
  key: string,
  state: keyof Filers,
  title: string,
  file: typeof FINNISH,
): Promise<void> {
  await prepareQuarter(recorder, key, state, file.filer);
  const body = { ...file, draft: true };
  await recorder.show("makeReturnFile", title, { key, path: RETURN, body });
}

async function prepareQuarter(
  recorder: Recorder,
  key: string,
  state: keyof Filers,
  { vat_number }: { readonly vat_number: string },
): Promise<void> {
  await recorder.prepare("createRegistration", {
    key,
    body: {
      scheme_type: "union_oss",
      member_state_identification: state,
      vat_registration_number: vat_number,
      effective_from: "2025-01-01",
      status: "active",
    },
  });
  const fromPoland = { event_id: "order-2", consumption_country: "FR", vat_rate_bps: 2_000 };
  await recorder.prepare("commitSupplyEvents", {
    key,
    body: {
      events: [
        { ...SALE, dispatch_country: state },
        { ...SALE, ...fromPoland, dispatch_country: "PL", vat_amount_minor: 2_000 },
      ],
    },
  });
}

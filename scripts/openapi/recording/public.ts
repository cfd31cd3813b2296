import type { Recorder } from "./recorder.ts";

const TURNOVER = {
  country: "DE",
  annual_turnover_nac: 2_450_000,
  currency: "EUR",
  reference_date: "2026-08-17",
};

/** Number of calls of the SME check that a client may make in this recording. */
export const SME_CALLS = 8;

/** Records the calls that need no key. */
export async function recordPublic(recorder: Recorder): Promise<void> {
  await recorder.show("getHealth", "Up");
  await recorder.show("getReadiness", "Ready");
  const query = { country: "DE", at: "2026-08-17" };
  await recorder.show("listTaxClasses", "Found by a word, with the rate in a country", {
    query: { q: "books", ...query },
  });
  await recorder.show("getTaxClass", "One class in one country", {
    path: { id: "standard" },
    query,
  });
  await recorder.show("listTaxRates", "The history of a rate", {
    query: { country: "EE", tax_class_id: "standard", from: "2021-07-01", to: "2026-08-17" },
  });
  await recorder.show("checkSmeEligibility", "Within the threshold", { body: TURNOVER });
  const slips = [
    ["invalid_country", { country: "D" }],
    ["invalid_currency", { currency: "EURO" }],
    ["invalid_turnover", { annual_turnover_nac: -1 }],
    ["invalid_reference_date", { reference_date: "2026-02-30" }],
    ["no_sme_data", { country: "ES" }],
    ["currency_mismatch", { currency: "SEK" }],
  ] as const;
  for (const [code, slip] of slips) {
    await recorder.refused(code, "checkSmeEligibility", { body: { ...TURNOVER, ...slip } });
  }
  for (let calls = slips.length + 1; calls < SME_CALLS; calls += 1) {
    await recorder.prepare("checkSmeEligibility", { body: TURNOVER });
  }
  await recorder.refused("rate_limited", "checkSmeEligibility", { body: TURNOVER });
}

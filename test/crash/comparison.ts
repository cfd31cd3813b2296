/* A comparison with TEDB in a process of its own, to be killed, at the instant of its first argument. */
const [now = ""] = process.argv.slice(2);
// Imported late: the client of the table reads the environment when it is imported.
const { compareTaxRates } = await import("../../shared/ledger/rates/compare-tax-rates.ts");
await compareTaxRates(new Date(now));
process.exit();

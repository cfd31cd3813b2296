/**
 * Currencies that ended in the euro, newest first: the irrevocable rate, units per euro, from the
 * day of changeover. Complete from 2018, where the shipped ECB history begins.
 * Source: Council Regulation (EC) No 2866/98, Art. 1, as amended.
 */
export const FIXED_EURO_RATES = [
  { currency: "BGN", rate: "1.95583", from: "2026-01-01" },
  { currency: "HRK", rate: "7.53450", from: "2023-01-01" },
] as const;

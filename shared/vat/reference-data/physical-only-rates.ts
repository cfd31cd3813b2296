import { type Dated, holdsOn, type IsoDate } from "../../core/calendar/dates.ts";

/** Days on which a state grants the rate of a class to supplies on paper or another physical medium alone. */
type PhysicalOnlyRate = Dated & {
  readonly class_id: string;
  /** The Member State by its code in returns. */
  readonly country: string;
  /** A sentence for people that says what the electronic supply is taxed at. */
  readonly reason: string;
};

/**
 * Since 2018 a state may tax electronic publications as it taxes printed ones (Art. 98, Annex III point 6 VAT
 * Directive); these states did not, on these days. Notes of the same rows stand in `tax-rates.csv`.
 */
const PHYSICAL_ONLY_RATES: readonly PhysicalOnlyRate[] = [
  {
    class_id: "books",
    country: "HU",
    valid_from: "2021-07-01",
    reason: "the reduced rate is that of books on physical media, and e-books are taxed at 27 %",
  },
  {
    class_id: "books",
    country: "IE",
    valid_from: "2021-07-01",
    valid_to: "2023-12-31",
    reason:
      "the zero rate was that of printed books, and e-books were taxed at 9 % until 2023-12-31",
  },
  {
    class_id: "books",
    country: "LT",
    valid_from: "2021-07-01",
    valid_to: "2022-12-31",
    reason:
      "the reduced rate was that of printed books, and e-books were taxed at 21 % until 2022-12-31",
  },
  {
    class_id: "books",
    country: "LV",
    valid_from: "2026-01-01",
    reason:
      "the reduced rate is that of titles in Latvian and listed official languages, and other e-books are taxed at 21 %",
  },
  {
    class_id: "books",
    country: "SK",
    valid_from: "2024-01-01",
    valid_to: "2024-12-31",
    reason: "the reduced rate was that of printed books, and e-books were taxed at 20 % in 2024",
  },
];

/** Returns why the rate of a class does not cover its electronic supply in `state` on `day`; undefined if it does. */
export const physicalOnlyReason = (
  classId: string,
  state: string,
  day: IsoDate,
): string | undefined =>
  PHYSICAL_ONLY_RATES.find(
    (row) => row.class_id === classId && row.country === state && holdsOn(row, day),
  )?.reason;

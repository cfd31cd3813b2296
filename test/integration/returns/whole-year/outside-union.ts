import type { EventChanges } from "../../../make/supply-event.ts";
import type { Chapter } from "./filing.ts";
import { download, imported, later, worth } from "./supplies.ts";

/*
 * The year 2025 of a business in the United States without any establishment in the Union. It sells
 * downloads, in the non-Union scheme by way of Ireland (Art. 358a to 369 VAT Directive), and ships
 * goods from China in the import scheme, by way of an intermediary in the Netherlands (Art. 369l,
 * 369m(1)(b)). Each period converts at the ECB's rates of its last day, or of the next day of
 * publication (Art. 366(2), 369v); each row once, to the cent.
 */

const evidence = (...countries: string[]): EventChanges => ({
  location_evidence: countries.map((country, n) => ({
    kind: ["ip", "card"][n] as string,
    country,
  })),
});

export const german = download("german", "2025-01-15", "DE", 1_000, 19);
const dollars = download("dollars", "2025-02-10", "FR", 500, 20, { currency: "USD" });
const french = download("french", "2025-02-20", "FR", 250, 20);
export const unsure = download("unsure", "2025-03-12", "DE", 80, 19, evidence("DE", "FR"));

export const Q1: Chapter = {
  period: "2025-Q1",
  events: [
    dollars,
    french,
    // The state of identification is one of consumption like all others (Art. 365).
    download("irish", "2025-03-05", "IE", 100, 23),
    download("business", "2025-03-10", "SE", 400, 0, { customer_type: "b2b" }),
    download("london", "2025-03-20", "GB", 60, 0, { currency: "GBP" }),
    later(german, "german-back", "2025-03-25", 200),
  ],
  rows: [
    // 1,000.00 + 80.00 - 200.00, each with 19 %.
    "DE 19% 880.00 167.20",
    // 250.00 + 500.00 / 1.0815, and 50.00 + 100.00 / 1.0815.
    "FR 20% 712.32 142.46",
    "IE 23% 100.00 23.00",
  ],
  payable: "332.66",
};

const estonian = download("estonian", "2025-06-30", "EE", 50, 22);
const large = download("large", "2025-05-05", "DE", 1_000, 19, { currency: "USD" });

/** After the return of the first quarter was filed. */
export const Q2: Chapter = {
  period: "2025-Q2",
  events: [
    download("april", "2025-04-10", "EE", 300, 22),
    large,
    estonian,
    later(dollars, "dollars-back", "2025-04-22", 500),
    later(french, "price-cut", "2025-05-20", -50, "adjustment"),
    download("late", "2025-03-31", "IT", 150, 22),
  ],
  // 1,000.00 and 190.00 / 1.172.
  rows: ["DE 19% 853.24 162.12", "EE 22% 350.00 77.00"],
  corrections: [
    // 500.00 and 100.00 / 1.0815, the rate of the quarter that is corrected, and what was cut.
    "2025-Q1 FR -512.32 -102.46",
    "2025-Q1 IT 150.00 33.00",
  ],
  owed_back: ["FR -102.46"],
  payable: "272.12",
};

const romanian = download("romanian", "2025-07-31", "RO", 100, 19);

/** Estonia and Romania have raised their rates, and the unsure customer was in France after all. */
export const Q3: Chapter = {
  period: "2025-Q3",
  events: [
    download("july", "2025-07-01", "EE", 200, 24),
    romanian,
    download("august", "2025-08-01", "RO", 100, 21),
    later(romanian, "romanian-back", "2025-09-01", 40, "credit_note"),
    download("zloty-land", "2025-09-15", "PL", 80, 23, { currency: "GBP" }),
    // At the rate of its sale, not at that of its day.
    later(estonian, "estonian-back", "2025-07-10", 50),
    // The same 95.20 with French VAT.
    download("sure", "2025-03-12", "FR", 79.33, 20, evidence("FR", "FR")),
  ],
  rows: [
    "EE 24% 200.00 48.00",
    // 80.00 and 18.40 / 0.8734.
    "PL 23% 91.60 21.07",
    "RO 21% 100.00 21.00",
    "RO 19% 60.00 11.40",
  ],
  corrections: ["2025-Q1 DE -80.00 -15.20", "2025-Q1 FR 79.33 15.87", "2025-Q2 EE -50.00 -11.00"],
  owed_back: ["DE -15.20"],
  // 48.00 - 11.00 + 15.87 + 21.07 + 32.40.
  payable: "106.34",
};

const november = download("november", "2025-11-11", "DE", 500, 19);

export const Q4: Chapter = {
  period: "2025-Q4",
  events: [
    download("slovak", "2025-12-31", "SK", 250, 23, { currency: "USD" }),
    november,
    later(november, "cancelled", "2025-12-05", 500, "cancellation"),
    // 300.00 and 57.00 / 1.172.
    later(large, "large-credit", "2025-10-15", 300, "credit_note"),
    download("very-late", "2025-09-30", "NL", 100, 21),
  ],
  // 250.00 and 57.50 / 1.175.
  rows: ["SK 23% 212.77 48.94"],
  corrections: ["2025-Q2 DE -255.97 -48.63", "2025-Q3 NL 100.00 21.00"],
  owed_back: ["DE -48.63"],
  payable: "69.94",
};

const bag = imported("bag", "2025-02-05", "DE", 100, 19);
const lamp = imported("lamp", "2025-05-10", "ES", 100, 21, worth("USD", 100, 88));
const scarf = imported("scarf", "2025-09-09", "AT", 40, 20);
const EXCISE = { intrinsic_value_minor: 3_000, currency: "EUR" as const, excise_goods: true };

export const MONTHS: readonly Chapter[] = [
  { period: "2025-01", events: [], payable: "0.00", status: "nil_return" },
  {
    period: "2025-02",
    events: [bag, imported("ring", "2025-02-20", "FR", 120, 20, worth("USD", 120, 115))],
    // 120.00 and 24.00 / 1.0411.
    rows: ["DE 19% 100.00 19.00", "FR 20% 115.26 23.05"],
    payable: "42.05",
  },
  {
    period: "2025-03",
    events: [
      // One cent above EUR 150 is import VAT at the border; EUR 150.00 is not (Art. 369l).
      imported("coat", "2025-03-02", "DE", 150.01, 19),
      imported("boots", "2025-03-03", "NL", 150, 21),
      later(bag, "bag-back", "2025-03-15", 100),
    ],
    rows: ["NL 21% 150.00 31.50"],
    corrections: ["2025-02 DE -100.00 -19.00"],
    owed_back: ["DE -19.00"],
    payable: "31.50",
    left_out: { consignment_value_exceeded_excluded: 1 },
  },
  {
    period: "2025-04",
    events: [
      imported("wine", "2025-04-08", "IT", 30, 22, { consignment: EXCISE }),
      imported("cup", "2025-04-30", "IT", 50, 22),
    ],
    rows: ["IT 22% 50.00 11.00"],
    payable: "11.00",
    left_out: { excise_goods_excluded: 1 },
  },
  {
    period: "2025-05",
    events: [lamp],
    // The 31st is a Saturday: 100.00 and 21.00 / 1.1419 of 2 June.
    rows: ["ES 21% 87.57 18.39"],
    payable: "18.39",
  },
  {
    period: "2025-06",
    events: [
      imported("june", "2025-06-11", "EE", 60, 22),
      imported("late-import", "2025-05-31", "ES", 10, 21),
    ],
    rows: ["EE 22% 60.00 13.20"],
    corrections: ["2025-05 ES 10.00 2.10"],
    payable: "15.30",
  },
  {
    period: "2025-07",
    events: [imported("july-import", "2025-07-04", "EE", 60, 24)],
    rows: ["EE 24% 60.00 14.40"],
    payable: "14.40",
  },
  {
    period: "2025-08",
    events: [imported("tent", "2025-08-20", "DE", 90, 19, worth("USD", 90, 77))],
    // The 31st is a Sunday: 90.00 and 17.10 / 1.1715 of 1 September.
    rows: ["DE 19% 76.82 14.60"],
    payable: "14.60",
  },
  {
    period: "2025-09",
    events: [scarf, later(lamp, "lamp-back", "2025-09-05", 100)],
    rows: ["AT 20% 40.00 8.00"],
    corrections: ["2025-05 ES -87.57 -18.39"],
    owed_back: ["ES -18.39"],
    payable: "8.00",
  },
  {
    // Corrections alone make no nil return (Art. 4(2) of Regulation (EU) 2020/194).
    period: "2025-10",
    events: [later(scarf, "scarf-credit", "2025-10-10", 10, "credit_note")],
    corrections: ["2025-09 AT -10.00 -2.00"],
    owed_back: ["AT -2.00"],
    payable: "0.00",
  },
  {
    period: "2025-11",
    events: [imported("phone", "2025-11-28", "DE", 140, 19, worth("USD", 140, 120.21))],
    // The 30th is a Sunday: 140.00 and 26.60 / 1.1646 of 1 December.
    rows: ["DE 19% 120.21 22.84"],
    payable: "22.84",
  },
  {
    period: "2025-12",
    events: [
      imported("toy", "2025-12-24", "FR", 75, 20),
      imported("doll", "2025-12-27", "FR", 80, 20, worth("USD", 80, 68.09)),
    ],
    // 75.00 + 80.00 / 1.175, and 15.00 + 16.00 / 1.175.
    rows: ["FR 20% 143.09 28.62"],
    payable: "28.62",
    left_out: { classification_excluded: 1 },
  },
];

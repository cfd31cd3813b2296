import type { EventChanges } from "../../../make/supply-event.ts";
import type { Chapter } from "./filing.ts";
import { imported, later, parcel, worth } from "./supplies.ts";

/*
 * The year 2025 of a business in China without any establishment in the Union. It sells through a
 * marketplace, which is deemed to supply imports of up to EUR 150 and all goods that lie in the Union
 * (Art. 14a VAT Directive) and declares them itself; and through a shop of its own, from warehouses in
 * Germany and Poland in the Union scheme by way of Germany (Art. 369a, 369b: a seller outside the Union
 * may use it for goods), and from China in the import scheme, by way of an intermediary in the
 * Netherlands. Each row converts once, at the ECB's rates of the last day of its period.
 */

/** By way of the marketplace, which declares it. */
const AMAZON: EventChanges = { source_id: "amazon", supplier_role: "underlying_seller" };
const POLISH: EventChanges = { dispatch_country: "PL" };
const ZLOTY: EventChanges = { ...POLISH, currency: "PLN" };

const throughAmazon = parcel("amazon-fr", "2025-01-20", "FR", 500, 20, AMAZON);
const first = parcel("first", "2025-01-25", "FR", 300, 20);
const zloty = parcel("zloty", "2025-03-01", "DE", 1_000, 19, ZLOTY);
const chair = parcel("chair", "2025-05-02", "FR", 400, 20);

const Q1: Chapter = {
  period: "2025-Q1",
  events: [
    throughAmazon,
    // Art. 14a(2) knows domestic sales, too.
    parcel("amazon-de", "2025-02-03", "DE", 70, 19, AMAZON),
    first,
    zloty,
    // Own domestic sales are in the national returns of Germany and Poland.
    parcel("at-home", "2025-02-14", "DE", 200, 19),
    parcel("at-home-pl", "2025-03-03", "PL", 900, 23, ZLOTY),
    parcel("business", "2025-03-09", "IT", 600, 0, { customer_type: "b2b" }),
  ],
  // 1,000.00 and 190.00 / 4.184.
  rows: ["2b FR 20% 300.00 60.00", "2d PL DE 19% 239.01 45.41"],
  payable: "105.41",
  left_out: { classification_excluded: 5 },
};

const Q2: Chapter = {
  period: "2025-Q2",
  events: [
    // What corrects a sale of the marketplace is the marketplace's.
    later(throughAmazon, "amazon-fr-back", "2025-04-05", 500),
    later(first, "first-back", "2025-04-10", 100),
    chair,
    parcel("tallinn", "2025-06-15", "EE", 100, 22, POLISH),
    parcel("late", "2025-03-30", "AT", 50, 20),
    // Booked as an own sale by mistake; found after the quarter was filed.
    parcel("mistaken", "2025-04-20", "IT", 100, 22, { source_id: "amazon" }),
  ],
  rows: ["2b FR 20% 400.00 80.00", "2b IT 22% 100.00 22.00", "2d PL EE 22% 100.00 22.00"],
  corrections: ["2025-Q1 AT 50.00 10.00", "2025-Q1 FR -100.00 -20.00"],
  // 10.00 + 22.00 + 80.00 - 20.00 + 22.00.
  payable: "114.00",
  left_out: { correction_reference_invalid_excluded: 1 },
};

const Q3: Chapter = {
  period: "2025-Q3",
  events: [
    parcel("rome", "2025-08-08", "IT", 250, 22),
    parcel("bucharest", "2025-08-20", "RO", 500, 21, ZLOTY),
    later(zloty, "zloty-credit", "2025-07-15", 400, "credit_note"),
  ],
  // 500.00 and 105.00 / 4.2698.
  rows: ["2b IT 22% 250.00 55.00", "2d PL RO 21% 117.10 24.59"],
  corrections: [
    // 400.00 and 76.00 / 4.184, the rate of the first quarter.
    "2025-Q1 DE -95.60 -18.16",
    "2025-Q2 IT -100.00 -22.00",
  ],
  owed_back: ["DE -18.16"],
  // 55.00 - 22.00 + 24.59.
  payable: "57.59",
};

const Q4: Chapter = {
  period: "2025-Q4",
  events: [
    parcel("amazon-es", "2025-11-28", "ES", 800, 21, AMAZON),
    later(chair, "delivery", "2025-10-01", 50, "adjustment"),
    parcel("last", "2025-12-31", "FR", 30, 20),
  ],
  rows: ["2b FR 20% 30.00 6.00"],
  corrections: ["2025-Q2 FR 50.00 10.00"],
  payable: "16.00",
  left_out: { classification_excluded: 1 },
};

export const QUARTERS: readonly Chapter[] = [Q1, Q2, Q3, Q4];

const kettle = imported("kettle", "2025-02-10", "FR", 90, 20);

export const MONTHS: readonly Chapter[] = [
  { period: "2025-01", events: [], payable: "0.00", status: "nil_return" },
  {
    period: "2025-02",
    events: [kettle, imported("amazon-cup", "2025-02-11", "ES", 80, 21, AMAZON)],
    rows: ["FR 20% 90.00 18.00"],
    payable: "18.00",
    left_out: { classification_excluded: 1 },
  },
  {
    period: "2025-03",
    events: [imported("yuan", "2025-03-15", "DE", 500, 19, worth("CNY", 500, 63.7))],
    // 500.00 and 95.00 / 7.8442.
    rows: ["DE 19% 63.74 12.11"],
    payable: "12.11",
  },
  {
    period: "2025-04",
    events: [
      // Above EUR 150 no marketplace is deemed to supply (Art. 14a(1)), and no import scheme takes it.
      imported("amazon-sofa", "2025-04-02", "DE", 160, 19, { source_id: "amazon" }),
      imported("plate", "2025-04-19", "ES", 40, 21),
    ],
    rows: ["ES 21% 40.00 8.40"],
    payable: "8.40",
    left_out: { consignment_value_exceeded_excluded: 1 },
  },
  {
    period: "2025-05",
    events: [later(kettle, "kettle-back", "2025-05-05", 90)],
    corrections: ["2025-02 FR -90.00 -18.00"],
    owed_back: ["FR -18.00"],
    payable: "0.00",
  },
  {
    period: "2025-06",
    events: [imported("june", "2025-06-30", "ES", 300, 21, worth("CNY", 300, 35.9))],
    // 300.00 and 63.00 / 8.397.
    rows: ["ES 21% 35.73 7.50"],
    payable: "7.50",
  },
  {
    period: "2025-07",
    events: [imported("july", "2025-07-01", "EE", 50, 24)],
    rows: ["EE 24% 50.00 12.00"],
    payable: "12.00",
  },
  { period: "2025-08", events: [], payable: "0.00", status: "nil_return" },
  {
    period: "2025-09",
    events: [imported("prague", "2025-09-09", "CZ", 70, 21)],
    rows: ["CZ 21% 70.00 14.70"],
    payable: "14.70",
  },
  {
    period: "2025-10",
    events: [imported("late-import", "2025-09-30", "CZ", 20, 21)],
    corrections: ["2025-09 CZ 20.00 4.20"],
    payable: "4.20",
  },
  {
    period: "2025-11",
    events: [imported("singles-day", "2025-11-11", "DE", 800, 19, worth("CNY", 800, 97.76))],
    // The 30th is a Sunday: 800.00 and 152.00 / 8.2358 of 1 December.
    rows: ["DE 19% 97.14 18.46"],
    payable: "18.46",
  },
  {
    period: "2025-12",
    events: [
      imported("amazon-toy", "2025-12-20", "DE", 60, 19, AMAZON),
      imported("own-toy", "2025-12-20", "FR", 100, 20),
    ],
    rows: ["FR 20% 100.00 20.00"],
    payable: "20.00",
    left_out: { classification_excluded: 1 },
  },
];

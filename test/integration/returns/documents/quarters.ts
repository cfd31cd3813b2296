/** A supply event as it is sent. */
export type Event = Readonly<Record<string, unknown>>;

/** Where a seller is identified, with the standard rate there. */
export type Home = { readonly country: string; readonly rate_bps: number };

/*
 * The quarter is 2024-Q2. Its last day was a Sunday, so 2024-07-01 gives the rates; the last day of
 * 2024-Q1 was Easter, so corrections of it take 2024-04-02.
 */
export const PERIOD = "2024-Q2";

type Amounts = readonly [taxable_amount_minor: number, vat_amount_minor: number];

const event = (
  event_id: string,
  consumption_country: string,
  vat_rate_bps: number,
  [taxable_amount_minor, vat_amount_minor]: Amounts,
  more: Event,
): Event => ({
  event_id,
  event_type: "sale",
  supply_date: "2024-05-14",
  supply_kind: "goods",
  currency: "EUR",
  rate_category: "standard",
  consumption_country,
  vat_rate_bps,
  taxable_amount_minor,
  vat_amount_minor,
  ...more,
});

/** A change of `original`, with what it has in common with it. */
const change = (original: Event, event_type: string, amounts: Amounts, more: Event): Event => {
  const { dispatch_country, establishment_country, ...common } = original;
  return {
    ...common,
    event_id: `${original["event_id"]}-${event_type}`,
    event_type,
    original_event_id: original["event_id"],
    taxable_amount_minor: amounts[0],
    vat_amount_minor: amounts[1],
    ...more,
  };
};

const BEFORE = {
  inKuna: { supply_date: "2022-11-08", currency: "HRK" },
  inCrowns: { supply_date: "2023-12-05", currency: "SEK" },
  lastQuarter: { supply_date: "2024-02-20" },
};

/** Supplies of earlier quarters, and what became of them in this one. */
function corrections({ country }: Home): Event[] {
  const from = { dispatch_country: country };
  const croatia = event("hr-old", "HR", 2500, [1_000_00, 250_00], { ...from, ...BEFORE.inKuna });
  const sweden = event("se-old", "SE", 2500, [2_000_00, 500_00], { ...from, ...BEFORE.inCrowns });
  const austria = event("at-old", "AT", 2000, [900_00, 180_00], { ...from, ...BEFORE.lastQuarter });
  const portugal = event("pt-old", "PT", 2300, [100_00, 23_00], { ...from, ...BEFORE.lastQuarter });
  const now = { supply_date: "2024-06-03" };
  return [
    croatia,
    sweden,
    austria,
    portugal,
    change(croatia, "refund", [400_00, 100_00], now),
    change(sweden, "cancellation", [2_000_00, 500_00], now),
    change(austria, "credit_note", [750_55, 150_11], now),
    change(portugal, "adjustment", [10_00, 2_30], now),
  ];
}

function goods({ country, rate_bps }: Home): Event[] {
  const from = { dispatch_country: country };
  const warehouse = { dispatch_country: "PL" };
  const reduced = { ...from, rate_category: "reduced" };
  const germany = event("de-1", "DE", 1900, [120_00, 22_80], from);
  const luxembourg = event("lu-1", "LU", 1700, [50_00, 8_50], from);
  return [
    germany,
    event("de-2", "DE", 1900, [80_05, 15_21], { ...from, supply_date: "2024-06-30" }),
    event("de-3", "DE", 1900, [15_000, 2_850], { ...from, currency: "JPY" }),
    event("de-4", "DE", 700, [33_33, 2_33], reduced),
    change(germany, "refund", [20_00, 3_80], { supply_date: "2024-05-20" }),
    luxembourg,
    change(luxembourg, "cancellation", [50_00, 8_50], {}),
    event("el-1", "EL", 2400, [40_000_00, 9_600_00], { ...from, currency: "HUF" }),
    event("es-1", "ES", 1000, [60_00, 6_00], reduced),
    event("es-2", "ES", 400, [25_00, 1_00], reduced),
    event("at-1", "AT", 2000, [200_00, 40_00], from),
    event("xi-1", "XI", 2000, [75_00, 15_00], { ...from, currency: "GBP" }),
    event("cz-1", "CZ", 2100, [2_500_00, 525_00], { ...warehouse, currency: "CZK" }),
    event("cz-2", "CZ", 2100, [310_50, 65_21], { ...warehouse, currency: "PLN" }),
    event("de-pl", "DE", 1900, [430_00, 81_70], { ...warehouse, currency: "PLN" }),
    event("home-pl", country, rate_bps, [99_99, rate_bps === 2500 ? 25_00 : 20_00], warehouse),
  ];
}

function services({ country }: Home): Event[] {
  const from = { supply_kind: "tbe_services", establishment_country: country };
  const branch = { supply_kind: "other_services", establishment_country: "NL" };
  return [
    event("de-tbe", "DE", 1900, [9_99, 1_90], from),
    event("it-tbe", "IT", 2200, [119_00, 26_18], { ...from, currency: "DKK" }),
    event("ee-far", "EE", 2200, [45_00, 9_90], { ...branch, establishment_country: "US" }),
    event("be-nl", "BE", 2100, [350_00, 73_50], branch),
    event("be-nl-usd", "BE", 2100, [100_00, 21_00], { ...branch, currency: "USD" }),
  ];
}

/** One event or more for each reason to stay out of the return. */
export function excluded({ country }: Home): Event[] {
  const from = { dispatch_country: country };
  const business = event("b2b", "DE", 1900, [500_00, 95_00], { ...from, customer_type: "b2b" });
  return [
    business,
    change(business, "refund", [100_00, 19_00], { customer_type: "b2c" }),
    event("domestic", country, 2000, [10_00, 2_00], from),
    event("no-place", "DE", 1900, [10_00, 1_90], {}),
    event("zero", "DE", 0, [10_00, 0], { ...from, rate_category: "zero" }),
    event("exempt", "DE", 0, [10_00, 0], { ...from, rate_category: "exempt" }),
    event("boat", "DE", 1900, [9_000_00, 1_710_00], {
      ...from,
      supply_kind: "new_means_of_transport",
    }),
    event("kitchen", "DE", 1900, [4_000_00, 760_00], {
      ...from,
      supply_kind: "assembly_installation",
    }),
    change(event("ghost", "DE", 1900, [0, 0], {}), "refund", [5_00, 95], {}),
    event("no-rate", "FI", 2400, [100_00, 24_00], { ...from, currency: "UAH" }),
    event("import", "DE", 1900, [20_00, 3_80], {
      supply_kind: "imported_goods",
      origin_country: "CN",
      consignment: { intrinsic_value_minor: 2_000, currency: "EUR" },
    }),
  ];
}

/** All four sections, several currencies, corrections, a negative balance and every exclusion. */
export const rich = (home: Home): Event[] => [
  ...goods(home),
  ...services(home),
  ...corrections(home),
  ...excluded(home),
];

/** Nothing was sold in the quarter; supplies of earlier ones changed. */
export const correctionsOnly = corrections;

import {
  type AccountProfileRequest,
  ApiError,
  type Client,
  createClient,
  type Return,
  type SupplyEventRequest,
  type TaxRegistrationRequest,
} from "../src/eu-vat-client.ts";

const PROFILE: AccountProfileRequest = {
  display_name: "My Shop AB",
  establishment_country: "SE",
  fixed_establishments: [{ country: "FR", vat_number: "FR11123456782" }],
};

const REGISTRATION: TaxRegistrationRequest = {
  scheme_type: "union_oss",
  member_state_identification: "SE",
  vat_registration_number: "SE556000123101",
  effective_from: "2025-01-01",
  status: "active",
};

const GOODS = { event_type: "sale", supply_kind: "goods", rate_category: "standard" } as const;

const SALES: SupplyEventRequest[] = [
  {
    ...GOODS,
    event_id: "order-1001",
    supply_date: "2026-03-20",
    dispatch_country: "SE",
    consumption_country: "DE",
    currency: "EUR",
    taxable_amount_minor: 10_000,
    vat_amount_minor: 1_900,
    vat_rate_bps: 1_900,
  },
  {
    ...GOODS,
    event_id: "order-1002",
    supply_date: "2026-04-11",
    dispatch_country: "SE",
    consumption_country: "PL",
    currency: "PLN",
    taxable_amount_minor: 50_000,
    vat_amount_minor: 11_500,
    vat_rate_bps: 2_300,
  },
  {
    ...GOODS,
    event_id: "order-1003",
    supply_date: "2026-05-02",
    supply_kind: "tbe_services",
    establishment_country: "FR",
    consumption_country: "NL",
    currency: "EUR",
    taxable_amount_minor: 2_000,
    vat_amount_minor: 420,
    vat_rate_bps: 2_100,
    location_evidence: [
      { kind: "billing_address", country: "NL" },
      { kind: "ip_address", country: "NL" },
    ],
  },
  {
    ...GOODS,
    event_id: "order-1004",
    supply_date: "2026-05-03",
    consumption_country: "FI",
    currency: "EUR",
    taxable_amount_minor: 4_000,
    vat_amount_minor: 1_020,
    vat_rate_bps: 2_550,
  },
];

const REFUND: SupplyEventRequest = {
  ...GOODS,
  event_id: "refund-1001",
  event_type: "refund",
  original_event_id: "order-1001",
  supply_date: "2026-04-09",
  consumption_country: "DE",
  currency: "EUR",
  taxable_amount_minor: 10_000,
  vat_amount_minor: 1_900,
  vat_rate_bps: 1_900,
};

type Toured = {
  readonly summary: Return;
  /** The ids of the events that are not in it. */
  readonly left_out: readonly string[];
  /** Why the first of them cannot simply be declared. */
  readonly refusal: string;
};

/** The tour (docs/tour.md) with the client: a business, its registration, four sales and a refund. */
export async function tour(baseUrl: string, apiKey: string): Promise<Toured> {
  const client = createClient({ baseUrl, apiKey });
  await client.putAccount({ body: PROFILE });
  await client.createRegistration({ body: REGISTRATION, idempotencyKey: "my-registration" });
  await client.commitSupplyEvents({ body: { events: SALES }, sourceId: "shop-se" });
  await client.commitSupplyEvents({ body: REFUND });

  const summary = await client.getQuarterlySummary({ query: { period: "2026-Q2" } });
  const left_out = await sourceEventsOf(client, summary);
  return { summary, left_out, refusal: await refusalOf(client, left_out[0] ?? "") };
}

/** The events under the warnings of a return; a list goes on by itself to its last page. */
async function sourceEventsOf(client: Client, { period_key, warnings }: Return): Promise<string[]> {
  const ids: string[] = [];
  for (const { code } of warnings) {
    const events = client.listSupplyEvents({ query: { period: period_key, warning: code } });
    for await (const { event_id } of events) ids.push(event_id);
  }
  return ids;
}

async function refusalOf(client: Client, event_id: string): Promise<string> {
  try {
    await client.classifySupplyEvent({
      path: { event_id },
      body: { classification_status: "classified", note: "checked with the warehouse" },
    });
    return "";
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return `${error.status} ${error.code}: ${error.message}`;
  }
}

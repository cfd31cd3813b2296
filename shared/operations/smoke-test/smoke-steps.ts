import { randomUUID } from "node:crypto";

/** A request of the smoke test, and what its response must be. */
type SmokeStep = {
  readonly says: string;
  readonly method: "GET" | "POST" | "DELETE";
  readonly path: string;
  readonly body?: unknown;
  /** Returns what is wrong with a response; undefined if it is right. */
  readonly fault: (response: SmokeResponse) => string | undefined;
};

/** A step that was taken; `fault` says what is wrong with its response. */
type SmokeResult = { readonly step: SmokeStep; readonly fault: string | undefined };

const WAIT_MS = 20_000;

/** Takes the steps one after the other. A key of a sandbox also commits one event, twice. */
export async function* smokeTest(
  url: URL,
  key: string,
  steps: readonly SmokeStep[] = isTestKey(key) ? [...READING, ...writingSteps()] : READING,
): AsyncGenerator<SmokeResult> {
  for (const step of steps) yield { step, fault: await faultOf(url, key, step) };
}

export const isTestKey = (key: string): boolean => key.startsWith("vat_test_");

async function faultOf(url: URL, key: string, { method, path, body, fault }: SmokeStep) {
  try {
    const response = await fetch(new URL(path, url), {
      method,
      headers: { "X-API-Key": key, ...(body ? { "Content-Type": "application/json" } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(WAIT_MS),
    });
    return fault({ status: response.status, text: await response.text() });
  } catch (error) {
    const { message, cause } = error as Error;
    return `did not answer: ${cause instanceof Error ? cause.message : message}`;
  }
}

type SmokeResponse = { readonly status: number; readonly text: string };

const status =
  (...expected: readonly number[]) =>
  (response: SmokeResponse): string | undefined =>
    expected.includes(response.status)
      ? undefined
      : `answered ${response.status}, not ${expected.join(" or ")}: ${response.text.slice(0, 300)}`;

const SUMMARY = "/v1/reports/oss-quarterly-summary?period=2026-Q1";

/** The steps that change nothing. With them the permissions of AWS are tried that no test outside AWS can try. */
const READING: readonly SmokeStep[] = [
  { says: "may read the table", method: "GET", path: "/ready", fault: status(200) },
  { says: "serves the console", method: "GET", path: "/console", fault: status(200) },
  {
    says: "serves a public route",
    method: "GET",
    path: "/v1/tax-rates?country=DE",
    fault: status(200),
  },
  { says: "knows the key", method: "GET", path: "/v1/account", fault: status(200) },
  { says: "reads the index", method: "GET", path: "/v1/supply-events", fault: status(200) },
  { says: "lists transactions", method: "GET", path: "/v1/transactions", fault: status(200) },
  // 422: the account has no registration.
  { says: "computes a report", method: "GET", path: SUMMARY, fault: status(200, 422) },
];

/** A sale from Sweden to Germany. */
export const SALE = {
  event_type: "sale",
  supply_date: "2026-03-20",
  supply_kind: "goods",
  dispatch_country: "SE",
  consumption_country: "DE",
  currency: "EUR",
  taxable_amount_minor: 10_000,
  vat_amount_minor: 1900,
  vat_rate_bps: 1900,
  rate_category: "standard",
} as const;

/** The steps that store one event in a sandbox: permissions of transactions are checked item by item. */
function writingSteps(): SmokeStep[] {
  const event = { ...SALE, event_id: `smoke-${randomUUID()}` };
  const commit = { method: "POST", path: "/v1/supply-events", body: event } as const;
  return [
    { says: "commits an event", ...commit, fault: outcome("committed") },
    { says: "takes it once", ...commit, fault: outcome("duplicate") },
    {
      says: "reads it back",
      method: "GET",
      path: `/v1/supply-events/${event.event_id}`,
      fault: status(200),
    },
  ];
}

/** The steps of a scheduled run: the first one of a day, UTC, empties the sandbox afterwards. */
export const scheduledSteps = (now: Date): SmokeStep[] => [
  ...READING,
  ...writingSteps(),
  ...(now.getUTCHours() === 0 && now.getUTCMinutes() < SMOKE_TEST_MINUTES ? [EMPTYING] : []),
];

/** Minutes from one scheduled run to the next. */
export const SMOKE_TEST_MINUTES = 5;

const EMPTYING: SmokeStep = {
  says: "empties the sandbox",
  method: "DELETE",
  path: "/v1/sandbox",
  fault: status(200),
};

const outcome = (expected: string) => (response: SmokeResponse) =>
  status(200, 201)(response) ??
  (response.text.includes(`"status":"${expected}"`)
    ? undefined
    : `answered without "${expected}": ${response.text.slice(0, 300)}`);

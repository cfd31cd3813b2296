import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { DueReturn, SupplyEvent } from "../../../client/src/eu-vat-client.ts";
import { eventSums } from "../../../console/src/events/event-sums.ts";
import { faultText } from "../../../console/src/loading/fault-text.ts";
import { sorted } from "../../../console/src/parts/use-sorted.ts";
import { kindOf } from "../../../console/src/questions/question.ts";
import { largerCounts, loadFindings, openCounts } from "../../../console/src/review/load-counts.ts";
import { firstKind, type Kind, kindNamed } from "../../../console/src/review/load-review.ts";
import { completedEvent, missingFactOf } from "../../../console/src/review/missing-fact.ts";
import { countsOf } from "../../../console/src/shell/navigation-counts.ts";
import { NewEvent } from "../../../shared/ledger/events/schema.ts";
import {
  CHECK_CODES,
  exclusion,
  severityOf,
  WARNING_CODES,
} from "../../../shared/vat/schemes/warnings.ts";
import { standing } from "../../make/due-return.ts";
import { sayIn } from "../../make/say.ts";
import { makeSale } from "../../make/supply-event.ts";

const shownEvent = (changes: Partial<SupplyEvent>): SupplyEvent =>
  ({
    ...makeSale({ dispatch_country: undefined }),
    treatment: "union_oss",
    classification_status: "needs_review",
    classification_reasons: ["dispatch_country_missing"],
    classification_history: [],
    checks: [],
    committed_at: "2025-09-01T00:00:00Z",
    period: "2025-Q3",
    link_status: "not_applicable",
    exclusion_code: "needs_review_excluded",
    exclusion_status: "open",
    ...changes,
  }) as unknown as SupplyEvent;

it("a sale is completed by the country that it lacks, and the rest is sent as before", () => {
  const event = shownEvent({ metadata: { order: "7" } });
  expect(missingFactOf(event)).toBe("dispatch_country");
  const complete = completedEvent(event, "dispatch_country", "SE");
  expect(complete).toEqual({
    ...makeSale(),
    event_id: "sale-1-completed",
    dispatch_country: "SE",
    metadata: { order: "7", replaces: "sale-1" },
  });
  expect(NewEvent.safeParse(complete).success).toBe(true);
});

it("a completed sale keeps every field that a sale can have, and sends none that the service adds", () => {
  const { SupplyEventRequest, SupplyEvent: shown } = JSON.parse(
    readFileSync("docs/openapi.json", "utf8"),
  ).components.schemas;
  const fieldsOf = ({ properties }: { properties: object }) => Object.keys(properties);
  const event = Object.fromEntries(fieldsOf(shown).map((name) => [name, name]));
  const complete = completedEvent(event as unknown as SupplyEvent, "dispatch_country", "SE");
  // A stored event has its place instead of a destination.
  const decidedAnew = ["classification_status", "treatment", "destination"];
  expect(Object.keys(complete).sort()).toEqual(
    fieldsOf(SupplyEventRequest)
      .filter((name) => !decidedAnew.includes(name))
      .sort(),
  );
  expect(complete).toMatchObject({
    underlying_seller_id: "underlying_seller_id",
    vat_number_check_id: "vat_number_check_id",
  });
});

it.for<[string, Partial<SupplyEvent>]>([
  ["that is excluded already", { classification_status: "excluded" }],
  ["that corrects a sale, which has the facts of the sale", { event_type: "refund" }],
  ["whose evidence contradicts itself", { classification_reasons: ["location_evidence_conflict"] }],
])("nothing is asked for an event %s", ([, changes]) => {
  expect(missingFactOf(shownEvent(changes))).toBeUndefined();
});

it("the id of a completed event is not longer than an id may be", () => {
  const longest = shownEvent({ event_id: "x".repeat(100) });
  const complete = completedEvent(longest, "dispatch_country", "SE");
  expect(complete.event_id).toHaveLength(100);
  expect(NewEvent.safeParse(complete).success).toBe(true);
});

it("events are added up with their sign, in one currency alone", () => {
  const sale = {
    event_type: "sale",
    currency: "EUR",
    taxable_amount_minor: 100,
    vat_amount_minor: 19,
  };
  const refund = { ...sale, event_type: "refund", taxable_amount_minor: 30, vat_amount_minor: 6 };
  const sumsOf = (...events: object[]) => eventSums(events as unknown as SupplyEvent[]);
  expect(sumsOf(sale, refund)).toEqual({ currency: "EUR", taxable_minor: 70, vat_minor: 13 });
  expect(sumsOf(sale, { ...sale, currency: "SEK" })).toBeUndefined();
  expect(sumsOf()).toBeUndefined();
});

it("rows are sorted by the rules of the language, numbers by size", () => {
  const byName = (locale: string) =>
    sorted(["Zypern", "Österreich", "Polen"], (one) => one, { locale });
  expect(byName("de")).toEqual(["Österreich", "Polen", "Zypern"]);
  expect(sorted([10, 9, 100], (one) => one, { locale: "en", isDescending: true })).toEqual([
    100, 10, 9,
  ]);
});

it("findings are counted in the six newest quarters, of months as well, also in those that are declared", async () => {
  const quarters = ["2025-Q1", "2025-Q2", "2025-Q3", "2025-Q4", "2026-Q1", "2026-Q2", "2026-Q3"];
  const months = ["2026-10", "2026-09"];
  const returns = [...quarters.slice(0, -1), ...months].map((key) => standing(key));
  const asked: string[] = [];
  const getFilingPrep = async ({ query: { period } }: { query: { period: string } }) => {
    asked.push(period);
    const checks = [{ code: "rate_not_in_force", count: 1 }];
    const own = period === "2026-Q4" ? [{ checks }, { checks: [] }] : [];
    return { union_oss: { checks }, ioss: { months: own } };
  };
  const { signal } = new AbortController();
  const counts = await loadFindings({ getFilingPrep } as never, returns as never, signal);
  expect(asked.sort()).toEqual([...quarters.slice(2), "2026-Q4"]);
  expect([...counts]).toEqual([["rate_not_in_force", 7]]);
});

const FOUND = [
  { code: "location_evidence_missing", severity: "warning", count: 43 },
  { code: "rate_not_in_force", severity: "warning", count: 1 },
] satisfies DueReturn["checks"];

it("findings of the non-Union scheme are those of the overview, each period once", async () => {
  const own = { scheme_type: "non_union_oss", checks: FOUND } as const;
  const returns = [
    standing("2026-Q3", own),
    standing("2026-Q3", { ...own, registration_id: 2 }),
    standing("2026-Q2", { ...own, state: "locked" }),
    standing("2026-Q1", { ...own, checks: null }),
  ];
  const getFilingPrep = async () => ({ union_oss: { checks: [] }, ioss: { months: [] } });
  const { signal } = new AbortController();
  const counts = await loadFindings({ getFilingPrep } as never, returns, signal);
  expect([...counts]).toEqual([
    ["location_evidence_missing", 86],
    ["rate_not_in_force", 2],
  ]);
});

it("warnings about tax wait in undeclared returns; missing evidence, which every sale may have, does not", () => {
  const returns = [
    standing("2026-Q3", { checks: FOUND }),
    standing("2026-Q2", { checks: FOUND, state: "locked" }),
  ];
  expect([...openCounts(returns)]).toEqual([["rate_not_in_force", 1]]);
});

it("the navigation counts what waits, and nothing of returns that are not computed or are declared", () => {
  const facts = {
    overview: {
      unread_notifications: 2,
      open_import_rows: [
        { import_id: "one", connection_id: null, row_count: 3 },
        { import_id: "two", connection_id: null, row_count: 1 },
        { import_id: null, connection_id: "cn_1", row_count: 7 },
      ],
    },
    returns: [
      { state: "open", overdue: true, open_questions: null },
      {
        state: "open",
        overdue: false,
        open_questions: [
          { kind: "exclusion", code: "needs_review_excluded", count: 3 },
          { kind: "check", code: "refund_above_sale", count: 2 },
          { kind: "import_rows", code: "open_import_rows", count: 4 },
          // The page of the return answers it, and Review would have nothing to show.
          { kind: "negative_row", code: "return_not_ready", count: 1 },
        ],
      },
      {
        state: "locked",
        overdue: false,
        open_questions: [{ kind: "exclusion", code: "needs_review_excluded", count: 9 }],
      },
    ],
  };
  expect(countsOf(facts as unknown as Parameters<typeof countsOf>[0])).toEqual({
    due: 1,
    overdue: 1,
    imports: 4,
    connections: 7,
    review: 5,
    unread: 2,
  });
});

it("Review begins with the first kind that has events, and with those in review where none has", () => {
  const counted = (...kinds: Kind[]) => firstKind(new Map(kinds.map((kind) => [kind, 1])));
  expect(counted("rate_not_in_force", "refund_above_sale", "needs_review")).toBe("needs_review");
  expect(counted("rate_not_in_force", "refund_above_sale")).toBe("refund_above_sale");
  expect(counted("rate_not_in_force")).toBe("rate_not_in_force");
  expect(firstKind(new Map([["refund_above_sale", 0]]))).toBe("needs_review");
});

it("the counts of Review are those of open questions and of findings, without counting an event twice", () => {
  const open = new Map<Kind, number>([["refund_above_sale", 2]]);
  const found = new Map<Kind, number>([
    ["refund_above_sale", 1],
    ["rate_not_in_force", 3],
  ]);
  const counts = largerCounts(open, found);
  expect([...counts]).toEqual([
    ["refund_above_sale", 2],
    ["rate_not_in_force", 3],
  ]);
});

/** Open exclusions that the settings, the return, or a rate of the ECB answers. */
const ELSEWHERE = [
  "registration_missing_excluded",
  "registration_overlap_excluded",
  "correction_opening_missing_excluded",
  "missing_exchange_rate_excluded",
];

it("Review has a list of each exclusion and check that keeps a return from being ready", () => {
  const codes = [
    ...WARNING_CODES.filter((code) => exclusion(code).status === "open"),
    ...CHECK_CODES.filter((code) => severityOf(code) === "blocking"),
  ];
  const unlisted = codes.filter((code) => kindNamed(kindOf(code)) === undefined);
  expect(unlisted).toEqual(ELSEWHERE);
});

/** What the service says today, and the beginning of what a person reads. */
it.for([
  ["must be an ISO 3166-1 alpha-2 country code, such as DE", "Choose a country"],
  [
    "must be a VAT number with the prefix, length and characters of those of DE",
    "This is not a valid number",
  ],
  ["has not the form of a union_oss number of DE", "This is not a valid number"],
  ["must not lie before from", "The last day lies before"],
  ["must not lie after 2026-11-24", "This day is in the future"],
  ["must begin with https://", "The address must begin"],
  [
    "something that nobody has translated",
    "This value is not accepted. The service says: something",
  ],
])("the fault “%s” is told in words", ([message = "", text = ""]) => {
  expect(faultText(message, sayIn("en", "en-GB"))).toContain(text);
  expect(faultText(message, sayIn("de", "de-DE"))).not.toBe(message);
});

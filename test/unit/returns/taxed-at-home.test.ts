import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import type { IsoDate } from "../../../shared/core/calendar/dates.ts";
import { linkOf } from "../../../shared/ledger/events/links.ts";
import type { NewEvent } from "../../../shared/ledger/events/schema.ts";
import {
  leftOutPartition,
  parseReturnKey,
  type RunningSum,
  returnPartition,
} from "../../../shared/ledger/sums/sum.ts";
import { sumsOfEvent } from "../../../shared/ledger/sums/sums-of-event.ts";
import { excludedOf } from "../../../shared/returns/bridge/ledger-lines.ts";
import { computeReturn } from "../../../shared/returns/compute/compute.ts";
import { openQuestions } from "../../../shared/returns/compute/open-questions.ts";
import { readinessOf } from "../../../shared/returns/compute/status.ts";
import { boundariesOf, changedDays } from "../../../shared/vat/schemes/registration-segments.ts";
import { withLink } from "../../../shared/vat/schemes/supply-event.ts";
import { UNION_OSS } from "../../../shared/vat/schemes/union-oss.ts";
import type { Registration } from "../../../shared/vat/seller/registration.ts";
import { makeRegistration } from "../../make/registration.ts";
import { makeReturn } from "../../make/return-input.ts";
import { type EventChanges, makeRefund, makeSale, makeService } from "../../make/supply-event.ts";
import { lengthOf } from "../../stack/soak.ts";
import { MemoryLedger, recordOf } from "../ledger/memory-ledger.ts";

/* Sales with the VAT of the seller's state, and the registrations that rule that out: Art. 59c(3) VAT Directive. */

const QUARTER = "2025-Q3";
const ON_DAY = { treatment: "origin_below_threshold", supply_date: "2025-08-15" } as EventChanges;

const atHome = (changes: EventChanges = {}) => makeSale({ ...ON_DAY, ...changes });

/** A registration in Sweden. */
const swedish = (fields: Parameters<typeof makeRegistration>[0] = {}) =>
  makeRegistration({ member_state_identification: "SE", ...fields });

const since = (effective_from: string, more: object = {}) => swedish({ effective_from, ...more });
const until = (effective_to: string) => swedish({ status: "ended", effective_to });

const OPEN = "taxed_at_home_under_scheme_excluded open";
const RIGHTFUL = "classification_excluded rightful";

/** The exclusion of an event from the return of the quarter under the first registration. */
function leftOutOf(event: NewEvent, registrations: readonly Registration[]): string {
  const ledger = new MemoryLedger(boundariesOf(registrations));
  ledger.commit([event]);
  return String(exclusionsIn(ledger, registrations).map(([code, status]) => `${code} ${status}`));
}

function runningSums(ledger: MemoryLedger, partition: string): RunningSum[] {
  return [...ledger.tallies].flatMap(([id, sums]) => {
    const [own, key = ""] = id.split(" ");
    const amounts = Object.fromEntries([...sums].map(([name, sum]) => [name, BigInt(sum)]));
    return own === partition ? [{ key, amounts }] : [];
  });
}

function computedIn(ledger: MemoryLedger, registrations: readonly Registration[]) {
  const partition = returnPartition(UNION_OSS, QUARTER as never);
  const input = makeReturn(runningSums(ledger, partition), { registrations });
  const [registration] = registrations;
  const coverage = registration && ({ status: "covered", registration } as const);
  const isMoved = registrations.length > 1 && input.coverage.status === "registration_conflict";
  const computed = computeReturn(isMoved && coverage ? { ...input, coverage } : input);
  return { computed, leftOut: runningSums(ledger, leftOutPartition(partition)) };
}

const exclusionsIn = (ledger: MemoryLedger, registrations: readonly Registration[]) =>
  computedIn(ledger, registrations).computed.sorted.excluded.map(
    ({ code, status, count }) => [code, status, Number(count)] as const,
  );

describe("a sale taxed at home", () => {
  test.for<[what: string, article: string, event: NewEvent, rows: Registration[], place: string]>([
    ["of goods, under a registration", "59c(3), 33(a)", atHome(), [swedish()], OPEN],
    ["of an electronic service, under one", "59c(3), 58", makeService(ON_DAY), [swedish()], OPEN],
    ["on its first day", "57d CIR 282/2011", atHome(), [since("2025-08-15")], OPEN],
    ["on the day before", "57d CIR 282/2011", atHome(), [since("2025-08-16")], RIGHTFUL],
    ["on its last day", "58 CIR 282/2011", atHome(), [until("2025-08-15")], OPEN],
    ["on the day after", "58 CIR 282/2011", atHome(), [until("2025-08-14")], RIGHTFUL],
    [
      "before a move to another state",
      "57f CIR 282/2011",
      atHome(),
      [until("2025-08-20"), makeRegistration({ id: 2, effective_from: "2025-08-21" })],
      OPEN,
    ],
    [
      "after it, in the return of the former state",
      "57f CIR 282/2011",
      atHome(),
      [until("2025-08-14"), makeRegistration({ id: 2, effective_from: "2025-08-15" })],
      "",
    ],
    [
      "before the registration is confirmed",
      "369c",
      atHome(),
      [swedish({ status: "pending" })],
      "registration_missing_excluded open",
    ],
    ["of a business", "196", atHome({ customer_type: "b2b" }), [swedish()], RIGHTFUL],
    [
      "of a service that is taxed there by law",
      "45",
      makeService({ ...ON_DAY, supply_kind: "other_services", treatment: "domestic" }),
      [swedish()],
      RIGHTFUL,
    ],
    [
      "of goods within the state",
      "31",
      atHome({ consumption_country: "SE" }),
      [swedish()],
      RIGHTFUL,
    ],
  ])("%s (Art. %s)", ([, , event, registrations, place]) => {
    expect(leftOutOf(event, registrations)).toBe(place);
  });

  it("keeps the return from being ready until a person has decided", () => {
    const registrations = [swedish()];
    const ledger = new MemoryLedger(boundariesOf(registrations));
    ledger.commit([makeSale({ event_id: "other" }), atHome()]);
    const asked = computedIn(ledger, registrations).computed;
    expect(openQuestions(asked)).toMatchObject([
      { code: "taxed_at_home_under_scheme_excluded", count: 1, remedy: "decide_events" },
    ]);
    expect(readinessOf(asked).status).toBe("review_required");
    for (const to of ["excluded", "excluded", "classified"] as const) {
      ledger.reclassify("sale-1", to);
      const decided = computedIn(ledger, registrations).computed;
      expect(readinessOf(decided).status).toBe("ready");
      expect(decided.included_source_event_count).toBe(to === "classified" ? 2 : 1);
    }
    // The second exclusion adds nothing.
    expect(ledger.state("sale-1").event?.classification_history).toHaveLength(2);
  });

  it("asks once: its refund waits for nothing", () => {
    const sale = recordOf(atHome());
    const refund = recordOf(makeRefund({ supply_date: "2025-08-20" as IsoDate }));
    const [entry] = sumsOfEvent(withLink(refund, linkOf(refund, sale)));
    expect(parseReturnKey(entry?.key ?? "")).toMatchObject({
      code: "correction_reference_invalid_excluded",
      status: "rightful",
    });
  });
});

const DAYS = ["2025-06-30", "2025-07-01", "2025-08-14", "2025-08-15", "2025-09-30", "2025-10-01"];

/** The first day of a registration, and its last one if it has ended. */
const window = fc.subarray(DAYS, { minLength: 1, maxLength: 2 });

const rowOf = ([from = "", to]: readonly string[]) =>
  since(from, to === undefined ? {} : { status: "ended", effective_to: to });

/** Commits some sales, enters the registration, commits the others, and recounts the days that it moves. */
function ledgerOf(
  days: readonly string[],
  registeredAfter: number,
  before: Registration[],
  row: Registration,
) {
  const events = days.map((supply_date, n) =>
    atHome({ event_id: `sale-${n}`, supply_date: supply_date as IsoDate }),
  );
  const ledger = new MemoryLedger(boundariesOf(before));
  ledger.commit(events.slice(0, registeredAfter));
  const moved = changedDays(ledger.boundaries, boundariesOf([row]));
  ledger.boundaries = boundariesOf([row]);
  ledger.commit(events.slice(registeredAfter));
  for (const { event_id, supply_date } of events) {
    if (moved && moved.from <= supply_date && supply_date <= moved.to) ledger.recount(event_id);
  }
  return ledger;
}

it("makes the same return whatever came first: the sales, the registration or a recount", () => {
  const runs = fc.record({
    days: fc.array(fc.constantFrom(...DAYS), { minLength: 1, maxLength: 8 }),
    registeredAfter: fc.nat(8),
    window,
    isPendingFirst: fc.boolean(),
  });
  const property = fc.property(runs, ({ days, registeredAfter, window, isPendingFirst }) => {
    const row = rowOf(window);
    const before = isPendingFirst ? [{ ...row, status: "pending" } as Registration] : [];
    const ledger = ledgerOf(days, registeredAfter, before, row);
    const { computed, leftOut } = computedIn(ledger, [row]);
    const ofQuarter = days.filter((day) => "2025-07-01" <= day && day <= "2025-09-30");
    const [from = "", to = "9999-12-31"] = window;
    const covered = ofQuarter.filter((day) => from <= day && day <= to).length;
    if (computed.status !== "covered") {
      expect(covered).toBe(0);
      return;
    }
    const counted = Object.fromEntries(computed.warnings.map(({ code, count }) => [code, count]));
    const { taxed_at_home_under_scheme_excluded: open = 0, classification_excluded: rest = 0 } =
      counted;
    expect([open, rest]).toEqual([covered, ofQuarter.length - covered]);
    // The bridge tells them apart as the return does.
    const { excluded, notRecounted } = excludedOf(computed, leftOut);
    const inReview = excluded.filter(({ line }) => line === "in_review");
    expect(inReview.reduce((sum, { count }) => sum + Number(count), 0)).toBe(covered);
    expect(notRecounted).toBe(0);
  });
  fc.assert(property, { numRuns: lengthOf("ROUNDS", 200, 10_000) });
});

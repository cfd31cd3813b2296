import { beforeAll, expect, it } from "vitest";
import type { IsoDate } from "../../../../shared/core/calendar/dates.ts";
import type { LedgerId } from "../../../../shared/core/ids.ts";
import type { Registrations } from "../../../../shared/vat/seller/registration.ts";
import { atHand } from "../../../make/author.ts";
import { makeRegistration } from "../../../make/registration.ts";
import { makeRefund, makeSale } from "../../../make/supply-event.ts";
import { seedOf, soakLength } from "../../../stack/soak.ts";
import { tableOfOwn } from "../../../stack/table-of-own.ts";
import { unreliableEngine } from "../../../stack/unreliable-engine.ts";

/** Of every fifty transactions 7, 1 and 2; of the other calls as many are throttled or lose their answer. */
const FAULTS = {
  conflict: 0.14,
  throttle: 0.02,
  lost_answer: 0.04,
  plain: { throttle: 0.02, lost_answer: 0.04 },
};

beforeAll(tableOfOwn);
const engine = unreliableEngine({}, seedOf(20_261_122));

const dayOf = (n: number): IsoDate =>
  `2025-0${7 + (n % 3)}-${String(1 + (n % 28)).padStart(2, "0")}` as IsoDate;

const EVENTS = Array.from({ length: soakLength("EVENTS", 600) }, (_, n) => [
  makeSale({ event_id: `s${n}`, supply_date: dayOf(n) }),
  makeRefund({
    event_id: `r${n}`,
    original_event_id: `s${n}`,
    supply_date: (n % 2 === 0 ? "2025-09-30" : "2025-12-01") as IsoDate,
  }),
]).flat();

const registeredFrom =
  (effective_from: string) =>
  (all: Registrations): Registrations => ({
    ...all,
    last_id: 1,
    items: [makeRegistration({ effective_from })],
  });

it("two runners, a change on the way, conflicts and lost answers: every event ends where it belongs", async () => {
  const { recountAccount } = await import("../../../../shared/ledger/recount/recount.ts");
  const { updateRegistrations } = await import(
    "../../../../shared/ledger/settings/store-settings.ts"
  );
  const { auditOf } = await import("../../../stack/audit.ts");
  const { commit } = await import("../../../make/committed.ts");
  const { clockAt, later } = await import("../../../stack/settle.ts");
  const account = "faulty" as LedgerId;
  await commit(account, EVENTS);
  engine.proxy.inject(FAULTS);
  const register = (from: string) => updateRegistrations(account, registeredFrom(from), atHand());
  await register("2025-08-10");
  // These two may still stand on the ground before the change, so neither may make the last pass.
  const start = Date.now();
  const run = () =>
    recountAccount(account, clockAt(start), { until: start + 1, longest_pause_ms: 0 });
  const runs = [run(), run()];
  await register("2025-08-20");
  await Promise.all(runs);
  await recountAccount(account, later());
  engine.proxy.inject({});
  expect(await auditOf(account)).toMatchObject({
    events: EVENTS.length,
    differences: [],
    stale_links: [],
    stale_events: [],
    recount_pending: false,
  });
  expect(engine.proxy.injected.conflict).toBeGreaterThanOrEqual(3);
  expect(engine.proxy.injected.lost_answer).toBeGreaterThanOrEqual(1);
});

it("a request of a recount is written with the registrations though the answer is lost", async () => {
  const { updateRegistrations } = await import(
    "../../../../shared/ledger/settings/store-settings.ts"
  );
  const { loadRecount, noteEvents } = await import(
    "../../../../shared/ledger/recount/store-recounts.ts"
  );
  const { updatePlacingProfile } = await import(
    "../../../../shared/ledger/settings/store-settings.ts"
  );
  await noteEvents("lost" as LedgerId, [{ supply_date: "2025-08-10" }]);
  const met = engine.proxy.next("transaction", "lost_answer", "conflict");
  expect(
    await updateRegistrations("lost" as LedgerId, registeredFrom("2025-08-10"), atHand()),
  ).toMatchObject({
    followed: true,
    value: { last_id: 1 },
  });
  const rows = [{ establishment_country: "SE", fixed_establishments: [] }];
  expect(
    await updatePlacingProfile("lost" as LedgerId, (seen) => ({ ...seen, rows }), atHand()),
  ).toMatchObject({
    followed: true,
  });
  await met;
  expect(await loadRecount("lost" as LedgerId)).toMatchObject({
    state: "pending",
    from: "0000-01-01",
  });
});

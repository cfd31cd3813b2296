import { beforeAll, expect, it, vi } from "vitest";
import type { LedgerId } from "../../../../shared/core/ids.ts";
import type { LedgerEvent, SupplyEvent } from "../../../../shared/vat/schemes/supply-event.ts";
import type { Profile } from "../../../../shared/vat/seller/profile.ts";
import { atHand } from "../../../make/author.ts";
import { makeSale, makeService } from "../../../make/supply-event.ts";
import { tableOfOwn } from "../../../stack/table-of-own.ts";

/**
 * The rules of version 6: a seat outside the Union is the establishment of goods, whatever fixed establishment it has. A
 * sale taxed at home had no code of its own before version 9.
 */
const rules = vi.hoisted(() => ({ areOlder: true }));

vi.mock("../../../../shared/ledger/sums/sums-of-event.ts", async (original) => {
  const real = await original<typeof import("../../../../shared/ledger/sums/sums-of-event.ts")>();
  return {
    ...real,
    get RULES_VERSION() {
      return rules.areOlder ? 6 : real.RULES_VERSION;
    },
  };
});

vi.mock("../../../../shared/vat/seller/profile.ts", async (original) => {
  const real = await original<typeof import("../../../../shared/vat/seller/profile.ts")>();
  return {
    ...real,
    establishmentOfGoods: (profile: Profile) =>
      rules.areOlder ? profile.establishment_country : real.establishmentOfGoods(profile),
  };
});

vi.mock("../../../../shared/ledger/events/classification.ts", async (original) => {
  const real =
    await original<typeof import("../../../../shared/ledger/events/classification.ts")>();
  return {
    ...real,
    placementOf: (event: SupplyEvent, profile: Profile, stated: object) => {
      const placed = real.placementOf(event, profile, stated);
      const isOutside = profile.fixed_establishments.length === 0;
      return rules.areOlder && isOutside && event.supply_kind === "tbe_services"
        ? { ...placed, treatment: "non_union_oss" as const }
        : placed;
    },
  };
});

vi.mock("../../../../shared/vat/threshold/eligibility.ts", async (original) => {
  const real = await original<typeof import("../../../../shared/vat/threshold/eligibility.ts")>();
  return {
    ...real,
    restsOnRelief: (event: LedgerEvent) => !rules.areOlder && real.restsOnRelief(event),
  };
});

const NOW = new Date("2026-11-29T12:00:00Z");
const SELLERS: readonly (readonly [LedgerId, Profile])[] = [
  ["one-establishment", { establishment_country: "US", fixed_establishments: [{ country: "DE" }] }],
  ["no-establishment", { establishment_country: "US", fixed_establishments: [] }],
].map(([id, profile]) => [id as LedgerId, profile as Profile]);

const EVENTS = [
  makeSale({ event_id: "into-its-state", dispatch_country: "PL", consumption_country: "DE" }),
  makeSale({ event_id: "abroad", dispatch_country: "DE", consumption_country: "FR" }),
  makeService({ event_id: "from-berlin", establishment_country: "DE", consumption_country: "FR" }),
  makeSale({
    event_id: "at-home",
    dispatch_country: "DE",
    consumption_country: "FR",
    treatment: "origin_below_threshold",
  }),
];

beforeAll(tableOfOwn);

async function sumsAfter(suffix: string) {
  const { loadSums } = await import("../../../../shared/ledger/sums/store-sums.ts");
  const partitions = ["u2025-Q3", "n2025-Q3", "y2025"];
  const all = SELLERS.flatMap(([id]) => partitions.map((of) => [`${id}${suffix}`, of] as const));
  return Promise.all(
    all.map(async ([ledger, partition]) =>
      (await loadSums(ledger as LedgerId, partition)).flatMap(({ key, amounts }) => {
        const { writes: _, ...rest } = amounts;
        const left = Object.entries(rest).filter(([, amount]) => amount !== 0n);
        return left.length > 0 ? [[partition, key, Object.fromEntries(left)]] : [];
      }),
    ),
  );
}

async function commitAll(suffix: string) {
  const { ensureAccount } = await import("../../../../shared/accounts/store-accounts.ts");
  const { commitEvents } = await import("../../../../shared/ledger/commit/commit-events.ts");
  const { updateProfile } = await import("../../../../shared/ledger/settings/store-settings.ts");
  for (const [id, profile] of SELLERS) {
    const ledger = `${id}${suffix}` as LedgerId;
    await ensureAccount(ledger, NOW);
    await updateProfile(ledger, (seen) => ({ ...seen, rows: [profile] }), atHand());
    await commitEvents(ledger, EVENTS, NOW);
  }
}

it("a ledger of version 6 ends in the sums that the same events have today", async () => {
  const { recountAccount } = await import("../../../../shared/ledger/recount/recount.ts");
  const { auditOf } = await import("../../../stack/audit.ts");
  const { clockAt } = await import("../../../stack/settle.ts");
  await commitAll("");
  const before = await sumsAfter("");
  rules.areOlder = false;
  await commitAll("-anew");
  const anew = await sumsAfter("-anew");
  expect(before).not.toEqual(anew);
  const states = [];
  for (const [id] of SELLERS) {
    await recountAccount(id, clockAt(NOW.getTime()), {
      until: NOW.getTime() + 1,
      longest_pause_ms: 0,
    });
    states.push(await recountAccount(id, clockAt(NOW.getTime() + 100_000)));
    expect(await auditOf(id)).toMatchObject({ differences: [], stale_events: [], stale_links: [] });
  }
  expect(states).toMatchObject([
    { state: "done", rules_version: 10, moved: 3 },
    { state: "done", rules_version: 10, moved: 1 },
  ]);
  expect(await sumsAfter("")).toEqual(anew);
});

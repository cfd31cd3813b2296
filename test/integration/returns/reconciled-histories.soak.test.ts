import { randomUUID } from "node:crypto";
import { beforeAll, expect, it } from "vitest";
import { seeded } from "../../../scripts/demo/dice.ts";
import type { IsoDate } from "../../../shared/core/calendar/dates.ts";
import type { LedgerId, PeriodKey } from "../../../shared/core/ids.ts";
import type { Reconciliation } from "../../../shared/returns/reconciliation/schema.ts";
import { SCHEMES } from "../../../shared/vat/schemes/schemes.ts";
import { seedOf, soakLength } from "../../stack/soak.ts";
import { tableOfOwn } from "../../stack/table-of-own.ts";
import { heldBy, printedSums, type Sums } from "./declared-once/held.ts";
import { historyOf } from "./declared-once/history.ts";
import { storeInMemory } from "./declared-once/memory.ts";

const HISTORIES = soakLength("ROUNDS", 1_000);
const STEPS = 24;
const SEED = seedOf(369);

/** After all that a history tells, when every period of it since 2024 may still be corrected. */
const LATER = "2025-09-30" as IsoDate;

let account: typeof import("./declared-once/account.ts");
let flows: typeof import("../../../shared/returns/reconciliation/load-reconciliation.ts");
let openings: typeof import("../../../shared/returns/openings/store-openings.ts");

beforeAll(async () => {
  await tableOfOwn();
  account = await import("./declared-once/account.ts");
  flows = await import("../../../shared/returns/reconciliation/load-reconciliation.ts");
  openings = await import("../../../shared/returns/openings/store-openings.ts");
  await storeInMemory();
  await account.publishRates();
});

it("what a reconciliation says of each locked period is what the ledger holds", async () => {
  const random = seeded(SEED);
  let locked = 0;
  let moved = 0;
  for (let n = 0; n < HISTORIES; n += 1) {
    const name = `reconciled-${randomUUID()}` as LedgerId;
    const history = historyOf(random, STEPS);
    await account.newBusiness(name);
    for (const step of [...history.steps, { do: "recount" } as const]) {
      await account.carryOut(name, history.home, step);
    }
    const held = heldBy(history, await filedElsewhere(name));
    const label = `history ${n} of seed ${SEED}: ${JSON.stringify(history)}`;
    for (const scheme of SCHEMES) {
      const reconciled = await flows.loadReconciliation(name, scheme, LATER);
      expectReconciled(reconciled, held, label);
      locked += reconciled.locked_periods.length;
      moved += reconciled.items.filter(
        (one) => one.declared.vat_minor !== one.ledger.vat_minor,
      ).length;
    }
  }
  expect(locked).toBeGreaterThan(HISTORIES / 2);
  expect(moved).toBeGreaterThan(HISTORIES / 2);
}, 600_000);

async function filedElsewhere(name: LedgerId): Promise<ReadonlySet<string>> {
  const loaded = SCHEMES.map(({ id }) => openings.loadOpenings(name, id, "2000-01", "2100-Q4"));
  const all = (await Promise.all(loaded)).flat();
  return new Set(all.map((one) => `${one.scheme_type} ${one.period_key}`));
}

const keyOf = (period: string, one: { readonly member_state_of_consumption: string }): string =>
  `${period} ${one.member_state_of_consumption}`;

/** Declared and to be declared, in returns or directly, is the ledger, line by line, and the ledger is what was committed. */
function expectReconciled(
  { scheme_type, locked_periods, items, direct_declarations }: Reconciliation,
  held: Sums,
  label: string,
) {
  const reported: Sums = new Map();
  // Every change is in a return, as long as its period may still be corrected, and the registration goes on.
  const direct = new Map(
    direct_declarations.map((declaration) => [
      keyOf(declaration.original_period, declaration),
      declaration,
    ]),
  );
  expect(direct.size, label).toBe(direct_declarations.length);
  for (const { reason, original_period } of direct_declarations) {
    if (original_period > "2024") expect(reason, label).toBe("former_registration");
  }
  for (const { period_key, member_state_of_consumption, ...item } of items) {
    const { declared, corrected, to_declare, ledger, difference } = item;
    const left = direct.get(keyOf(period_key, { member_state_of_consumption }));
    expect(difference, label).toEqual({
      taxable_minor: left?.taxable_amount_minor ?? 0,
      vat_minor: left?.vat_amount_minor ?? 0,
    });
    const inReturns = declared.vat_minor + corrected.vat_minor + to_declare.vat_minor;
    const vat = inReturns + difference.vat_minor;
    expect(vat, label).toBe(ledger.vat_minor);
    expect(item.in_returns.length > 0 || to_declare.vat_minor === 0, label).toBe(true);
    reported.set([scheme_type, period_key, member_state_of_consumption].join(" "), vat);
  }
  const ofLocked = [...held].filter(([key]) => {
    const [scheme, period = ""] = key.split(" ");
    return scheme === scheme_type && locked_periods.includes(period as PeriodKey);
  });
  expect(printedSums(reported), label).toEqual(printedSums(new Map(ofLocked)));
}

import { beforeAll, expect, inject, it } from "vitest";
import { seededRandom } from "../make/random.ts";
import { report, seedOf, soaking } from "../stack/soak.ts";
import type { Attack, Group, World } from "./attack.ts";
import { fieldAttacks, oversizeAttacks, wholeBodyAttacks } from "./body-attacks.ts";
import { lineAttacks } from "./line-attacks.ts";
import { targets } from "./operations.ts";
import { faultOf } from "./verdict.ts";
import { send } from "./wire.ts";
import { fuzzedWorld } from "./world.ts";

/*
 * Goal: whatever is sent, no answer is a fault of ours, none is late, none tells of the inside, and
 * every refusal has the documented form. Method: requests that would be taken, each bent in one
 * place; in turn on every parameter, header and body field that the OpenAPI document has.
 */
const REQUESTS = soaking ? Number(process.env["SOAK_REQUESTS"] ?? 10_500) : 1_200;
const CALLERS = 8;

let world: World;
beforeAll(async () => {
  world = await fuzzedWorld();
});

it("takes hostile requests to every field without a fault", { timeout: 3_600_000 }, async () => {
  const seed = seedOf(7);
  const groups = [
    ...oversizeAttacks(world, targets),
    ...targets.flatMap((target) => [
      ...lineAttacks(world, target),
      ...wholeBodyAttacks(world, target),
      ...fieldAttacks(world, target),
    ]),
  ];
  expect(groups.length).toBeLessThanOrEqual(REQUESTS);
  const { faults, statuses } = await attackAll(inTurn(groups, seededRandom(seed)));
  const sent = Object.values(statuses).reduce((sum, count) => sum + count, 0);
  report(`fuzz: seed ${seed}, ${sent} requests to ${groups.length} places`);
  report(`fuzz: answers by status ${JSON.stringify(statuses)}`);
  expect(faults).toEqual([]);
  expect(sent).toBeGreaterThanOrEqual(REQUESTS);
});

/** Of each group the first, then of each the second, and so on; groups are shuffled. */
function* inTurn(groups: readonly Group[], dice: () => number): Generator<() => Attack> {
  const shuffled = groups.map((group) => shuffle(group, dice));
  for (let round = 0; shuffled.some((group) => round < group.length); round += 1) {
    for (const group of shuffled) {
      const attack = group[round];
      if (attack) yield attack;
    }
  }
}

function shuffle<T>(list: readonly T[], dice: () => number): T[] {
  return list
    .map((item) => ({ item, at: dice() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

async function attackAll(attacks: Iterator<() => Attack>) {
  const faults: string[] = [];
  const statuses: Record<string, number> = {};
  let left = REQUESTS;
  const caller = async () => {
    for (; left > 0; left -= 1) {
      const { value: make } = attacks.next();
      if (!make) return;
      const { status, fault } = await resultOf(make());
      statuses[status] = (statuses[status] ?? 0) + 1;
      if (fault !== undefined) faults.push(fault);
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
  return { faults, statuses };
}

async function resultOf(attack: Attack): Promise<{ status: number | string; fault?: string }> {
  try {
    const answer = await send(inject("stack").url, attack);
    const fault = faultOf(world, attack, answer);
    const { status } = answer;
    return fault === undefined ? { status } : { status, fault: `${attack.name} → ${fault}` };
  } catch (error) {
    return { status: "none", fault: `${attack.name} → ${(error as Error).message}` };
  }
}

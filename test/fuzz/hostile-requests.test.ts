import { beforeAll, expect, inject, it } from "vitest";
import { seeded } from "../../scripts/demo/dice.ts";
import { eachNth, everyTurn, report, seedOf, soaking } from "../stack/soak.ts";
import { type Attack, type Group, requestTo, type World } from "./attack.ts";
import { fieldAttacks, oversizeAttacks, wholeBodyAttacks } from "./body-attacks.ts";
import { lineAttacks } from "./line-attacks.ts";
import { targets } from "./operations.ts";
import { faultOf } from "./verdict.ts";
import { send } from "./wire.ts";
import { fuzzedWorld } from "./world.ts";

/*
 * Goal: whatever is sent, no answer is a fault of ours, none is late, none tells of the inside, and
 * every refusal has the documented form. Method: requests that would be taken, each bent in one
 * place; in turn on every parameter, header and body field that the OpenAPI document has, in `npm test` on each fourteenth.
 * Each operation also gets one request that is not bent, and is to get past everything that a key or an id could stop.
 */
const BOUNDED = everyTurn ? 3_000 : 360;
const REQUESTS = soaking ? Number(process.env["SOAK_REQUESTS"] ?? 21_000) : BOUNDED;
const CALLERS = 8;

let world: World;
beforeAll(async () => {
  world = await fuzzedWorld();
});

it("takes hostile requests to every field without a fault", { timeout: 3_600_000 }, async () => {
  const seed = seedOf(7);
  const attacks = [
    ...oversizeAttacks(world, targets),
    ...targets.flatMap((target) => [
      ...lineAttacks(world, target),
      ...wholeBodyAttacks(world, target),
      ...fieldAttacks(world, target),
    ]),
  ];
  const groups = [
    ...targets.map((target) => [() => requestTo(world, target)]),
    ...eachNth(14, attacks),
  ];
  expect(groups.length).toBeLessThanOrEqual(REQUESTS);
  const { faults, answers } = await attackAll(inTurn(groups, seeded(seed)));
  const sent = answers.length;
  report(`fuzz: seed ${seed}, ${sent} requests to ${groups.length} places`);
  report(`fuzz: answers by status ${JSON.stringify(counted(answers.map(({ status }) => status)))}`);
  report(`fuzz: requests by operation, and how many came through:\n${byOperation(answers)}`);
  expect(faults).toEqual([]);
  expect(sent).toBeGreaterThanOrEqual(REQUESTS);
  expect(targets.filter(({ operationId }) => !cameThrough(answers, operationId))).toEqual([]);
});

type Answered = { readonly operationId: string; readonly status: number | string };

/** Whether the operation itself has answered: what it was asked for, or that the state of things forbids it. */
const isThrough = ({ status }: Answered): boolean =>
  Number(status) < 400 || status === 409 || status === 422;

const cameThrough = (answers: readonly Answered[], operationId: string): boolean =>
  answers.some((answer) => answer.operationId === operationId && isThrough(answer));

const counted = (all: readonly (string | number)[]): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(all, (one) => one)].map(([one, of]) => [one, of.length]));

const byOperation = (answers: readonly Answered[]): string =>
  [...Map.groupBy(answers, ({ operationId }) => operationId)]
    .map(([name, all]) => `  ${name} ${all.length}, ${all.filter(isThrough).length}`)
    .sort()
    .join("\n");

/** Of each group the first, then of each the second, and so on; groups and their order are shuffled. */
function* inTurn(groups: readonly Group[], dice: () => number): Generator<() => Attack> {
  const shuffled = shuffle(groups, dice).map((group) => shuffle(group, dice));
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
  const answers: Answered[] = [];
  let left = REQUESTS;
  const caller = async () => {
    for (; left > 0; left -= 1) {
      const { value: make } = attacks.next();
      if (!make) return;
      const attack = make();
      const { status, fault } = await resultOf(attack);
      answers.push({ operationId: attack.operationId, status });
      if (fault !== undefined) faults.push(fault);
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
  return { faults, answers };
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

import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { Dice } from "../../scripts/demo/dice.ts";
import type { JournalRecord } from "../../shared/operations/journal/journal-record.ts";
import { lengthOf, report, seedOf, soaking } from "../stack/soak.ts";
import { explore } from "./explore.ts";
import { MemoryWorld } from "./memory-world.ts";
import { PLANTED } from "./planted.ts";
import { NOW, prepareAccount, USE_CASES, type UseCase } from "./use-cases.ts";

/*
 * Two use cases in one account, in every order of the calls at which they meet: each may be interrupted once, by the
 * other one or by the death of its process, after which it is sent again. However it goes, the account ends as if one had
 * run after the other, and no verification finds anything. `npm run soak -- schedules` runs all pairs with two
 * interruptions.
 */
let world: MemoryWorld;
let begin: () => void;

beforeAll(async () => {
  // The journal compares the instants that items say with those of their changes.
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
  world = MemoryWorld.install();
  // Otherwise a shard would be chosen by chance, and so would the calls that meet.
  Math.random = () => 0;
  await prepareAccount();
  begin = world.snapshot();
});
afterAll(() => {
  vi.useRealTimers();
});

const named = (name: string) => USE_CASES.find((useCase) => useCase.name === name) as UseCase;

/** Pairs that share most, each with one interruption. */
const CHOSEN: readonly (readonly [string, string])[] = [
  ["commit", "commit"],
  ["commit of an awaited sale", "commit of an awaited sale"],
  ["refund", "reclassify"],
  ["consignment", "consignment"],
  ["register", "commit"],
  ["recount", "lock"],
  ["import part", "undo"],
  ["opening", "lock"],
  ["delivery", "delivery"],
];

const PAIRS = soaking
  ? USE_CASES.flatMap((first) => USE_CASES.map((second) => [first, second] as const))
  : CHOSEN.map(([first, second]) => [named(first), named(second)] as const);

describe("two use cases at once end as one after the other", () => {
  it.each(
    PAIRS.map(([first, second]) => ({ name: `${first.name} × ${second.name}`, first, second })),
  )("$name", async ({ name, first, second }) => {
    const { schedules, points, defects } = await explore(world, begin, [first, second], {
      interruptions: soaking ? 2 : 1,
    });
    expect(defects).toEqual([]);
    report(`${name}: ${schedules} schedules, ${points} points`);
  });
});

/** Three use cases of which two run in one process, one after the other, while the third one runs: by chance, by a seed. */
const TRIPLES = lengthOf("ROUNDS", 1, 400);

function chosenTriples(): readonly (readonly [UseCase, UseCase, UseCase])[] {
  const seed = seedOf(27);
  report(`triples: seed ${seed}`);
  const dice = new Dice(`triples-${seed}`);
  const any = () => USE_CASES[dice.whole(0, USE_CASES.length - 1)] as UseCase;
  return Array.from({ length: TRIPLES }, () => [any(), any(), any()] as const);
}

describe("three use cases end as one after the other", () => {
  it.each(
    chosenTriples().map((triple, n) => ({
      name: `${n + 1}: ${triple.map((useCase) => useCase.name).join(" × ")}`,
      triple,
    })),
  )("$name", async ({ name, triple }) => {
    const { schedules, points, defects } = await explore(world, begin, triple, {
      interruptions: 1,
    });
    expect(defects).toEqual([]);
    report(`${name}: ${schedules} schedules, ${points} points`);
  });
});

describe("a damage of the stream of changes is found", () => {
  const DAMAGES: readonly [string, (records: JournalRecord[]) => JournalRecord[]][] = [
    ["a change is missing", (records) => records.toSpliced(-1, 1)],
    ["a change has two lines that differ", (records) => [...records, otherwise(records)]],
    ["the changes come in another order", (records) => records.reverse()],
  ];
  const otherwise = (records: readonly JournalRecord[]) => {
    const last = records.at(-1) as JournalRecord;
    return { ...last, at: new Date(0).toISOString() };
  };

  it.each(DAMAGES)("%s", async (_, damage) => {
    begin();
    for (const name of ["refund", "reclassify"]) {
      const run = await named(name).prepare();
      await run();
    }
    expect(world.stream.faults()).toEqual([]);
    expect(world.stream.faults((records) => damage([...records]))).not.toEqual([]);
  });
});

describe("a defect that is planted is found", () => {
  it.each(Object.entries(PLANTED))("%s", async (_, planted) => {
    const found: string[] = [];
    for (const [one, other] of [
      ["refund", "refund"],
      ["refund", "reclassify"],
      ["commit of an awaited sale", "commit of an awaited sale"],
    ] as const) {
      const pair = [named(one), named(other)] as const;
      const { defects } = await explore(world, begin, pair, { interruptions: 1, planted });
      found.push(...defects);
      if (found.length > 0) break;
    }
    expect(found).not.toEqual([]);
  });
});

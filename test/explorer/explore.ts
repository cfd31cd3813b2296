import { DomainError } from "../../shared/core/errors/errors.ts";
import { faultsOfAccount, viewOfAccount } from "./account-view.ts";
import { type MemoryWorld, meets, type Planted } from "./memory-world.ts";
import { EVENTS, type Event, type IsPoint, type Played, play, type Schedule } from "./schedule.ts";
import type { UseCase } from "./use-cases.ts";

/** The most calls at which a use case is interrupted; of those with more, the first ones. */
const MOST_POINTS = 15;

/** The result of all schedules of a pair, one line for each defect. */
export type Explored = {
  readonly schedules: number;
  readonly points: number;
  readonly defects: readonly string[];
};

type Ending = { readonly view: string; readonly outcomes: string | undefined };

/** A pair of use cases in a world, which every schedule begins from. */
type Pair = {
  readonly restore: () => void;
  readonly first: () => Promise<unknown>;
  readonly second: () => Promise<unknown>;
  readonly isPoint: IsPoint;
  /** How the account ends when one use case runs after the other. */
  readonly endings: readonly Ending[];
};

/**
 * Runs every schedule of a pair with at most two interruptions, or one: the first is of the use case that begins, the
 * second of the other one. A third use case follows the second one, in the same process.
 */
export async function explore(
  world: MemoryWorld,
  begin: () => void,
  [first, second, third]: readonly [UseCase, UseCase, UseCase?],
  { interruptions, planted }: { readonly interruptions: 1 | 2; readonly planted?: () => Planted },
): Promise<Explored> {
  begin();
  const pair = await prepared(world, first, second, third);
  const names = [first, second, third].flatMap((one) => one?.name ?? []).join(" × ");
  const defects: string[] = [];
  let schedules = 0;
  const run = async (schedule: Schedule): Promise<Played> => {
    schedules += 1;
    pair.restore();
    world.planted = planted?.();
    const played = await play(pair.first, pair.second, pair.isPoint, schedule);
    world.planted = undefined;
    const defect = played.failure ?? (await defectOf(world, pair, schedule, played));
    if (defect) defects.push(`${names} ${describe(schedule)}: ${defect}`);
    return played;
  };
  const most = interruptions === 1 ? 0 : MOST_POINTS;
  let at = 1;
  while (at <= MOST_POINTS && (await interruptAt(run, at, most))) at += 1;
  return { schedules, points: at - 1, defects };
}

/** Runs the schedules that interrupt the first use case at a point; false if it has fewer points. */
async function interruptAt(
  run: (schedule: Schedule) => Promise<Played>,
  at: number,
  most: number,
): Promise<boolean> {
  for (const event of EVENTS) {
    const { points } = await run({ first: { at, event } });
    if (points.first < at) return false;
    for (const then of eventsUpTo(Math.min(points.second, most))) {
      await run({ first: { at, event }, then });
    }
  }
  return true;
}

const eventsUpTo = (most: number): { readonly at: number; readonly event: Event }[] =>
  Array.from({ length: most }, (_, n) => EVENTS.map((event) => ({ at: n + 1, event }))).flat();

const describe = ({ first, then }: Schedule): string =>
  [`${first.event} at ${first.at}`, ...(then ? [`then ${then.event} at ${then.at}`] : [])].join(
    " ",
  );

type Run = Pair["first"];

/** Runs use cases one after the other, each whether or not the one before was rejected. */
const inSequence =
  (...runs: readonly Run[]): Run =>
  async () => {
    for (const run of runs) {
      await run().catch((error) => {
        if (!(error instanceof DomainError)) throw error;
      });
    }
  };

async function prepared(
  world: MemoryWorld,
  one: UseCase,
  other: UseCase,
  third: UseCase | undefined,
): Promise<Pair> {
  const [first, next, last] = [await one.prepare(), await other.prepare(), await third?.prepare()];
  const second = last ? inSequence(next, last) : next;
  const restore = world.snapshot();
  const none: IsPoint = () => false;
  const ending = async (...[a, b]: [Pair["first"], Pair["first"]]) => {
    restore();
    const { outcomes, touches, failure } = await play(a, b, none);
    const faults = [...(failure ? [failure] : []), ...(await faultsOfAccount())];
    faults.push(...world.stream.faults());
    if (faults.length > 0) throw new Error(`${one.name}, ${other.name}: ${faults.join("; ")}`);
    return { view: await viewOfAccount(), outcomes, touches };
  };
  const [ab, ba] = [await ending(first, second), await ending(second, first)];
  const meetsFirst = meets([...ab.touches.first, ...ba.touches.second]);
  const meetsSecond = meets([...ab.touches.second, ...ba.touches.first]);
  const between = last ? [await ending(inSequence(next, first, last), async () => {})] : [];
  const endings = [
    { view: ab.view, outcomes: `${ab.outcomes.first}, ${ab.outcomes.second}` },
    { view: ba.view, outcomes: `${ba.outcomes.second}, ${ba.outcomes.first}` },
    // Of the first use case between the others only the account is compared: how it ended is not known apart.
    ...between.map(({ view }) => ({ view, outcomes: undefined })),
  ];
  const isPoint: IsPoint = (of, own) => (of === "first" ? meetsSecond(own) : meetsFirst(own));
  return { restore, first, second, isPoint, endings };
}

/** Returns what is wrong with the account after a schedule; empty if it ends as one of the orders does. */
async function defectOf(
  world: MemoryWorld,
  pair: Pair,
  schedule: Schedule,
  played: Played,
): Promise<string> {
  const faults = [...(await faultsOfAccount()), ...world.stream.faults()];
  const view = await viewOfAccount();
  const outcomes = `${played.outcomes.first}, ${played.outcomes.second}`;
  const isCrash = [schedule.first, schedule.then].some((one) => one && one.event !== "switch");
  const isKnown = pair.endings.some(
    (ending) => ending.view === view && (isCrash || (ending.outcomes ?? outcomes) === outcomes),
  );
  const unknown = isKnown ? [] : [`ends as neither order does (${outcomes})`];
  return [...faults, ...unknown].join("; ");
}

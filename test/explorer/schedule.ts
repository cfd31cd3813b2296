import { AsyncLocalStorage } from "node:async_hooks";
import { DomainError } from "../../shared/core/errors/errors.ts";

/** A read or a write of an item, or of all items of a partition of the table or its index. */
export type Touch = { readonly name: string; readonly isWrite: boolean };

/** A call of the table or the object store on its way. */
export type Call = {
  readonly touches: () => readonly Touch[];
  readonly carryOut: () => Promise<unknown>;
};

/** What happens to a use case at one of its calls: the other one goes on, or its process dies. */
export const EVENTS = ["switch", "crash before", "crash after"] as const;
export type Event = (typeof EVENTS)[number];

/** The use case that begins is interrupted at its point `at`; the other one, if `then` says so, at its own. */
export type Schedule = {
  readonly first: { readonly at: number; readonly event: Event };
  readonly then?: { readonly at: number; readonly event: Event };
};

type Named = "first" | "second";

/** True for a call of a use case at which the order of both matters. */
export type IsPoint = (of: Named, touches: readonly Touch[]) => boolean;

/** One run of a use case. After a crash there is another one, as a queue or a caller sends the same again. */
class Run {
  /** Calls that wait for the baton. */
  readonly waiting: (() => void)[] = [];
  points = 0;
  isDead = false;
  isDone = false;
}

const running = new AsyncLocalStorage<{ readonly scheduler: Scheduler; readonly run: Run }>();

/** Returns the answer of a call, when its use case has its turn. Calls outside of a schedule are carried out at once. */
export function inTurn(call: Call): Promise<unknown> {
  const here = running.getStore();
  return here ? here.scheduler.call(here.run, call) : call.carryOut();
}

/** Lets the other use case end: whoever waits so long that nothing else can be under way. */
export async function waitForOthers(): Promise<void> {
  const here = running.getStore();
  await here?.scheduler.giveWay(here.run);
}

/** The answer to a process that has died. */
const never = () => new Promise<never>(() => {});

type UseCase = () => Promise<unknown>;

/**
 * Runs two use cases by a schedule. Exactly one of them has the baton; the calls of the other one wait. One that dies
 * has no further call, and runs again at its next turn.
 */
class Scheduler {
  readonly #cases: Readonly<Record<Named, UseCase>>;
  readonly #schedule: Schedule | undefined;
  readonly #isPoint: IsPoint;
  #holder: Named = "first";
  readonly #runs = new Map<Named, Run>();
  readonly outcomes = new Map<Named, string>();
  readonly points = new Map<Named, number>();
  readonly touches = { first: [] as Touch[], second: [] as Touch[] };
  readonly #interrupted = new Set<Named>();
  #onChange: () => void = () => {};
  #onFailure: (error: unknown) => void = () => {};

  constructor(cases: Readonly<Record<Named, UseCase>>, isPoint: IsPoint, schedule?: Schedule) {
    this.#cases = cases;
    this.#isPoint = isPoint;
    this.#schedule = schedule;
  }

  /** Runs both to their ends. */
  async play(): Promise<void> {
    while (!this.#isDone("first") || !this.#isDone("second")) {
      if (this.#isDone(this.#holder)) this.#holder = other(this.#holder);
      await this.#turn(this.#holder);
    }
  }

  #isDone(name: Named): boolean {
    return this.#runs.get(name)?.isDone === true;
  }

  /** Lets a use case go on until it ends, dies, or gives the baton away. */
  async #turn(name: Named): Promise<void> {
    const changed = new Promise<void>((resolve, reject) => {
      this.#onChange = resolve;
      this.#onFailure = reject;
    });
    const run = this.#runs.get(name);
    if (!run || run.isDead) this.#start(name);
    else for (const go of run.waiting.splice(0)) go();
    await changed;
  }

  #start(name: Named): void {
    const run = new Run();
    this.#runs.set(name, run);
    const ended = (outcome: string) => {
      if (run.isDead) return;
      run.isDone = true;
      this.outcomes.set(name, outcome);
      this.#onChange();
    };
    running.run({ scheduler: this, run }, () => {
      this.#cases[name]().then(
        () => ended("done"),
        (error: unknown) =>
          error instanceof DomainError ? ended(error.code) : this.#onFailure(error),
      );
    });
  }

  async call(run: Run, call: Call): Promise<unknown> {
    const name = this.#nameOf(run);
    if (!name || run.isDead) return never();
    while (this.#holder !== name && !run.isDead)
      await new Promise<void>((go) => run.waiting.push(go));
    if (run.isDead) return never();
    const touched = call.touches();
    this.touches[name].push(...touched);
    const carryOut = async () => {
      const answer = await call.carryOut();
      // What was written may be in a list now.
      this.touches[name].push(...call.touches());
      return answer;
    };
    if (!this.#isPoint(name, touched)) return carryOut();
    run.points += 1;
    if (!this.#interrupted.has(name)) this.points.set(name, run.points);
    const event = this.#eventAt(name, run.points);
    if (event === undefined) return carryOut();
    this.#interrupted.add(name);
    if (event === "crash after") await carryOut();
    const goesOn = new Promise<void>((go) => run.waiting.push(go));
    if (event !== "switch") run.isDead = true;
    this.#holder = other(name);
    this.#onChange();
    if (run.isDead) return never();
    await goesOn;
    return carryOut();
  }

  async giveWay(run: Run): Promise<void> {
    const name = this.#nameOf(run);
    const concurrent = name && this.#runs.get(other(name));
    if (!concurrent || concurrent.isDone || concurrent.isDead) return;
    const goesOn = new Promise<void>((go) => run.waiting.push(go));
    this.#holder = other(name);
    this.#onChange();
    await goesOn;
  }

  #nameOf(run: Run): Named | undefined {
    return (["first", "second"] as const).find((name) => this.#runs.get(name) === run);
  }

  #eventAt(name: Named, point: number): Event | undefined {
    const planned = name === "first" ? this.#schedule?.first : this.#schedule?.then;
    if (!planned || this.#interrupted.has(name) || planned.at !== point) return undefined;
    return name === "second" && !this.#interrupted.has("first") ? undefined : planned.event;
  }
}

const other = (name: Named): Named => (name === "first" ? "second" : "first");

/** The result of a schedule: the points that each use case has passed, what it has touched, and how it ended. */
export type Played = {
  readonly points: Readonly<Record<Named, number>>;
  readonly touches: Readonly<Record<Named, readonly Touch[]>>;
  readonly outcomes: Readonly<Record<Named, string>>;
  /** The error of the service with which a use case has ended. */
  readonly failure: string | undefined;
};

/** Runs two use cases by a schedule, or one after the other without one. */
export async function play(
  first: UseCase,
  second: UseCase,
  isPoint: IsPoint,
  schedule?: Schedule,
): Promise<Played> {
  const scheduler = new Scheduler({ first, second }, isPoint, schedule);
  const failure = await scheduler.play().then(() => undefined, String);
  const of = <T>(values: ReadonlyMap<Named, T>, none: T) => ({
    first: values.get("first") ?? none,
    second: values.get("second") ?? none,
  });
  return {
    points: of(scheduler.points, 0),
    touches: scheduler.touches,
    failure,
    outcomes: of(scheduler.outcomes, ""),
  };
}

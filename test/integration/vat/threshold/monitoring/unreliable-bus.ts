import type { CrossingEvent } from "../../../../../shared/notifications/crossings.ts";

/** The number of the shop that an event is of: its id is shop-<number>-<year>-<kind>. */
const numberIn = (id: string): number => Number(id.split("-")[1]);

export const isRefusedFirst = (id: string): boolean => numberIn(id) % 3 === 0;
export const diesFirst = (id: string): boolean => numberIn(id) % 3 === 1;

/**
 * A bus that fails before it takes an event (so does a worker that dies after its write) or just
 * after. It does so with two of three shops the first time, and with some of them once more.
 */
export class UnreliableBus {
  readonly injected = { refused: 0, died_after_publish: 0 };
  /** What it has taken, by the id. */
  readonly events = new Map<string, CrossingEvent[]>();
  readonly #handed = new Map<string, number>();

  readonly publish = async (event: CrossingEvent): Promise<void> => {
    const { id } = event.detail;
    const fails = this.#failsNow(id);
    if (fails && isRefusedFirst(id)) {
      this.injected.refused += 1;
      throw new Error("the bus does not answer");
    }
    this.events.set(id, [...(this.events.get(id) ?? []), event]);
    if (fails && diesFirst(id)) {
      this.injected.died_after_publish += 1;
      throw new Error("the worker ends before it notes that it has published");
    }
  };

  #failsNow(id: string): boolean {
    const time = (this.#handed.get(id) ?? 0) + 1;
    this.#handed.set(id, time);
    return time === 1 || (time === 2 && numberIn(id) % 2 === 0);
  }
}

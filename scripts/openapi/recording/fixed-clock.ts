/**
 * Stops the clock of this process at `start`, so that days, due days and instants in examples are the same in every
 * recording. The clock moves only by `forward`.
 */
export function stopClock(start: string): { readonly forward: (seconds: number) => void } {
  let now = Date.parse(start);
  const Running = Date;
  class StoppedDate extends Running {
    constructor(...given: readonly [] | readonly [string | number | Date]) {
      if (given.length === 0) super(now);
      else super(...given);
    }
    static override now = () => now;
  }
  globalThis.Date = StoppedDate as DateConstructor;
  return {
    forward: (seconds) => {
      now += seconds * 1000;
    },
  };
}

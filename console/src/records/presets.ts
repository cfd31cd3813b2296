import { type IsoDate, periodBefore, quarterOn } from "../../../shared/core/calendar/dates.ts";

type Preset = {
  readonly name: "quarter" | "running" | "year";
  readonly from: IsoDate;
  readonly to: IsoDate;
};

/** Returns the ranges that are asked for most: the last quarter, the running one up to today, and the last year. */
export function presetsOn(today: IsoDate): Preset[] {
  const running = quarterOn(today);
  const last = periodBefore(running);
  const year = Number(today.slice(0, 4)) - 1;
  return [
    { name: "quarter", from: last.firstDay, to: last.lastDay },
    { name: "running", from: running.firstDay, to: today },
    { name: "year", from: `${year}-01-01` as IsoDate, to: `${year}-12-31` as IsoDate },
  ];
}

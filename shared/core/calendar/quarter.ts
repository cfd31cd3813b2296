import type { IsoDate } from "./iso-date.ts";
import type { Period } from "./period.ts";

const LAST_DAY_OF_QUARTER = ["03-31", "06-30", "09-30", "12-31"] as const;
const LAST_DAY_OF_NEXT_MONTH = ["04-30", "07-31", "10-31", "01-31"] as const;

/** The quarter named by `key`, or undefined when it is not of the form YYYY-Qn. */
export function quarterOf(key: string): Period | undefined {
  const match = /^([1-9]\d{3})-Q([1-4])$/.exec(key);
  if (!match || key === "9999-Q4") return undefined;
  const year = Number(match[1]);
  const n = Number(match[2]);
  const firstMonth = String(n * 3 - 2).padStart(2, "0");
  return {
    kind: "quarter",
    key: `${year}-Q${n}`,
    firstDay: `${year}-${firstMonth}-01` as IsoDate,
    lastDay: `${year}-${LAST_DAY_OF_QUARTER[n - 1]}` as IsoDate,
    filingDueDate: `${n === 4 ? year + 1 : year}-${LAST_DAY_OF_NEXT_MONTH[n - 1]}` as IsoDate,
  };
}

/** The key of the quarter that `day` lies in. */
export const quarterKeyOn = (day: IsoDate): string =>
  `${Number(day.slice(0, 4))}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`;

/** The quarter that `day` lies in. */
export const quarterOn = (day: IsoDate): Period => quarterOf(quarterKeyOn(day)) as Period;

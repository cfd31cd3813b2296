import type { IsoDate } from "./iso-date.ts";

export type QuarterKey = `${number}-Q${1 | 2 | 3 | 4}`;

/** A Union OSS return period. `key` is the form used in URLs and in the store. */
export type Quarter = {
  readonly key: QuarterKey;
  readonly firstDay: IsoDate;
  /** Inclusive. The ECB rate of this day converts the whole quarter (Art. 369h VAT Directive). */
  readonly lastDay: IsoDate;
  /** The end of the month following the quarter (Art. 369f); not moved for weekends or holidays. */
  readonly filingDueDate: IsoDate;
};

const LAST_DAY_OF_QUARTER = ["03-31", "06-30", "09-30", "12-31"] as const;
const LAST_DAY_OF_NEXT_MONTH = ["04-30", "07-31", "10-31", "01-31"] as const;

/** The quarter named by `key`, or undefined when it is not of the form YYYY-Qn. */
export function quarterOf(key: string): Quarter | undefined {
  const match = /^([1-9]\d{3})-Q([1-4])$/.exec(key);
  if (!match || key === "9999-Q4") return undefined;
  const year = Number(match[1]);
  const n = Number(match[2]) as 1 | 2 | 3 | 4;
  const firstMonth = String(n * 3 - 2).padStart(2, "0");
  return {
    key: `${year}-Q${n}`,
    firstDay: `${year}-${firstMonth}-01` as IsoDate,
    lastDay: `${year}-${LAST_DAY_OF_QUARTER[n - 1]}` as IsoDate,
    filingDueDate: `${n === 4 ? year + 1 : year}-${LAST_DAY_OF_NEXT_MONTH[n - 1]}` as IsoDate,
  };
}

/** The key of the quarter that `day` lies in. */
export const quarterKeyOn = (day: IsoDate): QuarterKey =>
  `${Number(day.slice(0, 4))}-Q${Math.ceil(Number(day.slice(5, 7)) / 3) as 1 | 2 | 3 | 4}`;

/** The quarter that `day` lies in. */
export const quarterOn = (day: IsoDate): Quarter => quarterOf(quarterKeyOn(day)) as Quarter;

import * as z from "zod";
import { PeriodKey, QuarterParam } from "../calendar/schema.ts";
import { cursorAt, cursorParam, Limit } from "../input/page.ts";
import type { LockedPeriod } from "./locked-period.ts";
import type { LockedPeriodList } from "./schema.ts";
import { shownLock } from "./shown.ts";

const LIST = "locked-return-periods";

/** Five years of quarters. */
const USUAL = 20;

/** Query of GET /v1/reports/locked-return-periods/union-oss. */
export const ListQuery = z.strictObject({
  period: QuarterParam.optional(),
  limit: Limit.unwrap()
    .default(USUAL)
    .meta(Limit.meta() ?? {}),
  cursor: cursorParam(LIST, PeriodKey),
});

/** A page of `limit` periods out of the first `limit` + 1 that are left. */
export const pageOf = (
  locks: readonly LockedPeriod[],
  limit: number,
): Pick<LockedPeriodList, "items" | "next_cursor"> => ({
  items: locks.slice(0, limit).map(shownLock),
  next_cursor: locks.length > limit ? cursorAt(LIST, locks[limit - 1]?.period_key) : null,
});

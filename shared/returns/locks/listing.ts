import * as z from "zod";
import { PeriodKey, PeriodParam, QuarterParam } from "../../core/calendar/schema.ts";
import { cursorAt, cursorParam, Limit } from "../../core/input/pagination.ts";
import { RegistrationParam } from "../path-schema.ts";
import type { LockedPeriod } from "./locked-period.ts";
import type { LockedPeriodList } from "./schema.ts";
import { shownLock } from "./view.ts";

const LIST = "locked-return-periods";

/** Five years of quarters. */
const USUAL = 20;

const page = {
  registration_id: RegistrationParam,
  limit: Limit.unwrap()
    .default(USUAL)
    .meta(Limit.meta() ?? {}),
  cursor: cursorParam(LIST, z.tuple([PeriodKey, z.int().positive()])),
};

/** Query of GET /v1/reports/locked-return-periods/union-oss. */
export const ListQuery = z.strictObject({ period: QuarterParam.optional(), ...page });

/** The same for any scheme. */
export const SchemeListQuery = z.strictObject({ period: PeriodParam.optional(), ...page });
export type SchemeListQuery = z.output<typeof SchemeListQuery>;

/** Query of what marks one quarter of the Union scheme as filed. */
export const FiledQuery = z.strictObject({
  period: QuarterParam,
  registration_id: RegistrationParam,
});

/** The same for any scheme. */
export const SchemeFiledQuery = z.strictObject({
  period: PeriodParam,
  registration_id: RegistrationParam,
});

const readiness = {
  require_ready: z
    .enum(["true", "false"])
    .optional()
    .describe(
      "`true` refuses a return that is `review_required` (409 `return_not_ready`), as `lock_requires_ready` of the account does for every lock",
    ),
};

/** Query of what locks one quarter of the Union scheme. */
export const LockQuery = FiledQuery.extend(readiness);

/** The same for any scheme. */
export const SchemeLockQuery = SchemeFiledQuery.extend(readiness);

export const isReadyRequired = ({ require_ready }: z.output<typeof LockQuery>): boolean =>
  require_ready === "true";

/** A page of `limit` periods out of the first `limit` + 1 that are left. */
export const pageOf = (
  locks: readonly LockedPeriod[],
  limit: number,
): Pick<LockedPeriodList, "items" | "next_cursor"> => ({
  items: locks.slice(0, limit).map(shownLock),
  next_cursor: locks.length > limit ? cursorBehind(locks[limit - 1]) : null,
});

const cursorBehind = (lock: LockedPeriod | undefined): string =>
  cursorAt(LIST, [lock?.period_key, lock?.registration_id]);

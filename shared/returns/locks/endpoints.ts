import type { IsoDate } from "../../core/calendar/dates.ts";
import type { AuthorId, LedgerId } from "../../core/ids.ts";
import type { Scheme } from "../../vat/schemes/scheme.ts";
import { rejectWrongKind, type SchemeInput } from "../path-schema.ts";
import { correctFiling, fileReturn } from "./file-return.ts";
import { listLocks } from "./list-locks.ts";
import { lockReturn } from "./lock-return.ts";
import {
  type FiledQuery,
  FilingCorrectionRequest,
  FilingRequest,
  filedQueryOf,
  filingOf,
  futureFilingFaults,
  LockedPeriodDetail,
  LockedPeriodList,
  type LockListQuery,
  type LockQuery,
  listQueryOf,
  lockQueryOf,
} from "./schema.ts";
import { lockWithExports } from "./view.ts";

type Call<Query> = {
  readonly path: { readonly scheme: Scheme };
  readonly query: Query;
  readonly ledger: LedgerId;
  readonly author: AuthorId;
  readonly now: Date;
  readonly today: IsoDate;
};

/** Builds the definition of a route that lists locked periods. */
export const defineLockList = ({ path, faultCodes, ...input }: SchemeInput) => ({
  path,
  query: listQueryOf(input),
  faultCodes,
  output: LockedPeriodList,
  run: ({ path: { scheme }, query, ledger }: Omit<Call<LockListQuery>, "author">) => {
    if (query.period) rejectWrongKind(scheme, query.period);
    return listLocks(ledger, scheme, query);
  },
});

/** Builds the definition of a route that locks a period. */
export const defineLocking = ({ path, faultCodes, ...input }: SchemeInput) => ({
  path,
  query: lockQueryOf(input),
  faultCodes,
  output: LockedPeriodDetail,
  status: 201 as const,
  run: async ({ path: { scheme }, query, ledger, author, now }: Call<LockQuery>) => {
    const { period, require_ready, confirm: confirmed, ...chosen } = query;
    rejectWrongKind(scheme, period);
    const requireReady = require_ready === "true";
    const request = { ...chosen, author, now, requireReady, confirmed };
    return lockWithExports(await lockReturn(ledger, scheme, period, request));
  },
});

/** Builds the definition of a route that marks a period as filed. */
export const defineFiling = ({ path, faultCodes, ...input }: SchemeInput) => ({
  path,
  query: filedQueryOf(input),
  faultCodes,
  body: FilingRequest,
  bodyOptional: true as const,
  bodyFaults: futureFilingFaults,
  output: LockedPeriodDetail,
  run: async ({
    path: { scheme },
    query,
    body,
    ledger,
    author,
    now,
    today,
  }: Call<FiledQuery> & { readonly body: FilingRequest }) => {
    rejectWrongKind(scheme, query.period);
    const filing = filingOf(body, query.period, { author, now, today });
    return lockWithExports(await fileReturn(ledger, scheme, query, filing, now));
  },
});

/** Builds the definition of the route that corrects the record of a filing. */
export const defineFilingCorrection = ({ path, faultCodes, ...input }: SchemeInput) => ({
  path,
  query: filedQueryOf(input),
  faultCodes,
  body: FilingCorrectionRequest,
  bodyFaults: futureFilingFaults,
  output: LockedPeriodDetail,
  run: async ({
    path: { scheme },
    query,
    body,
    ledger,
    author,
    now,
    today,
  }: Call<FiledQuery> & { readonly body: FilingCorrectionRequest }) => {
    rejectWrongKind(scheme, query.period);
    const correction = filingOf(body, query.period, { author, now, today });
    return lockWithExports(await correctFiling(ledger, scheme, query, correction));
  },
});

import { expect, it } from "vitest";
import { describedEndpoints } from "../../scripts/openapi/endpoints.ts";
import type { Route } from "../../shared/api/route.ts";
import { errorsOf } from "../../shared/api/route-errors.ts";
import * as routes from "../../shared/api/routes.ts";
import { ERROR_STATUS, type ErrorCode } from "../../shared/core/errors/errors.ts";
import { textsBehind } from "./reachable-codes.ts";

/*
 * The error codes of a route are listed in shared/api/route-errors.ts, for the OpenAPI document. A use case declares a
 * code by throwing it: every code that the code behind a handler mentions has to be in the list, or here.
 */
type RouteName = keyof typeof routes;

/** Mentioned behind these handlers, and never the code of their errors. */
const NOT_AN_ERROR: readonly {
  readonly codes: readonly ErrorCode[];
  readonly routes: readonly RouteName[];
  readonly why: string;
}[] = [
  {
    codes: ["registration_required", "registration_conflict"],
    routes: ["getReconciliation", "getFilingPrep", "getMultiJurisdiction", "getOverview"],
    why: "the status of one of several returns in the response",
  },
  {
    codes: ["registration_required", "registration_conflict"],
    routes: ["moveSandboxClock"],
    why: "a return without an amount in a notice",
  },
  {
    codes: ["registration_required", "registration_conflict"],
    routes: ["listSupplyEvents"],
    why: "the filter by warning finds nothing without a return",
  },
  {
    codes: ["registration_required"],
    routes: ["listLockedPeriods", "listLockedReturns"],
    why: "a locked return had its registration",
  },
  {
    codes: ["recount_pending"],
    routes: [
      "exportQuarterlySummary",
      "exportQuarterlySummaryCsv",
      "exportQuarterlySummaryJson",
      "exportCountryBreakdown",
      "exportCountryBreakdownCsv",
      "exportCountryBreakdownJson",
      "exportReturn",
      "exportReturnCsv",
      "exportReturnJson",
    ],
    why: "a line of the file",
  },
  {
    codes: ["recount_pending"],
    routes: ["checkReturnFiles", "makeReturnFile"],
    why: "a finding in the response",
  },
  {
    codes: ["period_not_locked"],
    routes: ["lockPeriod", "lockReturn", "lockNilReturns", "prepareReturn"],
    why: "the answer to filing, from the same table of transitions",
  },
  {
    codes: [
      "period_already_locked",
      "period_not_ended",
      "period_filed_elsewhere",
      "recount_pending",
      "return_not_ready",
      "registration_required",
      "registration_conflict",
      "second_person_required",
    ],
    routes: ["lockNilReturns"],
    why: "the outcome of one of several periods in the response",
  },
  {
    codes: ["period_already_locked"],
    routes: ["markPeriodFiled", "markReturnFiled", "correctFiling"],
    why: "the answer to locking, from the same table of transitions",
  },
  {
    codes: ["invalid_period"],
    routes: ["getReconciliation", "downloadReturnExport", "lockNilReturns"],
    why: "their paths have a scheme and no period, and share the table of faults",
  },
  {
    codes: ["registration_required", "registration_conflict"],
    routes: ["explainSupplyEvent"],
    why: "an event without a return is explained as well, and each registration is asked for its own",
  },
  {
    codes: ["insufficient_scope", "registration_limit_reached", "registration_overlap"],
    routes: ["importClientAccounts"],
    why: "an account begins without a rule and without registrations, and gets one",
  },
  {
    codes: ["not_found"],
    routes: ["createRegistration", "createSource"],
    why: "what they add is looked up by its id after it was added",
  },
];

const excused = (name: string): ErrorCode[] =>
  NOT_AN_ERROR.flatMap((one) => (one.routes.some((route) => route === name) ? one.codes : []));

const codes = new Set(Object.keys(ERROR_STATUS));
const endpoints = await describedEndpoints();

it.for(endpoints)("$name lists every error that its code can throw", ({ name, definition }) => {
  const { handler } = routes[name as RouteName] as Route;
  // The errors of every route come from shared/api.
  const isEdge = (file: string) => file.startsWith("shared/api/");
  const mentioned = textsBehind(`functions/${handler}.ts`, "handler", codes, isEdge);
  const listed = new Set<string>(errorsOf(name, definition));
  const missing = [...mentioned].filter(([code]) => !listed.has(code));
  expect(missing.map(([code]) => code).sort()).toEqual(excused(name).sort());
});

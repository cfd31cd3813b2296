import type { Route } from "./route.ts";

/* Rows of the route table whose functions must be small and therefore import only their own row. */
export const getHealthRow = {
  part: "public",
  method: "GET",
  path: "/health",
  scope: "public",
  table: "none",
  handler: "health/get-health",
  summary: "The service is up",
} as const satisfies Route;

export const listTaxClassesRow = {
  part: "public",
  method: "GET",
  path: "/v1/tax-classes",
  scope: "public",
  table: { reads: ["rate_overlay"] },
  handler: "tax-classes/list-tax-classes",
  summary: "The tax classes, with their rate in a country",
} as const satisfies Route;

export const getTaxClassRow = {
  part: "public",
  method: "GET",
  path: "/v1/tax-classes/{id}",
  scope: "public",
  table: { reads: ["rate_overlay"] },
  handler: "tax-classes/get-tax-class",
  summary: "One tax class with its rates in force",
} as const satisfies Route;

export const listTaxRatesRow = {
  part: "public",
  method: "GET",
  path: "/v1/tax-rates",
  scope: "public",
  table: { reads: ["rate_overlay"] },
  handler: "tax-rates/list-tax-rates",
  summary: "The VAT rates of a time, each with where it comes from",
} as const satisfies Route;

export const lockPeriodRow = {
  part: "locks",
  method: "POST",
  path: "/v1/reports/locked-return-periods/union-oss",
  scope: "write",
  role: "approver",
  table: {
    reads: [
      "accounts",
      "profile",
      "recounts",
      "registrations",
      "sums",
      "rates",
      "locks",
      "marks",
      "openings",
      "open_import_rows",
      "preparations",
    ],
    writes: ["locks", "marks", "openings", "outbox", "board"],
  },
  artifacts: "put",
  handler: "locks/lock-period",
  summary: "Freeze the return of a quarter that has ended, with its files",
} as const satisfies Route;

export const lockReturnRow = {
  part: "locks",
  method: "POST",
  path: "/v1/reports/locked-return-periods/{scheme}",
  scope: "write",
  role: "approver",
  table: {
    reads: [
      "accounts",
      "profile",
      "recounts",
      "registrations",
      "sums",
      "rates",
      "locks",
      "marks",
      "openings",
      "open_import_rows",
      "preparations",
    ],
    writes: ["locks", "marks", "openings", "outbox", "board"],
  },
  artifacts: "put",
  handler: "locks/lock-return",
  summary: "Freeze the return of a period that has ended, in any scheme",
} as const satisfies Route;

export const lockNilReturnsRow = {
  part: "locks",
  method: "POST",
  path: "/v1/returns/{scheme}/nil-returns",
  scope: "write",
  role: "approver",
  table: {
    reads: [
      "accounts",
      "profile",
      "recounts",
      "registrations",
      "sums",
      "rates",
      "locks",
      "marks",
      "openings",
      "open_import_rows",
      "preparations",
    ],
    writes: ["locks", "marks", "openings", "outbox", "board"],
  },
  artifacts: "put",
  handler: "locks/lock-nil-returns",
  summary: "Freeze the nil returns of one or several periods, each with an outcome of its own",
} as const satisfies Route;

export const commitTransactionRow = {
  part: "calculations",
  method: "POST",
  path: "/v1/transactions/{id}/commit",
  scope: "write",
  role: "preparer",
  table: {
    reads: [
      "rate_overlay",
      "recounts",
      "transactions",
      "profile",
      "registrations",
      "sources",
      "events",
      "consignments",
    ],
    writes: ["recounts", "transactions", "events", "consignments", "sums", "marks", "source_tags"],
  },
  keyProofs: "check",
  handler: "calculations/commit-transaction",
  summary: "Commit a calculation to the ledger as supply events",
} as const satisfies Route;

export const commitSupplyEventsRow = {
  part: "ledger",
  method: "POST",
  path: "/v1/supply-events",
  scope: "write",
  role: "preparer",
  table: {
    reads: [
      "rate_overlay",
      "recounts",
      "profile",
      "registrations",
      "sources",
      "events",
      "consignments",
      "transactions",
    ],
    writes: ["recounts", "events", "consignments", "sums", "marks", "source_tags"],
  },
  keyProofs: "check",
  handler: "ledger/commit-supply-events",
  summary: "Commit one supply event, or up to 500",
} as const satisfies Route;

import type { Route } from "./route.ts";

/**
 * Every endpoint of the service, once. The CDK stack, the local server and the OpenAPI document
 * are loops over these rows. No schemas here: every function imports this file.
 */
export const routes = {
  getHealth: {
    method: "GET",
    path: "/health",
    scope: "public",
    table: "none",
    handler: "health/get-health",
    summary: "The service is up",
  },
  getAccount: {
    method: "GET",
    path: "/v1/account",
    scope: "read",
    table: "read",
    handler: "account/get-account",
    summary: "The account profile: where the business is established",
  },
  putAccount: {
    method: "PUT",
    path: "/v1/account",
    scope: "write",
    table: "write",
    handler: "account/put-account",
    summary: "Set the account profile",
  },
  listRegistrations: {
    method: "GET",
    path: "/v1/tax-registrations",
    scope: "read",
    table: "read",
    handler: "registrations/list-registrations",
    summary: "The account's OSS and IOSS registrations, most recent window first",
  },
  createRegistration: {
    method: "POST",
    path: "/v1/tax-registrations",
    scope: "write",
    table: "write",
    handler: "registrations/create-registration",
    summary: "Add a scheme registration; only a masked form of its number is kept",
  },
  updateRegistration: {
    method: "PATCH",
    path: "/v1/tax-registrations/{id}",
    scope: "write",
    table: "write",
    handler: "registrations/update-registration",
    summary: "Change a registration",
  },
  commitSupplyEvents: {
    method: "POST",
    path: "/v1/supply-events",
    scope: "write",
    table: "write",
    handler: "supplies/commit-supply-events",
    summary: "Commit one supply event, or up to 500",
  },
  listSupplyEvents: {
    method: "GET",
    path: "/v1/supply-events",
    scope: "read",
    table: "read",
    handler: "supplies/list-supply-events",
    summary: "Committed supply events, by day",
  },
  getSupplyEvent: {
    method: "GET",
    path: "/v1/supply-events/{event_id}",
    scope: "read",
    table: "read",
    handler: "supplies/get-supply-event",
    summary: "One committed supply event",
  },
  classifySupplyEvent: {
    method: "POST",
    path: "/v1/supply-events/{event_id}/classification",
    scope: "write",
    table: "write",
    handler: "supplies/classify-supply-event",
    summary: "Change the classification of a supply event, with a note for the audit trail",
  },
  getQuarterlySummary: {
    method: "GET",
    path: "/v1/reports/oss-quarterly-summary",
    scope: "read",
    table: "read",
    handler: "reports/get-quarterly-summary",
    summary: "The Union OSS return of a quarter, as it stands now",
  },
  getCountryBreakdown: {
    method: "GET",
    path: "/v1/reports/country-vat-breakdown",
    scope: "read",
    table: "read",
    handler: "reports/get-country-breakdown",
    summary: "The same return, by Member State of consumption",
  },
} as const satisfies Record<string, Route>;

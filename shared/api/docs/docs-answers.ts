import type * as z from "zod";
import { XLSX_TYPE } from "../../core/files/xlsx.ts";
import { RETURN_FORMATS } from "../../returns/portal-files/formats.ts";
import type { Route } from "../route.ts";
import { routes } from "../routes.ts";
import { Health, Readiness } from "./health-schema.ts";

/** A successful response that differs from the JSON of the output schema, or adds to it. */
export type OtherAnswer = {
  /** The status, where it differs from the status of the definition. */
  readonly status?: 302;
  readonly says: string;
  /** The media types and the content of the body. */
  readonly body?: { readonly types: readonly string[]; readonly is: "text" | "object" | "bytes" };
  /** The headers of every such response, with their descriptions. */
  readonly headers?: Readonly<Record<string, string>>;
};

const FILE = { "Content-Disposition": "The name to save the file under" };

const IN_EITHER_FORMAT: OtherAnswer = {
  says: "The file, in the format asked for",
  body: { types: ["text/csv"], is: "text" },
  headers: FILE,
};

const A_REPORT: OtherAnswer = {
  says: "The report: a JSON file, or a page to print",
  body: { types: ["text/html"], is: "text" },
  headers: FILE,
};
const mediaTypes = [...new Set(RETURN_FORMATS.map(({ media_type }) => media_type))].sort();

const A_LINK: OtherAnswer = {
  status: 302,
  says: "Where the file is",
  headers: { Location: "The link, good for five minutes; it needs no key" },
};

/** Responses that are not plain JSON. For the OpenAPI document and the tests; functions must not import this. */
export const OTHER_ANSWERS: Readonly<Partial<Record<keyof typeof routes, OtherAnswer>>> = {
  getOpenApi: { says: "This document", body: { types: ["application/json"], is: "object" } },
  getDocsPage: { says: "The page", body: { types: ["text/html"], is: "text" } },
  getDocsScript: { says: "The script", body: { types: ["text/javascript"], is: "text" } },
  getConsolePage: { says: "The page", body: { types: ["text/html"], is: "text" } },
  getConsoleFile: {
    says: "The file",
    body: { types: ["text/javascript", "text/css"], is: "text" },
  },
  exportQuarterlySummary: IN_EITHER_FORMAT,
  exportCountryBreakdown: IN_EITHER_FORMAT,
  getAccountantReport: A_REPORT,
  exportReturn: IN_EITHER_FORMAT,
  exportMovements: { says: "The CSV", body: { types: ["text/csv"], is: "text" }, headers: FILE },
  getReturnForAccountant: A_REPORT,
  getWorkingPaper: {
    says: "The workbook",
    body: { types: [XLSX_TYPE], is: "bytes" },
    headers: FILE,
  },
  getReconciliation: { says: "The reconciliation", body: { types: [XLSX_TYPE], is: "bytes" } },
  makeReturnFile: {
    says: "The file, in the encoding of its portal",
    body: { types: mediaTypes, is: "bytes" },
    headers: {
      ...FILE,
      "X-Return-Warnings": "How many warnings the return has; GET on the same path lists them",
      "X-Return-Adjustment":
        "The VAT that the file adds to the return in minor units, because the portal computes base times rate and the request accepted it; 0 as a rule",
      "X-Return-Number-Warnings":
        "The fields whose VAT number has wrong check digits, `filer.vat_number, establishments.0.vat_number`; or `none`",
    },
  },
  makePaymentOrder: {
    says: "The order, as XML for a bank or as a picture",
    body: { types: ["application/xml", "image/svg+xml"], is: "bytes" },
    headers: FILE,
  },
  makeBookings: {
    says: "The bookings, in the encoding of the program that reads them",
    body: { types: ["text/csv", "application/octet-stream"], is: "bytes" },
    headers: FILE,
  },
  getRoot: {
    status: 302,
    says: "Where the API reference is",
    headers: { Location: "The page for people" },
  },
  downloadExport: A_LINK,
  downloadBulkFiles: A_LINK,
  downloadFindings: A_LINK,
  downloadRecords: A_LINK,
  downloadReturnExport: A_LINK,
};

/**
 * The responses of routes whose functions do not include their output schema. For the OpenAPI document and the tests;
 * functions must not import this.
 */
export const STANDALONE_OUTPUTS: ReadonlyMap<Route, z.ZodType> = new Map<Route, z.ZodType>([
  [routes.getHealth, Health],
  [routes.getReadiness, Readiness],
]);

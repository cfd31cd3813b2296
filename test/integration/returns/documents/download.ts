import { parse } from "csv-parse/sync";
import { expect } from "vitest";
import { type Account, call } from "../../../stack/api.ts";
import { commit, newSeller } from "../../../stack/seller.ts";
import type { Event, Home } from "./quarters.ts";

export type File = {
  readonly text: string;
  readonly type: string | null;
  readonly disposition: string | null;
};

/** Where the five files of a quarter are, by the ends of their names. */
const PATHS = {
  "summary.json": "oss-quarterly-summary/export?format=json&",
  "summary.csv": "oss-quarterly-summary/export?format=csv&",
  "country-breakdown.json": "country-vat-breakdown/export?format=json&",
  "country-breakdown.csv": "country-vat-breakdown/export?format=csv&",
  "accountant-report.json": "oss-accountant-report?",
} as const;

export type FileName = keyof typeof PATHS;
export const FILE_NAMES = Object.keys(PATHS) as FileName[];

/** A seller identified in `home`, with a branch in the Netherlands, and his committed events. */
export async function sellerIn(home: Home, events: readonly Event[]): Promise<Account> {
  const seller = await newSeller(home.country, {
    establishment_country: home.country,
    fixed_establishments: [{ country: "NL" }],
  });
  if (events.length > 0) {
    const { status, body } = await commit(seller, events);
    expect(status, JSON.stringify(body)).toBe(200);
  }
  return seller;
}

/** Downloads one file of a quarter with the read-only key. */
export async function fileOf({ readOnly }: Account, name: FileName, period: string): Promise<File> {
  const path = `/v1/reports/${PATHS[name]}period=${period}`;
  const { status, text, headers } = await call(readOnly, "GET", path);
  expect(status, text).toBe(200);
  return {
    text,
    type: headers.get("content-type"),
    disposition: headers.get("content-disposition"),
  };
}

export type Line = Readonly<Record<string, string>>;

/** The lines of a CSV, read by a package that did not write it. A line of another length fails. */
export const linesOf = (csv: string): Line[] =>
  parse(csv, { columns: true, record_delimiter: "\r\n" });

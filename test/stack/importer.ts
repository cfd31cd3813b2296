import type * as z from "zod";
import { type IsoDate, quarterKeyOn } from "../../shared/core/calendar/dates.ts";
import type {
  FilingPrep,
  ImportMonth,
  MultiJurisdiction,
} from "../../shared/returns/overview/schema.ts";
import { type Account, call, newAccount } from "./api.ts";

export type Workspace = z.output<typeof FilingPrep>;
export type Preview = z.output<typeof MultiJurisdiction>;

/** Adds a registration in the import scheme of Sweden since 2021, with what a test changes. */
export async function registerImports(importer: Account, changes: object = {}): Promise<number> {
  const { status, body } = await call<{ id: number }>(
    importer.full,
    "POST",
    "/v1/tax-registrations",
    {
      scheme_type: "ioss",
      member_state_identification: "SE",
      effective_from: "2021-07-01",
      status: "active",
      ...changes,
    },
  );
  if (status !== 201) throw new Error(`not registered: ${JSON.stringify(body)}`);
  return body.id;
}

/** A new account with one registration in the import scheme for each of `registrations`. */
export async function newImporter(...registrations: readonly object[]): Promise<Account> {
  const importer = await newAccount("importer");
  for (const changes of registrations) await registerImports(importer, changes);
  return importer;
}

async function report<Body>(account: Account, path: string): Promise<Body> {
  const { status, body } = await call<Body>(account.readOnly, "GET", path);
  if (status !== 200) throw new Error(`${path}: ${JSON.stringify(body)}`);
  return body;
}

export const workspaceOf = (account: Account, period: string): Promise<Workspace> =>
  report(account, `/v1/reports/filing-prep?period=${period}`);

export const previewOf = (account: Account, period: string): Promise<Preview> =>
  report(account, `/v1/reports/multi-jurisdiction?period=${period}`);

/** A month of the import scheme, as the filing-prep workspace of its quarter has it. */
export async function importMonthOf(account: Account, key: string): Promise<ImportMonth> {
  const { ioss } = await workspaceOf(account, quarterKeyOn(`${key}-01` as IsoDate));
  const month = ioss.months.find(({ period_key }) => period_key === key);
  if (!month) throw new Error(`no month ${key}`);
  return month;
}

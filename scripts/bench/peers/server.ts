import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { LedgerId } from "../../../shared/core/ids.ts";

/*
 * A minimal program for this single report: Node's own HTTP server, a key lookup for each request, and sums in
 * PostgreSQL with an index for the report. It has no registrations, no corrections and no log. Arguments: a file with
 * its data as JSON, and the file of the package `postgres`. Amounts are in minor units, as in this service.
 */

/** A sum of the sales of one row of a return in one currency. */
export type PeerSum = {
  readonly account: LedgerId;
  readonly period: string;
  readonly kind: string;
  readonly from_country: string;
  readonly consumption: string;
  readonly category: string;
  readonly bps: number;
  readonly currency: string;
  readonly events: number;
  readonly taxable: number;
  readonly vat: number;
};

/** Units of a currency for one euro. */
export type PeerRate = { readonly currency: string; readonly rate: string };

export type PeerData = {
  readonly socket: string;
  readonly rates: readonly PeerRate[];
  readonly sums: readonly PeerSum[];
};

const TABLES = `
create table api_keys (id varchar primary key, hash varchar not null, account varchar not null);
create table exchange_rates (currency varchar primary key, rate decimal(18, 6) not null);
create table sums (
  account varchar not null, period varchar not null, kind varchar not null, from_country varchar not null,
  consumption varchar not null, category varchar not null, bps integer not null, currency varchar not null,
  events bigint not null, taxable bigint not null, vat bigint not null,
  primary key (account, period, kind, from_country, consumption, category, bps, currency)
);`;

const ACCOUNT_OF_KEY = "select account from api_keys where id = $1 and hash = $2";

/** A row of the return converts its sums of all currencies, adds them, and rounds once. */
const SUMMARY = `
select kind as supply_kind, from_country, consumption as member_state_of_consumption,
  category as rate_category, bps as vat_rate_bps,
  cast(sum(events) as double precision) as event_count,
  cast(round(sum(taxable / rate)) as double precision) as taxable_amount_minor,
  cast(round(sum(vat / rate)) as double precision) as vat_amount_minor
from sums join exchange_rates using (currency) where account = $1 and period = $2
group by kind, from_country, consumption, category, bps
order by kind, from_country, consumption, category, bps`;

const hashOf = (secret: string) => createHash("sha256").update(secret).digest("hex");

const { socket, rates, sums } = JSON.parse(
  readFileSync(String(process.argv[2]), "utf8"),
) as PeerData;
type Row = Readonly<Record<string, unknown>>;
/** The part of the package `postgres` that is called; it is installed for a run of the benchmark. */
type Sql = {
  (rows: object): unknown;
  (template: TemplateStringsArray, ...values: unknown[]): Promise<unknown>;
  unsafe(query: string, values?: readonly unknown[], how?: object): Promise<readonly Row[]>;
  end(): Promise<void>;
};
const { default: postgres } = (await import(String(process.argv[3]))) as {
  readonly default: (settings: object) => Sql;
};
const sql = postgres({ path: socket, username: "bench", database: "postgres", onnotice: () => {} });
await sql.unsafe(TABLES);
const accounts = [...new Set(sums.map(({ account }) => account))];
const keys = accounts.map((account) => ({ id: account, hash: hashOf("secret"), account }));
await sql`insert into api_keys ${sql(keys)}`;
await sql`insert into exchange_rates ${sql(rates)}`;
await sql`insert into sums ${sql(sums)}`;
await sql.unsafe("vacuum analyze");

/** Statements are prepared once and known by name. */
const named = { prepare: true };

async function answerTo({ headers, url = "/" }: IncomingMessage): Promise<[number, object]> {
  const [, , id = "", secret = ""] = String(headers["x-api-key"]).split("_");
  const [found] = await sql.unsafe(ACCOUNT_OF_KEY, [id, hashOf(secret)], named);
  if (!found) return [401, { error: "invalid_api_key" }];
  const period = new URL(url, "http://localhost").searchParams.get("period");
  if (!period) return [400, { error: "invalid_period" }];
  return [200, { period, rows: await sql.unsafe(SUMMARY, [found["account"], period], named) }];
}

const server = createServer(async (request, response) => {
  const [status, body] = await answerTo(request).catch((error: unknown): [number, object] => [
    500,
    { error: String(error) },
  ]);
  response.writeHead(status, { "Content-Type": "application/json" });
  response.end(JSON.stringify(body));
});
server.listen(0, "127.0.0.1", () => {
  console.log(`ready http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.once("SIGTERM", () => {
  server.close();
  server.closeAllConnections();
  void sql.end().then(() => process.exit(0));
});

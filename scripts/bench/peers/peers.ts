import { rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { quarterKeyOn } from "../../../shared/core/calendar/dates.ts";
import type { LedgerId } from "../../../shared/core/ids.ts";
import { taxationOf } from "../../../shared/vat/schemes/supply-event.ts";
import { installPackages } from "../../checks/install-packages.ts";
import { fillBySums } from "../fill.ts";
import { newFolder, request, startServer } from "../harness/stack.ts";
import { type Bench, goalRow, type Row, withCommas } from "../harness/subject.ts";
import { inMs, inTurn, ratioOf } from "../harness/timing.ts";
import { type CopiedSale, copiedSales, SHAPES, type Shape } from "../ledgers.ts";
import { PERIOD, summaryPath } from "../summaries.ts";
import { postgresFolder, startPostgres } from "./postgres.ts";
import type { PeerData, PeerRate, PeerSum } from "./server.ts";

const EVENTS = 100_000;
const accountOf = (shape: Shape): LedgerId => `peers-${shape}` as LedgerId;

/**
 * Measures the same summary of the same sales over HTTP: in this service, and in PostgreSQL that keeps the same sums,
 * where that is installed.
 */
export async function measurePeers(bench: Bench): Promise<Row[]> {
  const programs = postgresFolder();
  if (!programs) {
    console.log("PostgreSQL (initdb and postgres) is not installed: no rows of it");
    return [];
  }
  await using closing = new AsyncDisposableStack();
  for (const shape of SHAPES) {
    await bench.newAccount(accountOf(shape));
    await fillBySums(accountOf(shape), shape, EVENTS);
  }
  const database = await startPostgres(programs);
  closing.defer(database.end);
  const widest = JSON.parse(await bench.ask(accountOf("widest"), summaryPath()));
  const rates: readonly PeerRate[] = [{ currency: "EUR", rate: "1" }, ...widest.exchange_rates];
  const sums = SHAPES.flatMap(sumsOf);
  const peer = await startPeer({ socket: database.socket, rates, sums }, closing);
  const rows: Row[] = [];
  for (const shape of SHAPES) rows.push(await comparison(bench, peer, shape));
  return rows;
}

/** Adds up the sales that the sums of this service were filled from. */
function sumsOf(shape: Shape): PeerSum[] {
  const sums = new Map<string, PeerSum>();
  for (const { record, copies } of copiedSales(shape, EVENTS)) {
    const key = keyOf(shape, record);
    const id = JSON.stringify(key);
    const { events, taxable, vat } = sums.get(id) ?? { events: 0, taxable: 0, vat: 0 };
    sums.set(id, {
      ...key,
      events: events + copies,
      taxable: taxable + copies * record.taxable_amount_minor,
      vat: vat + copies * record.vat_amount_minor,
    });
  }
  return [...sums.values()];
}

function keyOf(shape: Shape, record: CopiedSale["record"]) {
  const { consumption_country, rate_category, vat_rate_bps } = taxationOf(record);
  return {
    account: accountOf(shape),
    period: quarterKeyOn(record.supply_date),
    kind: record.supply_kind === "goods" ? "goods" : "services",
    from_country: record.dispatch_country ?? record.establishment_country ?? "",
    consumption: consumption_country,
    category: rate_category,
    bps: vat_rate_bps,
    currency: record.currency,
  };
}

/** The package that calls PostgreSQL has a lock file of its own, so that `npm ci` of the project omits it. */
const PLACE = resolve("node_modules/.cache/bench-peers");

/** Starts the peer's server, a process of its own as this service has, and fills its database; returns its address. */
async function startPeer(data: PeerData, closing: AsyncDisposableStack): Promise<string> {
  await installPackages("scripts/bench/peers", PLACE);
  const folder = await newFolder("bench-peer");
  closing.defer(() => rm(folder, { recursive: true }));
  const file = join(folder, "data.json");
  await writeFile(file, JSON.stringify(data));
  const client = pathToFileURL(join(PLACE, "node_modules/postgres/src/index.js")).href;
  return startServer(["scripts/bench/peers/server.ts", file, client], process.env, closing);
}

async function comparison(bench: Bench, peer: string, shape: Shape): Promise<Row> {
  const account = accountOf(shape);
  const works = {
    service: () => bench.ask(account, summaryPath()),
    postgres: () => request(peer, `peer_live_${account}_secret`, `/summary?period=${PERIOD}`),
  };
  checkEqual(account, await works.service(), await works.postgres());
  const took = await inTurn(works, { blocks: 7, calls: 15 });
  const { ratio, text } = ratioOf(took.service, took.postgres);
  const what = `${shape}: summary of ${withCommas(EVENTS)} events over HTTP, against PostgreSQL that keeps the same sums`;
  const measured = `${text}, ${inMs(took.service)} against ${inMs(took.postgres)}`;
  return shape === "shop" ? goalRow("postgresSummary", what, ratio, measured) : { what, measured };
}

/** Checks that both summaries have the same rows, events, and amounts but for a cent a row from rounding. */
function checkEqual(account: LedgerId, ...answers: readonly [string, string]): void {
  const [own, other] = answers.map((answer) => {
    const { rows } = JSON.parse(answer) as { readonly rows: readonly Record<string, number>[] };
    const sum = (name: string) => rows.reduce((total, row) => total + (row[name] ?? 0), 0);
    const amounts = [sum("taxable_amount_minor"), sum("vat_amount_minor")] as const;
    return { rows: rows.length, events: sum("event_count"), amounts };
  });
  const isEqual =
    own?.events === EVENTS &&
    other?.events === EVENTS &&
    other.rows === own.rows &&
    own.amounts.every((amount, n) => Math.abs(amount - (other.amounts[n] ?? 0)) <= own.rows);
  if (!isEqual) throw new Error(`${account}: ${JSON.stringify(own)}, ${JSON.stringify(other)}`);
}

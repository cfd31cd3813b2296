import { fillBySums } from "../fill-sums.ts";
import type { Shape } from "../ledgers.ts";
import { PERIOD } from "../reports.ts";
import { request } from "../seller.ts";
import type { Findings } from "../timing.ts";
import { compareCommits } from "./commits-beside.ts";
import { type Ledger, peerKey, type Rates, writePeerFiles } from "./files.ts";
import { type Peer, startPeer } from "./peer-process.ts";
import { postgresFolder, startPostgres } from "./postgres.ts";
import { type Asked, compareSummaries } from "./summaries.ts";

/** Of a shop; the widest return is compared once. */
const SIZES = [1_000, 3_000, 10_000, 30_000, 100_000, 1_000_000];
const WIDEST = 100_000;
const COMMITS: Ledger = { account: "peers-commits", shape: "shop", events: 0 };

const ledgerOf = (shape: Shape, events: number): Ledger => {
  return { account: `peers-${shape}-${events}`, shape, events };
};

/** The service beside what somebody would take instead, as far as that is installed. */
export async function measurePeers(
  url: string,
  newAccount: (name: string) => Promise<string>,
): Promise<Findings> {
  const installed = await whatIsThere();
  if (!installed.programs && !installed.hasDuckdb) return { rows: [] };
  const ledgers = [...SIZES.map((size) => ledgerOf("shop", size)), ledgerOf("widest", WIDEST)];
  const keys = new Map<string, string>();
  for (const { account, shape, events } of [...ledgers, COMMITS]) {
    keys.set(account, await newAccount(account));
    if (events > 0) await fillBySums(account, shape, events);
  }
  const own = (account: string) => ({ url, key: keys.get(account) as string });
  const rates = await ratesOf(own(ledgerOf("widest", WIDEST).account));
  const peers = await startPeers([...ledgers, COMMITS], rates, installed);
  const at = (peer: Peer | undefined, account: string) =>
    peer && { url: peer.url, key: peerKey(account) };
  try {
    const { postgres, duckdb } = peers;
    const summaries = await compareSummaries(ledgers, (account) => {
      return { own: own(account), postgres: at(postgres, account), duckdb: at(duckdb, account) };
    });
    const { account } = COMMITS;
    const inserting = at(postgres, account);
    const commits = inserting ? await compareCommits(own(account), inserting) : [];
    const versions = [postgres, duckdb].flatMap((peer) => peer?.version ?? []);
    return { ...summaries, rows: [...summaries.rows, ...commits], versions };
  } finally {
    await peers.end();
  }
}

/** The folder of PostgreSQL's programs, and whether DuckDB's package is there. */
type Installed = { readonly programs: string | undefined; readonly hasDuckdb: boolean };

/** Looks for the peers, and says what is left out. */
async function whatIsThere(): Promise<Installed> {
  const programs = postgresFolder();
  const hasDuckdb = await import("@duckdb/node-api" as string).then(
    () => true,
    () => false,
  );
  console.log(
    programs
      ? `PostgreSQL: ${programs}`
      : "PostgreSQL is not installed (initdb and postgres): no sums, rows and commits of it",
  );
  console.log(
    hasDuckdb
      ? "DuckDB: @duckdb/node-api"
      : "DuckDB is not installed (npm install --no-save @duckdb/node-api): no rows of it",
  );
  return { programs, hasDuckdb };
}

/** The rates that this service converts with: the peers get the same. */
async function ratesOf({ url, key }: Asked): Promise<Rates> {
  const answer = await request(url, key, `/v1/reports/oss-quarterly-summary?period=${PERIOD}`);
  return (JSON.parse(answer) as { exchange_rates: Rates }).exchange_rates;
}

type Peers = {
  readonly postgres: Peer | undefined;
  readonly duckdb: Peer | undefined;
  readonly end: () => Promise<void>;
};

async function startPeers(
  ledgers: readonly Ledger[],
  rates: Rates,
  { programs, hasDuckdb }: Installed,
): Promise<Peers> {
  const { files, remove } = await writePeerFiles(ledgers, rates);
  const started: { end: () => Promise<void> }[] = [{ end: remove }];
  const kept = <T extends { end: () => Promise<void> }>(one: T): T => {
    started.push(one);
    return one;
  };
  const end = async () => {
    for (const one of started.toReversed()) await one.end();
  };
  try {
    const database = programs ? kept(await startPostgres(programs)) : undefined;
    const postgres =
      database && kept(await startPeer("postgres", { ...files, socket: database.socket }));
    const duckdb = hasDuckdb ? kept(await startPeer("duckdb", files)) : undefined;
    return { postgres, duckdb, end };
  } catch (error) {
    await end();
    throw error;
  }
}

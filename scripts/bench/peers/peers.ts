import { ask } from "../ask.ts";
import { fillBySums } from "../fill-sums.ts";
import type { Shape } from "../ledgers.ts";
import { PERIOD } from "../reports.ts";
import type { Findings } from "../timing.ts";
import { compareCommits } from "./commits-beside.ts";
import { type Ledger, peerKey, type Rates, writePeerFiles } from "./files.ts";
import { type Peer, startPeer } from "./peer-process.ts";
import { type OwnPostgres, postgresFolder, startPostgres } from "./postgres.ts";
import { type Contenders, compareSummaries } from "./summaries.ts";

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
  const programs = postgresFolder();
  const hasDuckdb = await import("@duckdb/node-api" as string).then(
    () => true,
    () => false,
  );
  tellWhatIsThere(programs, hasDuckdb);
  if (!programs) return { rows: [] };
  const ledgers = [...SIZES.map((size) => ledgerOf("shop", size)), ledgerOf("widest", WIDEST)];
  const keys = new Map<string, string>();
  for (const { account, shape, events } of [...ledgers, COMMITS]) {
    keys.set(account, await newAccount(account));
    if (events > 0) await fillBySums(account, shape, events);
  }
  const own = (account: string) => ({ url, key: keys.get(account) as string });
  const rates = await ratesOf(own(ledgerOf("widest", WIDEST).account));
  const peers = await startPeers([...ledgers, COMMITS], rates, programs, hasDuckdb);
  try {
    const contenders = (account: string): Contenders => {
      const [postgres, duckdb] = peers.all.map((peer) => {
        return { url: peer.url, key: peerKey(account) };
      });
      return { own: own(account), postgres: postgres as Contenders["postgres"], duckdb };
    };
    const summaries = await compareSummaries(ledgers, contenders);
    const commits = await compareCommits(contenders(COMMITS.account));
    return { ...summaries, rows: [...summaries.rows, ...commits], versions: peers.versions };
  } finally {
    await peers.end();
  }
}

function tellWhatIsThere(programs: string | undefined, hasDuckdb: boolean): void {
  console.log(
    programs
      ? `PostgreSQL: ${programs}`
      : "PostgreSQL is not installed (initdb and postgres): nothing is compared with it, and the part peers is left out",
  );
  if (!hasDuckdb) {
    console.log(
      "DuckDB is not installed (npm install --no-save @duckdb/node-api): its column is left out",
    );
  }
}

/** The rates that this service converts with: the peers get the same. */
async function ratesOf(asked: { url: string; key: string }): Promise<Rates> {
  const answer = await ask(asked, `/v1/reports/oss-quarterly-summary?period=${PERIOD}`);
  return (JSON.parse(answer) as { exchange_rates: Rates }).exchange_rates;
}

type Peers = {
  /** PostgreSQL, then DuckDB, if that is there. */
  readonly all: readonly Peer[];
  readonly versions: readonly string[];
  readonly end: () => Promise<void>;
};

async function startPeers(
  ledgers: readonly Ledger[],
  rates: Rates,
  programs: string,
  hasDuckdb: boolean,
): Promise<Peers> {
  const { files, remove } = await writePeerFiles(ledgers, rates);
  const started: { end: () => Promise<void> }[] = [{ end: remove }];
  const end = async () => {
    for (const one of started.toReversed()) await one.end();
  };
  try {
    const database: OwnPostgres = await startPostgres(programs);
    started.push(database);
    const all: Peer[] = [];
    for (const kind of ["postgres", ...(hasDuckdb ? ["duckdb" as const] : [])] as const) {
      const peer = await startPeer(kind, { folder: database.folder, ...files });
      all.push(peer);
      started.push(peer);
    }
    return { all, versions: all.map(({ version }) => version), end };
  } catch (error) {
    await end();
    throw error;
  }
}

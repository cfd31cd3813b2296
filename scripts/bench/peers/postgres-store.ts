import postgres from "postgres";
import {
  ACCOUNT_OF_KEY,
  COMMIT,
  INDEXES,
  SUMMARY_OVER_ROWS,
  SUMMARY_OVER_SUMS,
  suppliesOf,
  TABLES,
} from "./queries.ts";
import type { PeerFiles, PeerStore, SummaryRow } from "./store.ts";

const COPIES = { from: "drawn, generate_series(1, copies) as copy", number: "copy" };

/**
 * PostgreSQL through its client. Short statements are prepared once and known by name. The one over rows is not: a
 * named one may get a plan for accounts of any size, which takes longer over a million rows.
 */
export async function postgresStore(files: PeerFiles): Promise<PeerStore> {
  const sql = postgres({
    path: files.socket as string,
    username: "bench",
    database: "postgres",
    onnotice: () => {},
  });
  await sql.unsafe(TABLES);
  await sql.unsafe(`
    copy api_keys from '${files.keys}' (format csv);
    copy exchange_rates from '${files.rates}' (format csv);
    copy drawn from '${files.supplies}' (format csv);`);
  await sql.unsafe(suppliesOf(COPIES));
  await sql.unsafe(INDEXES);
  await sql.unsafe("vacuum analyze");
  const named = { prepare: true };
  const [server] = await sql.unsafe("show server_version");
  return {
    version: `PostgreSQL ${String(server?.["server_version"]).split(" ")[0]}`,
    accountOf: async (...key) => {
      const [found] = await sql.unsafe<{ account: string }[]>(ACCOUNT_OF_KEY, key, named);
      return found?.account;
    },
    summary: (account, period, from) =>
      from === "rows"
        ? sql.unsafe<SummaryRow[]>(SUMMARY_OVER_ROWS, [account, period])
        : sql.unsafe<SummaryRow[]>(SUMMARY_OVER_SUMS, [account, period], named),
    commit: async (account, events) => {
      const sent = [account, JSON.stringify(events)];
      const fresh = await sql.unsafe<{ event_id: string }[]>(COMMIT, sent, named);
      return new Set(fresh.map(({ event_id }) => event_id));
    },
    end: () => sql.end(),
  };
}

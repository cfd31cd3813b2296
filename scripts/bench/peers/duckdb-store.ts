import { ACCOUNT_OF_KEY, SUMMARY_OVER_ROWS, suppliesOf, TABLES } from "./queries.ts";
import type { PeerFiles, PeerStore, SummaryRow } from "./store.ts";

const COPIES = {
  from: "(select *, unnest(range(1, copies + 1)) as copy from drawn)",
  number: "copy",
};

type Answer = { readonly getRowObjects: () => unknown[] };
type Connection = { readonly runAndReadAll: (sql: string, values?: string[]) => Promise<Answer> };

/** DuckDB in the memory of the server's own process. It has no client that comes with this project. */
export async function duckdbStore(files: PeerFiles): Promise<PeerStore> {
  const module = "@duckdb/node-api";
  const { DuckDBInstance, version } = await import(module);
  const instance = await DuckDBInstance.create(":memory:");
  const connection = (await instance.connect()) as Connection;
  const ask = async (sql: string, values: string[] = []) =>
    (await connection.runAndReadAll(sql, values)).getRowObjects();
  const loads = [
    `copy api_keys from '${files.keys}' (format csv, header false)`,
    `copy exchange_rates from '${files.rates}' (format csv, header false)`,
    `copy drawn from '${files.supplies}' (format csv, header false)`,
  ];
  const statements = `${TABLES}${loads.join(";")};${suppliesOf(COPIES)}`;
  for (const statement of statements.split(";").filter((one) => one.trim())) await ask(statement);
  return {
    version: `DuckDB ${version()}`,
    accountOf: async (...key) => {
      const [found] = (await ask(ACCOUNT_OF_KEY, key)) as { account: string }[];
      return found?.account;
    },
    summary: async (account, period) =>
      (await ask(SUMMARY_OVER_ROWS, [account, period])) as SummaryRow[],
    commit: () => Promise.reject(new Error("DuckDB is asked for summaries alone")),
    end: async () => {},
  };
}

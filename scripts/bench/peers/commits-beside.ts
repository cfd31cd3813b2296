import { randomUUID } from "node:crypto";
import { saleOf, seeded } from "../ledgers.ts";
import { request } from "../seller.ts";
import { inBlocks, median, type Row, ratioOf } from "../timing.ts";
import type { Asked } from "./summaries.ts";

const BLOCKS = 7;
const SINGLES = 60;
const BATCHES = 3;
const BATCH = 500;
const LEAST_RATE = 0.14;

/**
 * Commits over HTTP by one client, rate against PostgreSQL that inserts the same events and adds them to the same
 * sums in one transaction.
 */
export async function compareCommits(own: Asked, postgres: Asked): Promise<Row[]> {
  const dice = seeded(3);
  let drawn = 0;
  const sale = () => ({ ...saleOf("shop", drawn++, dice), event_id: randomUUID() });
  const batch = () => ({ events: Array.from({ length: BATCH }, sale) });
  const commit = (to: Asked, body: object) => request(to.url, to.key, "/v1/supply-events", body);
  await holdCommitted([own, postgres], batch(), commit);
  const singles = await inBlocks(
    { own: () => commit(own, sale()), postgres: () => commit(postgres, sale()) },
    { blocks: BLOCKS, calls: SINGLES },
  );
  const batches = await inBlocks(
    { own: () => commit(own, batch()), postgres: () => commit(postgres, batch()) },
    { blocks: BLOCKS, calls: BATCHES },
  );
  return [
    rowOf("single commits over HTTP", singles, 1, LEAST_RATE),
    rowOf(`commits in batches of ${BATCH} over HTTP`, batches, BATCH),
  ];
}

/** Both take all of it, and take it once. */
async function holdCommitted(
  contenders: readonly Asked[],
  body: object,
  commit: (to: Asked, body: object) => Promise<string>,
): Promise<void> {
  for (const to of contenders) {
    for (const status of ["committed", "duplicate"]) {
      const { items } = JSON.parse(await commit(to, body)) as { items: { status: string }[] };
      const those = items.filter((item) => item.status === status);
      if (those.length !== BATCH) throw new Error(`${to.url}: ${those.length} ${status}`);
    }
  }
}

function rowOf(
  what: string,
  { own, postgres }: Record<"own" | "postgres", number[]>,
  events: number,
  least?: number,
): Row {
  // A rate is the inverse of a time.
  const { middle, text } = ratioOf(postgres, own);
  const rate = (took: readonly number[]) => Math.round((1_000 * events) / median(took));
  return {
    what: `${what} against PostgreSQL with the same sums, rate`,
    goal: least === undefined ? "–" : `≥ ${least} ×`,
    measured: `${text}, ${rate(own)} against ${rate(postgres)} events/s`,
    met: least === undefined || middle >= least,
  };
}

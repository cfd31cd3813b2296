import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import type * as z from "zod";
import type { LedgerId } from "../../shared/core/ids.ts";
import type { CreatedImport, ImportView } from "../../shared/imports/jobs/schema.ts";
import { countriesOf, wholeReport } from "../make/amazon-report.ts";
import { lengthOf, report, seedOf, soaking } from "../stack/soak.ts";
import { testsInTurn } from "../stack/tests-in-turn.ts";
import { KillableStack } from "./killable-stack.ts";

const { itInTurn } = testsInTurn(import.meta.url);

/*
 * An import of many parts whose stack is killed (kill -9) while its file is read, and then again and again
 * while its parts are committed. Each stack that is started goes on where the one before was: each row
 * counts once, and the sums are those of the file, added up by whoever made it. In a soak it is then
 * undone, and that is killed as well; test/integration/imports/jobs.test.ts has workers that die.
 */
const KILLS = lengthOf("ROUNDS", 1, 10);
const SALES = lengthOf("EVENTS", 20, 30_000);
const LONGEST_MS = soaking ? 6 * 3_600_000 : 600_000;
const UNDO_KILLS = Math.ceil(KILLS / 3);
const seed = seedOf(20_261_122);
const { bytes, sums } = wholeReport(SALES, seed);

const stack = new KillableStack();
let key: string;

beforeAll(async () => {
  await stack.start();
  key = await stack.issueKey("shop" as LedgerId);
  await stack.call(key, "POST", "/v1/tax-registrations", {
    scheme_type: "union_oss",
    member_state_identification: "DE",
    effective_from: "2021-07-01",
    status: "active",
  });
});
afterAll(() => stack.stop());

let id: string;

async function uploaded(): Promise<string> {
  const asked = { format: "amazon_avtr", source_id: "shop", size_bytes: bytes.length };
  type Created = z.output<typeof CreatedImport>;
  const { body } = await stack.call<Created>(key, "POST", "/v1/imports", asked);
  const { url, method, headers } = body.upload;
  const sent = await fetch(url, { method, headers, body: Buffer.from(bytes) });
  expect(sent.status).toBe(200);
  return body.id;
}

const fetched = async (): Promise<ImportView> =>
  (await stack.call<ImportView>(key, "GET", `/v1/imports/${id}`)).body;

/** Waits until so many rows are done, or the import is over. */
async function until(rows: number): Promise<ImportView> {
  for (;;) {
    const job = await fetched();
    const isAtWork = job.status === "reading" || job.status === "importing";
    if (job.progress.rows_done >= rows || !isAtWork) return job;
    await wait(50);
  }
}

it(
  "an import that is killed again and again counts each row once",
  async () => {
    id = await uploaded();
    await stack.call(key, "POST", `/v1/imports/${id}/start`, {});
    for (let n = 0; n < KILLS; n += 1) {
      // The first one comes while the file is read.
      const { status, progress } = await until(Math.floor((n / KILLS) * sums.rows));
      await stack.kill("server");
      report(`imports-kill: killed while ${status}, ${progress.rows_done} of ${sums.rows} rows`);
      await stack.start();
    }
    const done = await until(Number.POSITIVE_INFINITY);
    expect(done).toMatchObject({
      status: "completed",
      error: null,
      counts: {
        rows: sums.rows,
        committed: sums.events,
        excluded: sums.excluded,
        duplicate: 0,
        conflict: 0,
        unresolved: 0,
        rejected: 0,
      },
      countries: countriesOf(sums),
    });
    const { stdout, code } = await stack.verify("tallies", "shop" as LedgerId);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(new RegExp(`^${sums.events} events in .* 0 differences`)),
    });
    report(`imports-kill: seed ${seed}, ${sums.rows} rows, ${KILLS} kills, each row once`);
  },
  LONGEST_MS,
);

/** The events of the return in which all of the file are. */
async function eventsCounted(): Promise<number> {
  type Summary = { total_source_event_count: number };
  const path = "/v1/reports/oss-quarterly-summary?period=2026-Q4";
  return (await stack.call<Summary>(key, "GET", path)).body.total_source_event_count;
}

itInTurn(
  "an undo that is killed again and again leaves nothing of the import",
  async () => {
    await stack.call(key, "POST", `/v1/imports/${id}/undo`);
    for (let n = 1; n <= UNDO_KILLS; n += 1) {
      const left = sums.events * (1 - n / (UNDO_KILLS + 1));
      while ((await fetched()).status === "undoing" && (await eventsCounted()) > left)
        await wait(20);
      await stack.kill("server");
      await stack.start();
    }
    while ((await fetched()).status === "undoing") await wait(100);
    expect(await fetched()).toMatchObject({ status: "undone", error: null });
    const { stdout, code } = await stack.verify("tallies", "shop" as LedgerId);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^0 events in .* 0 differences/),
    });
    report(`imports-kill: undone through ${UNDO_KILLS} kills`);
  },
  LONGEST_MS,
);

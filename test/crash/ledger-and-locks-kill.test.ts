import { afterAll, beforeAll, expect, it } from "vitest";
import { seeded } from "../../scripts/demo/dice.ts";
import type { LedgerId } from "../../shared/core/ids.ts";
import { lengthOf, report, seedOf, soaking } from "../stack/soak.ts";
import { KillableStack } from "./killable-stack.ts";
import { EVENTS, LOCKS, requestsOf, type Sent } from "./requests.ts";

/*
 * The server or the engine dies (kill -9) while clients commit, reclassify and lock. After a restart
 * everything that was acknowledged is there, once; every sum equals a recount; locks are whole; and
 * what was not acknowledged can be sent again, whether it had been carried out or not.
 */
const ROUNDS = lengthOf("ROUNDS", 1, 50);
/** The fewest answers before a kill. */
const FEWEST = soaking ? 30 : 12;
const CLIENTS = 6;
const seed = seedOf(9);
const random = seeded(seed);
const below = (n: number) => Math.floor(random() * n);

const ACCOUNT = "crash" as LedgerId;
const stack = new KillableStack();
let key: string;

beforeAll(async () => {
  await stack.start();
  key = await stack.issueKey(ACCOUNT);
  const registration = {
    scheme_type: "union_oss",
    member_state_identification: "DE",
    effective_from: "2005-01-01",
    status: "active",
  };
  expect((await stack.call(key, "POST", "/v1/tax-registrations", registration)).status).toBe(201);
});
afterAll(() => stack.stop());

/** Everything that was ever acknowledged. */
const acknowledged = new Set<string>();
const locked = new Map<string, string>();

const post = ({ path, body }: Sent) => stack.call(key, "POST", path, body);

/** What the kill is told of, and what the clients are told of it. */
type Kill = { readonly onAnswer: () => void; isStarted: boolean };

/** Sends until the server is gone: the last request is the one that was not carried out for sure. */
async function run(client: number, round: number, kill: Kill): Promise<Sent[]> {
  const sent: Sent[] = [];
  for (const request of requestsOf(client, round, below)) {
    sent.push(request);
    try {
      request.answer = await post(request);
      kill.onAnswer();
      // Without its engine the server refuses at once, and would go on to.
      if (kill.isStarted && request.answer.status === 503) break;
    } catch (error) {
      // A connection that broke; anything else, such as an undocumented answer, is a fault.
      if (!(error instanceof TypeError)) throw error;
      break;
    }
  }
  return sent;
}

/** Calls `then` as soon as so many answers have come, while the other clients wait for theirs. */
function after(answers: number, then: () => void): () => void {
  let left = answers;
  return () => {
    left -= 1;
    if (left === 0) then();
  };
}

function remember({ path, ids, answer }: Sent): void {
  if (answer?.status === 200) for (const id of ids) acknowledged.add(id);
  const period = path.split("?period=")[1];
  if (answer?.status === 201 && period) locked.set(period, String(answer.body["sha256"]));
}

async function storedIds(): Promise<string[]> {
  type Page = { readonly items: { event_id: string }[]; readonly next_cursor: string | null };
  const ids: string[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const query: string = `?limit=200${cursor && `&cursor=${cursor}`}`;
    const { body } = await stack.call<Page>(key, "GET", `${EVENTS}${query}`);
    ids.push(...body.items.map(({ event_id }) => event_id));
    cursor = body.next_cursor;
  }
  return ids;
}

/** Once everything was sent again, all is settled: no linked event is left where it was. */
async function expectWhole(
  expected: ReadonlySet<string>,
  { settled = false } = {},
): Promise<number> {
  const [ids, tallies, locks] = await Promise.all([
    storedIds(),
    stack.verify("tallies", ACCOUNT),
    stack.verify("locks", ACCOUNT),
  ]);
  expect(new Set(ids).size).toBe(ids.length);
  expect([...expected].filter((id) => !ids.includes(id))).toEqual([]);
  expect(tallies.stdout).not.toMatch(/: kept /);
  if (settled) expect(tallies.stdout).toMatch(/, 0 differences\n$/);
  expect(locks).toMatchObject({ code: 0, stdout: expect.stringContaining(", 0 mismatches") });
  const last = [...locked].at(-1);
  if (last) {
    const [period, sha256] = last;
    const { body } = await stack.call(key, "GET", `${LOCKS}?period=${period}`);
    expect(body).toMatchObject({ current_period: { sha256 } });
  }
  return ids.length;
}

/** Sends again what was not acknowledged; a lock may have been made by the first attempt. */
async function replay(sent: readonly Sent[]): Promise<void> {
  for (const request of sent.filter(({ answer }) => !answer || answer.status >= 500)) {
    const again = await post(request);
    const isLock = request.path.startsWith(LOCKS);
    expect(isLock ? [201, 409] : [200], again.text).toContain(again.status);
    remember({ ...request, answer: again });
  }
}

it(
  "after a kill -9 nothing that was acknowledged is missing, and everything adds up",
  async () => {
    let unanswered = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const midway = Promise.withResolvers<void>();
      const kill: Kill = {
        onAnswer: after(FEWEST + below(2 * FEWEST), midway.resolve),
        isStarted: false,
      };
      const clients = Array.from({ length: CLIENTS }, (_, n) => run(n, round, kill));
      // A client that fails ends the test, which otherwise would wait for its answers.
      await Promise.race([midway.promise, Promise.all(clients)]);
      kill.isStarted = true;
      await stack.kill(round % 2 ? "engine" : "server");
      const sent = (await Promise.all(clients)).flat();
      for (const { answer, path } of sent) {
        // Reclassifying what no one has committed yet, a locked quarter, a dying engine: no other.
        expect([200, 201, 404, 409, 503, undefined], path).toContain(answer?.status);
      }
      for (const request of sent) remember(request);
      unanswered += sent.filter(({ answer }) => !answer || answer.status === 503).length;
      await stack.start();
      if (soaking) await expectWhole(acknowledged);
      await replay(sent);
      if (soaking) await expectWhole(acknowledged, { settled: true });
    }
    const all = await expectWhole(acknowledged, { settled: true });
    expect(all).toBe(acknowledged.size);
    report(
      `crash: seed ${seed}, ${ROUNDS} kills, ${all} events acknowledged and stored once, ` +
        `${locked.size} locks, ${unanswered} requests without an answer sent again`,
    );
    expect(unanswered).toBeGreaterThanOrEqual(ROUNDS * CLIENTS);
  },
  ROUNDS * 60_000,
);

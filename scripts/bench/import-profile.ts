import { readFileSync } from "node:fs";
import { Session } from "node:inspector/promises";
import type { LedgerId } from "../../shared/core/ids.ts";
import {
  type ImportMessage,
  processPart,
  readImportFile,
} from "../../shared/imports/jobs/process-message.ts";
import { loadImportJob } from "../../shared/imports/jobs/store-jobs.ts";

/*
 * Carries out an uploaded import in a separate process, part by part, and prints as JSON the rows and the milliseconds
 * of processor time by who took them. Arguments: the account, the id of the import, and the pid of the stack, whose
 * child is the engine.
 */
const [account = "", import_id = "", stack = ""] = process.argv.slice(2);

type Profile = Awaited<ReturnType<typeof profileOf>>;
type ProfileNode = Profile["nodes"][number];

async function profileOf(work: () => Promise<void>) {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.setSamplingInterval", { interval: 500 });
  await session.post("Profiler.start");
  await work();
  return (await session.post("Profiler.stop")).profile;
}

/** Carries out the import, as workers do that take one message after another. */
async function carryOut(): Promise<void> {
  const left: ImportMessage[] = [
    ...(await readImportFile({ account: account as LedgerId, import_id, pass: 1 })),
  ];
  for (let next = left.shift(); next; next = left.shift()) left.push(...(await processPart(next)));
}

/** Finds who a function belongs to; undefined for functions of Node, which work for their caller. */
function ownerOf({ callFrame: { url, functionName } }: ProfileNode): string | undefined {
  if (functionName === "(idle)") return "idle";
  if (functionName === "(garbage collector)") return "garbage collection";
  if (/node_modules\/@(?:aws-sdk|smithy|aws)\//.test(url)) return "SDK, lib-dynamodb and HTTP";
  return /node_modules|\/shared\//.test(url) ? "the service" : undefined;
}

/** Adds up the samples by the nearest function that has an owner; what has none belongs to the sockets of the SDK. */
function sharesOf({ nodes, samples = [], timeDeltas = [] }: Profile): Map<string, number> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((c) => [c, id])));
  const owner = (id: number | undefined): string => {
    const node = id === undefined ? undefined : byId.get(id);
    if (!node) return "SDK, lib-dynamodb and HTTP";
    return ownerOf(node) ?? owner(parents.get(node.id));
  };
  const owners = new Map(nodes.map(({ id }) => [id, owner(id)]));
  const shares = new Map<string, number>();
  for (const [at, id] of samples.entries()) {
    const name = owners.get(id) as string;
    shares.set(name, (shares.get(name) ?? 0) + (timeDeltas[at] ?? 0));
  }
  return shares;
}

/** A hundredth of a second, in which Linux counts processor time. */
const TICK_MS = 10;

/** Reads the processor time of all processes that a process has started, in milliseconds. */
function timeBelow(pid: string): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ");
  return children
    .filter((child) => child !== "")
    .reduce((sum, child) => sum + timeOf(child) + timeBelow(child), 0);
}

function timeOf(pid: string): number {
  const [, fields = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ");
  const [user = 0, system = 0] = fields.split(" ").slice(11, 13).map(Number);
  return TICK_MS * (user + system);
}

const before = { engine: timeBelow(stack), own: process.cpuUsage() };
const profile = await profileOf(carryOut);
const { user, system } = process.cpuUsage(before.own);
const engine = timeBelow(stack) - before.engine;
const shares = sharesOf(profile);
shares.delete("idle");
// The profile has the time of the clock: on a busy machine a sample also waits for the processor.
const sampled = [...shares.values()].reduce((sum, share) => sum + share, 0);
const own = (user + system) / 1000;
const took = Object.fromEntries(
  [...shares].map(([name, share]) => [name, (own * share) / sampled]),
);
const job = await loadImportJob(account as LedgerId, import_id);
if (job?.state !== "completed") throw new Error(`the import is ${job?.state}`);
console.log(JSON.stringify({ rows: job.rows, took: { "the engine": engine, ...took } }));
process.exit();

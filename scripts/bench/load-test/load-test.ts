import { cpus } from "node:os";
import { Failure, runCommand } from "../../local/failure.ts";
import { newSeller } from "../seller.ts";
import { type BenchStack, startBenchStack } from "../stack.ts";
import { type Memory, memoryOf } from "./memory.ts";
import { latencyTable, memoryTable } from "./print.ts";
import { sendTraffic } from "./traffic.ts";

const USAGE = `usage: [SECONDS=120] npm run load-test
Sends mixed traffic of several shops to a stack of its own, and prints errors, latencies as ratios to
a request that does nothing, and memory. SECONDS may be 10 to 3600.`;

const SHOPS = 4;
const SAMPLE_MS = 1_000;
/** Caches and compiled code fill at first; that is no growth. */
const WARM_UP_SECONDS = 5;

await runCommand(async () => {
  const seconds = secondsFrom(process.env["SECONDS"]);
  const stack = await startBenchStack();
  try {
    await measure(stack, seconds);
  } finally {
    await stack.end();
  }
});

function secondsFrom(text = "120"): number {
  const seconds = Number(text);
  if (Number.isInteger(seconds) && seconds >= 10 && seconds <= 3_600) return seconds;
  throw new Failure(USAGE, 2);
}

async function measure({ url, pid }: BenchStack, seconds: number): Promise<void> {
  const keys = await Promise.all(
    Array.from({ length: SHOPS }, (_, n) => newSeller(url, `load-${n}`)),
  );
  const samples: Memory[] = [];
  const warm = performance.now() + WARM_UP_SECONDS * 1_000;
  const sample = async () => {
    const memory = await memoryOf(pid);
    if (performance.now() >= warm) samples.push(memory);
  };
  const sampler = setInterval(() => void sample(), SAMPLE_MS);
  const traffic = await sendTraffic({ url, keys }, seconds);
  clearInterval(sampler);
  const sent = [...traffic.taken.values()].reduce((sum, times) => sum + times.length, 0);
  const { errors } = traffic;
  console.log(
    `\n${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}`,
  );
  console.log(`\n${sent} requests in ${seconds} s, ${errors.length} errors\n`);
  console.log([...latencyTable(traffic), "", ...memoryTable(samples)].join("\n"));
  if (errors.length > 0) throw new Failure(errors.slice(0, 10).join("\n"));
}

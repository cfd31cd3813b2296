import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import type { Handler } from "../local/endpoints.ts";

/*
 * Prints the milliseconds of processor time that a warm summary of a checkout takes inside its function: the minimum of
 * several blocks, because other work on the machine only adds to it. After the first time, calls of the table are
 * answered from memory. Arguments: the folder of the checkout, and the event as JSON.
 */
const BLOCKS = 12;
const CALLS = 50;

const root = String(process.argv[2]);
const event = JSON.parse(String(process.argv[3]));

const sdk = createRequire(join(root, "package.json"))("@aws-sdk/client-dynamodb") as {
  readonly DynamoDBClient: typeof DynamoDBClient;
};
// The document client has the same base class.
const { prototype } = Object.getPrototypeOf(sdk.DynamoDBClient) as {
  readonly prototype: { send: (command: { readonly input: object }) => Promise<unknown> };
};
const answers = new Map<string, Promise<unknown>>();
const { send } = prototype;
prototype.send = function answered(command) {
  const call = JSON.stringify(command.input);
  const answer = answers.get(call) ?? send.call(this, command);
  answers.set(call, answer);
  return answer;
};

const load = (file: string) => import(pathToFileURL(join(root, file)).href);
const { routes } = await load("shared/api/routes.ts");
const { handler } = (await load(`functions/${routes.getQuarterlySummary.handler}.ts`)) as {
  readonly handler: Handler;
};

/** Measures milliseconds of processor time per call, in a block of calls. */
async function blockOf(calls: number): Promise<number> {
  const before = process.cpuUsage();
  for (let n = 0; n < calls; n += 1) {
    const answer = (await handler(structuredClone(event), {} as never)) as { statusCode: number };
    if (answer.statusCode !== 200) throw new Error(JSON.stringify(answer));
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / calls;
}

await blockOf(CALLS);
const figures: number[] = [];
for (let block = 0; block < BLOCKS; block += 1) figures.push(await blockOf(CALLS));
console.log(JSON.stringify([Math.min(...figures)]));
process.exit(0);

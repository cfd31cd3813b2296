import { globSync, readFileSync } from "node:fs";
import { basename, dirname, join, normalize } from "node:path";
import { describe, expect, it } from "vitest";

/*
 * Changes of the process that test/stack/put-back.ts does not put back: modules, variables that are read once (by clients
 * and loggers) and listeners. Clock, spies, globals, steps of clients, accepted rates and the rest of the environment are put
 * back before the next file begins.
 */
const CHANGES = [
  /\bvi\s*\.\s*(?:mock|doMock|hoisted|resetModules)\b/,
  /(?:process\.env\[|stubEnv\()"(?:DYNAMODB_ENDPOINT|AWS_(?:ENDPOINT_URL|ENDPOINT_URL_S3|REGION|ACCESS_KEY_ID|SECRET_ACCESS_KEY|SESSION_TOKEN)|POWERTOOLS_\w+|ACCEPTED_RATES_CACHED_SECONDS)"(?:\]\s*(?:=(?!=)|\?\?=)|,)/,
  /Object\.assign\((?:process\.env|dynamo|s3\w*)\b/,
  /\bmockClient\(/,
  /\.middlewareStack\b/,
  /\bprocess\.(?:on|once|chdir|umask)\(/,
  /\bsubscribe\(/,
  /\bglobalThis\.\w+ =/,
];

/** Loaded before the tests of every file, only observes, or puts back itself what it changes. */
const HARMLESS = [
  "test/stack/environment.ts",
  "test/stack/put-back.ts",
  "test/stack/mocked-client.ts",
  "test/stack/worker-log.ts",
  "test/stack/sent-messages.ts",
  "test/unit/returns/load-findings.test.ts",
  "test/integration/returns/declared-once/memory.ts",
  // Signs by the environment at each call, without a client.
  "test/unit/platform/signed-read.test.ts",
];

const files = globSync("test/**/*.test.ts").sort();
const isAlone = (file: string) => file.endsWith(".alone.test.ts");
const isSoak = (file: string) => file.endsWith(".soak.test.ts");
const isSelf = (file: string) => file.endsWith("/test-rules.test.ts");

/** The first change that a file makes, itself or by way of another file of the tests. */
function changeOf(file: string, seen = new Set<string>()): string | undefined {
  if (seen.has(file) || HARMLESS.includes(file)) return undefined;
  seen.add(file);
  const text = readFileSync(file, "utf8");
  const own = CHANGES.map((change) => change.exec(text)?.[0]).find((found) => found !== undefined);
  if (own !== undefined) return `${file}: ${own}`;
  for (const imported of importsOf(file, text)) {
    const found = changeOf(imported, seen);
    if (found !== undefined) return found;
  }
  return undefined;
}

const importsOf = (file: string, text: string): string[] =>
  [...text.matchAll(/^(?:import|export|\})[^\n]*"(\.[^"\n]+\.ts)"/gm)]
    .map(([, path]) => normalize(join(dirname(file), path as string)))
    .filter((path) => path.startsWith("test/"));

describe("a test that changes something of its process that is not put back", () => {
  // Files without the mark share a process: what one of them changes, the next one meets.
  it("is marked by its name, *.alone.test.ts, and so has a process of its own", () => {
    const unmarked = files.filter((file) => !isAlone(file) && !isSoak(file) && !isSelf(file));
    expect(unmarked.map((file) => changeOf(file)).filter((found) => found)).toEqual([]);
  });

  it("is all that is marked: the others start faster", () => {
    expect(files.filter((file) => isAlone(file) && !changeOf(file))).toEqual([]);
  });
});

describe("the tests of shared/", () => {
  const others = new Set([
    ...["client", "console", "deployment", "openapi", "local", "demo"],
    ...globSync("scripts/*/*.ts").map((file) => basename(dirname(file))),
  ]);
  const wings = new Set(globSync("shared/*/").map((folder) => basename(folder)));

  it.for(["unit", "integration"])("are in test/%s, in the folder of their wing", (kind) => {
    const folders = new Set(
      globSync(`test/${kind}/*/**/*.test.ts`).map((file) => file.split("/")[2] as string),
    );
    expect([...folders].filter((name) => !wings.has(name) && !others.has(name))).toEqual([]);
  });
});

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "../local/free-port.ts";
import { type Finding, type OutsideTool, ran } from "./tool.ts";

/** Returns the folder with the jar of DynamoDB Local and its dependencies. */
const jars = (): string | undefined => process.env["DYNAMODB_LOCAL"];

async function version(): Promise<string | undefined> {
  const folder = jars();
  if (!folder || !existsSync(folder)) return undefined;
  const java = await ran("java", ["-version"]);
  const name = readdirSync(folder).find((file) => /^DynamoDBLocal-.*\.jar$/.test(file));
  return java?.code === 0 ? name?.replace(/^DynamoDBLocal-(.*)\.jar$/, "$1") : undefined;
}

type Report = {
  readonly numPassedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
};

/** The tests of the whole service, on AWS's own local engine instead of the bundled one. */
export const DYNAMODB_LOCAL: OutsideTool = {
  name: "DynamoDB Local",
  source:
    "Maven: com.amazonaws:DynamoDBLocal with its dependencies in one folder, named by DYNAMODB_LOCAL",
  version,
  run: async ({ folder }) => {
    const port = await freePort();
    const engine = await startEngine(port);
    try {
      const file = join(folder, "dynamodb-local.json");
      const tests = ["run", "test/integration", "--reporter=json", `--outputFile=${file}`];
      const env = { DYNAMODB_ENDPOINT: `http://127.0.0.1:${port}` };
      const ended = await ran("node_modules/.bin/vitest", tests, { env });
      return findingsIn(await readFile(file, "utf8"), ended?.stderr ?? "");
    } finally {
      engine.kill();
      await once(engine, "exit");
    }
  },
};

async function startEngine(port: number): Promise<ChildProcess> {
  const lib = jars() ?? "";
  const flags = ["-port", `${port}`, "-inMemory", "-sharedDb", "-disableTelemetry"];
  const main = "com.amazonaws.services.dynamodbv2.local.main.ServerRunner";
  const classes = ["-cp", join(lib, "*"), `-Djava.library.path=${lib}`];
  const engine = spawn("java", [...classes, main, ...flags], { stdio: "ignore" });
  for (;;) {
    if (engine.exitCode !== null) throw new Error(`DynamoDB Local ended with ${engine.exitCode}`);
    const answer = await fetch(`http://127.0.0.1:${port}`).catch(() => undefined);
    if (answer) return engine;
    await wait(100);
  }
}

function findingsIn(text: string, stderr: string): Finding[] {
  const { numPassedTests, testResults } = JSON.parse(text) as Report;
  console.error(`DynamoDB Local: ${numPassedTests} tests passed`);
  if (numPassedTests === 0) throw new Error(`no test passed: ${stderr.slice(-2_000)}`);
  return testResults.flatMap(({ name, message, assertionResults }) => {
    const failed = assertionResults.filter(({ status }) => status === "failed");
    const tests = failed.map(({ fullName, failureMessages: [text = ""] }) => ({
      rule: fullName,
      where: name,
      text: text.split("\n")[0] ?? "",
    }));
    return message && tests.length === 0 ? [{ rule: "file", where: name, text: message }] : tests;
  });
}

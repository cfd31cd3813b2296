import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type Finding, type OutsideTool, ran, type ToolInputs, versionOf } from "./tool.ts";

/** Number of generated requests per operation and phase, and the seed that repeats a run. */
const EXAMPLES = process.env["EXAMPLES"] ?? "50";
const SEED = process.env["SEED"] ?? "20261122";

type Failure = {
  readonly code: string;
  readonly title: string;
  readonly operations: readonly string[];
};

type Report = {
  readonly failures: readonly Failure[];
  readonly errors: readonly unknown[];
  readonly operations: { readonly total: number; readonly tested: number };
  readonly test_cases: { readonly generated: number };
};

/**
 * Requests generated from the published document, valid and invalid, single and in sequence, against the running
 * service. Each response must be documented.
 */
export const SCHEMATHESIS: OutsideTool = {
  name: "schemathesis",
  source: "PyPI: schemathesis",
  version: versionOf("schemathesis"),
  run: async (inputs) => {
    const { full, readOnly } = await inputs.service();
    return [
      ...(await findingsWith(inputs, "full key", full)),
      ...(await findingsWith(inputs, "read-only key", readOnly)),
    ];
  },
};

async function findingsWith(inputs: ToolInputs, who: string, key: string): Promise<Finding[]> {
  const { url } = await inputs.service();
  const file = join(inputs.folder, `schemathesis ${who}.json`);
  const flags = [
    "-n",
    EXAMPLES,
    "--seed",
    SEED,
    "--continue-on-failure",
    "--max-failures",
    "10000",
  ];
  const reports = ["--report", "json", "--report-json-path", file, "--no-color"];
  const header = ["-H", `X-API-Key: ${key}`];
  // The tool leaves its files in its working folder.
  const run = ["run", resolve("docs/openapi.json"), "-u", url, ...header, ...flags, ...reports];
  const ended = await ran("schemathesis", run, { cwd: inputs.folder });
  const { failures, errors, operations, test_cases } = await reportIn(file, ended?.stdout ?? "");
  console.error(
    `schemathesis, ${who}: ${test_cases.generated} requests to ${operations.tested} of ${operations.total} operations, seed ${SEED}`,
  );
  return [
    ...failures.flatMap(({ code, title, operations }) =>
      operations.map((where) => ({ rule: code, where: `${who} ${where}`, text: title })),
    ),
    ...errors.map((error) => ({ rule: "error", where: who, text: JSON.stringify(error) })),
  ];
}

async function reportIn(file: string, said: string): Promise<Report> {
  try {
    return JSON.parse(await readFile(file, "utf8")) as Report;
  } catch (cause) {
    throw new Error(`schemathesis left no report: ${said.slice(-2_000)}`, { cause });
  }
}

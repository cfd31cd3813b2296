import { copyFile, mkdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type Finding, type OutsideTool, ran, type ToolInputs } from "./tool.ts";

const LINTERS = ["publint@0.3.25", "@arethetypeswrong/cli@0.18.5"];
const RUNTIMES = ["node@20.20.2", "deno@2.9.6", "bun@1.4.5"];

/**
 * The client as `npm pack` makes it: its manifest and types by two linters, and a program with it against the running
 * service in Node 20, Deno and Bun. All come from npm.
 */
export const CLIENT_PACKAGE: OutsideTool = {
  name: "client package",
  source: "npm",
  version: async () => {
    const version = await ran("npm", ["--version"]);
    return version?.code === 0 ? [...LINTERS, ...RUNTIMES].join(", ") : undefined;
  },
  run: async ({ folder, service }) => {
    const place = join(folder, "client-package");
    await mkdir(place);
    const packed = await packedIn(place);
    await installedIn(place, [packed, ...LINTERS, ...RUNTIMES]);
    return [
      ...(await byPublint(place, packed)),
      ...(await byAttw(place, packed)),
      ...(await byRuntimes(place, service)),
    ];
  },
};

async function packedIn(place: string): Promise<string> {
  const made = await ran("npm", ["pack", "--silent", "--pack-destination", place], {
    cwd: resolve("client"),
  });
  const name = made?.stdout.trim().split("\n").at(-1);
  if (made?.code !== 0 || !name) throw new Error(made?.stderr ?? "npm is not installed");
  return join(place, name);
}

/** Installs packages into a folder of this run, and none into the project. */
export async function installedIn(place: string, packages: readonly string[]): Promise<void> {
  // Deno takes a package only if a manifest names it.
  await writeFile(join(place, "package.json"), '{ "type": "module" }');
  const flags = ["--no-audit", "--no-fund", "--prefix", place];
  const fetched = await ran("npm", ["install", ...flags, ...packages]);
  if (fetched?.code !== 0) throw new Error(fetched?.stderr);
}

const programIn = (place: string, name: string) => join(place, "node_modules/.bin", name);

async function byPublint(place: string, packed: string): Promise<Finding[]> {
  const linted = await ran(programIn(place, "publint"), ["--strict", packed]);
  return linted?.code === 0
    ? []
    : [finding("publint", "client/package.json", linted?.stdout ?? "not run")];
}

async function byAttw(place: string, packed: string): Promise<Finding[]> {
  const checked = await ran(programIn(place, "attw"), [packed, "--format", "json"]);
  const { problems } = JSON.parse(checked?.stdout ?? "{}");
  if (typeof problems !== "object") throw new Error(checked?.stderr);
  return Object.entries<readonly unknown[]>(problems).flatMap(([rule, found]) =>
    found.map((one) => finding(rule, "client/package.json", JSON.stringify(one))),
  );
}

async function byRuntimes(place: string, service: ToolInputs["service"]): Promise<Finding[]> {
  const { url, full } = await service();
  const program = "packed-client.mjs";
  await copyFile(join("scripts/checks", program), join(place, program));
  const settings = { cwd: place, env: { VAT_API_URL: url, VAT_API_KEY: full } };
  const commands = [
    ["node", []],
    ["deno", ["run", "--allow-env", "--allow-net", "--allow-read"]],
    ["bun", ["run"]],
  ] as const;
  const findings: Finding[] = [];
  for (const [name, args] of commands) {
    const used = await ran(programIn(place, name), [...args, program], settings);
    if (used?.code !== 0) findings.push(finding("use", name, used?.stderr ?? "not run"));
  }
  return findings;
}

const finding = (rule: string, where: string, text: string): Finding => ({ rule, where, text });

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { signInAt } from "../local/sign-in-at.ts";
import { installedIn } from "./client-package.ts";
import { type Finding, type OutsideTool, ran } from "./tool.ts";

const PACKAGE = resolve("integrations/mcp");
const INSPECTOR = "@modelcontextprotocol/inspector@2.12.0";

/**
 * The MCP server as `npm pack` makes it, against a demo account: by the client of the official SDK, and by the command
 * line of the inspector.
 */
export const MCP: OutsideTool = {
  name: "mcp",
  source: "npm",
  version: async () => {
    const version = await ran("npm", ["--version"]);
    return version?.code === 0 ? INSPECTOR : undefined;
  },
  run: async ({ folder }) => {
    await using closing = new AsyncDisposableStack();
    const place = join(folder, "mcp");
    const inspector = join(folder, "mcp-inspector");
    await mkdir(inspector);
    await installedIn(inspector, [INSPECTOR]);
    const program = await installedServer(place);
    const demo = await demoService(join(folder, "mcp-data"), closing);
    const session = await sessionOf(demo, join(place, "session.json"));
    const env = { ...demo, ...session, EU_VAT_MCP: program };
    return [...(await bySdk(env)), ...(await byInspector(inspector, program, demo))];
  },
};

const calling = (tool: string) => ["--method", "tools/call", "--tool-name", tool];

/** Calls of the inspector, and what its output must say. `--strict` writes warnings of tool schemas to stderr. */
const INSPECTOR_CALLS = [
  { name: "tools/list", args: ["--method", "tools/list", "--strict"], says: /"clients_not_ready"/ },
  { name: "due_returns", args: calling("due_returns"), says: /payable_vat_minor/ },
  {
    name: "vat_rates",
    args: [...calling("vat_rates"), "--tool-arg", "country=FR"],
    says: /Metropolitan France/,
  },
];

type Demo = {
  readonly VAT_API_URL: string;
  readonly VAT_API_KEY: string;
  readonly VAT_READ_ONLY_KEY: string;
};

/** Packs the server and installs the package, as `npx` does; returns its program. */
async function installedServer(place: string): Promise<string> {
  await mkdir(place);
  const flags = ["--no-audit", "--no-fund"];
  await succeeded(["ci", ...flags], PACKAGE);
  const packed = await succeeded(["pack", "--silent", "--pack-destination", place], PACKAGE);
  const name = packed.trim().split("\n").at(-1) ?? "";
  await writeFile(join(place, "package.json"), "{}");
  await succeeded(["install", ...flags, "--prefix", place, join(place, name)], place);
  console.error(`${name} is installed`);
  return join(place, "node_modules/eu-vat-mcp/dist/eu-vat-mcp.js");
}

async function succeeded(args: readonly string[], cwd: string): Promise<string> {
  const done = await ran("npm", args, { cwd });
  if (done?.code !== 0) throw new Error(done?.stderr ?? "npm is not installed");
  return done.stdout;
}

/** Starts the service with a data folder of its own, and waits until its demo account is complete. */
async function demoService(data: string, closing: AsyncDisposableStack): Promise<Demo> {
  const service = spawn(process.execPath, ["scripts/local/npm-start.mjs"], {
    env: { ...process.env, PORT: "0", DATA_DIR: data, MONITOR_EVERY_SECONDS: "3" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  closing.defer(async () => {
    service.kill();
    if (service.exitCode === null) await once(service, "exit");
  });
  const found = new Map<string, string>();
  for await (const line of createInterface({ input: service.stdout })) {
    const [, name, value] = /^(ready|full key:|read-only key:) (.+)$/.exec(line) ?? [];
    if (name && value) found.set(name, value);
    if (line === "the demo account is complete") break;
  }
  const said = (name: string): string => {
    const value = found.get(name);
    if (value === undefined) throw new Error(`the service does not say: ${name}`);
    return value;
  };
  return {
    VAT_API_URL: said("ready"),
    VAT_API_KEY: said("full key:"),
    VAT_READ_ONLY_KEY: said("read-only key:"),
  };
}

/** Signs a person in twice: a session file for the server, and an access token for the comparison. */
async function sessionOf({ VAT_API_URL }: Demo, file: string) {
  const tokens = async () => {
    const named = await fetch(`${VAT_API_URL}/v1/sign-in`);
    const { provider } = (await named.json()) as {
      provider: { issuer: string; client_id: string };
    };
    const at = { issuer: provider.issuer, clientId: provider.client_id };
    const exchange = await signInAt(at, "accountant", `${VAT_API_URL}/console`);
    const made = await fetch(`${VAT_API_URL}/v1/session`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(exchange),
    });
    if (!made.ok) throw new Error(await made.text());
    return (await made.json()) as { access_token: string; refresh_token: string };
  };
  const [{ refresh_token }, { access_token }] = [await tokens(), await tokens()];
  await writeFile(file, JSON.stringify({ refresh_token }), { mode: 0o600 });
  return { VAT_SESSION_FILE: file, VAT_ACCESS_TOKEN: access_token };
}

async function bySdk(env: Readonly<Record<string, string>>): Promise<Finding[]> {
  const args = ["--test", "--test-concurrency=1", "test/*.test.mjs"];
  const tested = await ran(process.execPath, args, { cwd: PACKAGE, env });
  console.error(tested?.stdout.split("\n").slice(-10).join("\n"));
  return tested?.code === 0 ? [] : [finding("sdk", tested?.stdout ?? "not run")];
}

/** Calls the server by the inspector, with the rules of tool schemas in full. */
async function byInspector(place: string, program: string, demo: Demo): Promise<Finding[]> {
  const inspector = join(place, "node_modules/.bin/mcp-inspector");
  const findings: Finding[] = [];
  const servers = [
    [
      process.execPath,
      program,
      "-e",
      `EU_VAT_URL=${demo.VAT_API_URL}`,
      "-e",
      `EU_VAT_KEY=${demo.VAT_API_KEY}`,
    ],
    [
      `${demo.VAT_API_URL}/v1/mcp`,
      "--transport",
      "http",
      "--header",
      `X-API-Key: ${demo.VAT_API_KEY}`,
    ],
  ];
  const calls = servers.flatMap((server) => INSPECTOR_CALLS.map((call) => ({ ...call, server })));
  for (const { name, args, says, server } of calls) {
    const asked = ["--cli", ...server, ...args];
    const done = await ran(inspector, asked);
    const isRight = done?.code === 0 && says.test(done.stdout);
    if (!isRight || done.stderr.includes("Warning")) {
      findings.push(finding(`inspector ${name}`, `${done?.code}: ${done?.stdout}${done?.stderr}`));
    }
  }
  return findings;
}

const finding = (rule: string, text: string): Finding => ({
  rule,
  where: "integrations/mcp",
  text,
});

#!/usr/bin/env node
import { createClient } from "../create-client.ts";
import { VatError } from "../errors.ts";
import { calculate } from "./calculate.ts";
import type { Command } from "./command.ts";
import { UsageError } from "./command.ts";
import { importFile } from "./import-file.ts";
import { listen } from "./listen.ts";
import { open } from "./open.ts";

const COMMANDS: Readonly<Record<string, Command>> = { listen, import: importFile, calculate, open };

const USAGE = `usage: vat <command>
${Object.values(COMMANDS)
  .map(({ usage }) => `  vat ${usage}`)
  .join("\n")}

EU_VAT_URL is the address of the service, http://127.0.0.1:3000 without it; EU_VAT_KEY is a key of the account.`;

const HELP: readonly string[] = ["--help", "-h", "help"];

/** The codes of the process: 1 for a refusal, 2 for a command line that cannot be carried out. */
const REFUSED = 1;
const WRONG = 2;

async function run([name = "", ...args]: readonly string[]): Promise<number> {
  if ([name, ...args].some((word) => HELP.includes(word))) {
    process.stdout.write(`${USAGE}\n`);
    return 0;
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) throw new UsageError(name ? `there is no command ${name}` : "name a command");
  const { EU_VAT_URL: baseUrl = "http://127.0.0.1:3000", EU_VAT_KEY: apiKey } = process.env;
  const ending = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => ending.abort());
  return command.run(args, {
    client: createClient({ baseUrl, apiKey }),
    baseUrl: baseUrl.replace(/\/$/, ""),
    say: (line) => process.stdout.write(`${line}\n`),
    signal: ending.signal,
  });
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof VatError)) throw error;
  const isWrong = error instanceof UsageError;
  process.stderr.write(`${error.message}\n${isWrong ? `${USAGE}\n` : ""}`);
  process.exitCode = isWrong ? WRONG : REFUSED;
}

#!/usr/bin/env node
import process from "node:process";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { serverWith } from "./server.ts";
import { settingsOf, USAGE } from "./settings.ts";

try {
  const settings = settingsOf(process.argv.slice(2), process.env);
  await serverWith(settings).connect(new StdioServerTransport());
} catch (error) {
  // stdout belongs to the protocol.
  process.stderr.write(`${error instanceof Error ? error.message : error}\n${USAGE}\n`);
  process.exitCode = 2;
}

import { readFile } from "node:fs/promises";
import { problemsOf } from "../openapi/lint.ts";
import type { OutsideTool } from "./tool.ts";

/** The rules of Spectral and Redocly, which `npm run check` also applies to the document. */
export const DOCUMENT_LINTERS: OutsideTool = {
  name: "document linters",
  source: "npm ci",
  version: async () => "of the lock file",
  run: async () => {
    const problems = await problemsOf(await readFile("docs/openapi.json", "utf8"));
    return problems.map(({ linter, rule, message, at }) => ({
      rule: `${linter} ${rule}`,
      where: at,
      text: message,
    }));
  },
};

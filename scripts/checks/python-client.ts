import { join, resolve } from "node:path";
import { type Finding, type OutsideTool, ran, versionOf } from "./tool.ts";

const MAKER = "openapi-python-client";

/** The warning of the generator about an operation that it leaves out: the response is a spreadsheet. */
const LEFT_OUT = /^WARNING parsing (\S+ \S+)/gm;

/**
 * A client for another language: generated from the published document, and used against the running service as in
 * docs/client.md. Python is the one beside the generator, with the packages that generated clients need.
 */
export const PYTHON_CLIENT: OutsideTool = {
  name: MAKER,
  source: `PyPI: ${MAKER}`,
  version: versionOf(MAKER),
  run: async ({ folder, service }) => {
    const document = ["--path", resolve("docs/openapi.json")];
    const output = ["--meta", "none", "--output-path", join(folder, "vat_client")];
    const made = await ran(MAKER, ["generate", ...document, ...output]);
    if (made?.code !== 0) return [finding("generate", MAKER, made?.stderr ?? "not run")];
    const { url, keyOf } = await service();
    const env = { PYTHONPATH: folder, VAT_API_URL: url, VAT_API_KEY: await keyOf("python") };
    const used = await ran("python3", [resolve("scripts/checks/clients/ten-calls.py")], { env });
    const text = `${made.stdout}\n${made.stderr}`;
    const warnings = [...text.matchAll(LEFT_OUT)].map(([, where = ""]) =>
      finding("left-out", where, "the generator cannot read a response of this operation"),
    );
    if (used?.code === 0) return warnings;
    return [...warnings, finding("use", "scripts/checks/clients/ten-calls.py", used?.stderr ?? "")];
  },
};

const finding = (rule: string, where: string, text: string): Finding => ({ rule, where, text });

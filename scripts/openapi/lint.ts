import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import spectralCore, { type RulesetDefinition } from "@stoplight/spectral-core";
import spectralRulesets from "@stoplight/spectral-rulesets";

/** The committed document, which `npm run check` tests against the rules of Redocly and Spectral. */
const DOCUMENT_FILE = fileURLToPath(new URL("../../docs/openapi.json", import.meta.url));

type Problem = {
  readonly linter: "redocly" | "spectral";
  readonly rule: string;
  readonly message: string;
  /** The location in the document. */
  readonly at: string;
};

/** Returns the problems that both linters find in a document, including hints. */
export const problemsOf = async (source: string): Promise<Problem[]> => [
  ...(await redoclyProblems(source)),
  ...(await spectralProblems(source)),
];

async function redoclyProblems(source: string): Promise<Problem[]> {
  const config = await createConfig({
    extends: ["recommended-strict"],
    rules: {
      // A redirect is not a 2xx response; a test checks that every operation has a success.
      "operation-2xx-response": "off",
      "no-invalid-parameter-examples": "error",
      "no-invalid-schema-examples": "error",
      "no-required-schema-properties-undefined": "error",
      "operation-description": "error",
      "operation-tag-defined": "error",
      "operation-singular-tag": "error",
      "path-params-defined": "error",
      "spec-strict-refs": "off",
    },
  });
  const problems = await lintFromString({ source, absoluteRef: DOCUMENT_FILE, config });
  return problems.map(({ ruleId, message, location: [place] }) => ({
    linter: "redocly",
    rule: ruleId,
    message,
    at: place?.pointer ?? "",
  }));
}

async function spectralProblems(source: string): Promise<Problem[]> {
  const spectral = new spectralCore.Spectral();
  spectral.setRuleset({
    extends: [[spectralRulesets.oas as RulesetDefinition, "recommended"]],
    rules: {
      // These rules look into the values of examples, and stop at the first null there.
      "typed-enum": "off",
      "duplicated-entry-in-enum": "off",
      "operation-success-response": "error",
      "oas3-parameter-description": "error",
      "license-url": "off",
    },
  });
  const problems = await spectral.run(JSON.parse(source));
  return problems.map(({ code, message, path }) => ({
    linter: "spectral",
    rule: String(code),
    message,
    at: path.join("/"),
  }));
}

if (import.meta.main) {
  const problems = await problemsOf(await readFile(DOCUMENT_FILE, "utf8"));
  for (const { linter, rule, message, at } of problems) {
    console.error(`${linter} ${rule}: ${message} (${at})`);
  }
  if (problems.length > 0) process.exitCode = 1;
}

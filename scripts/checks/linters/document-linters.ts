import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { Finding, OutsideTool } from "../tool.ts";
import { linters, linterVersion } from "./install-linters.ts";

const DOCUMENT_FILE = resolve("docs/openapi.json");

type Lint = (source: string) => Promise<Finding[]>;

/** A document with faults that both linters must find, so that a run without findings means something. */
const FAULTY = {
  openapi: "3.1.1",
  info: { title: "Things", version: "1" },
  servers: [{ url: "/" }],
  paths: {
    "/things/{id}": {
      get: {
        operationId: "getThing",
        tags: ["Nothing"],
        responses: { 200: { description: "A thing" } },
      },
    },
  },
};

const documentLinter = (tool: string, name: string, lint: Lint, proof: string): OutsideTool => ({
  name: tool,
  source: "npm",
  version: linterVersion(name),
  run: async () => {
    const planted = await lint(JSON.stringify(FAULTY));
    if (!planted.some(({ rule }) => rule === proof)) throw new Error(`${proof} is not found`);
    return lint(await readFile(DOCUMENT_FILE, "utf8"));
  },
});

/** The rules of Redocly for the OpenAPI document, hints included. */
export const REDOCLY = documentLinter(
  "redocly",
  "@redocly/openapi-core",
  redoclyProblems,
  "path-params-defined",
);

/** The recommended rules of Spectral for the OpenAPI document. */
export const SPECTRAL = documentLinter(
  "spectral",
  "@stoplight/spectral-rulesets",
  spectralProblems,
  "path-params",
);

async function redoclyProblems(source: string): Promise<Finding[]> {
  const { createConfig, lintFromString } = (await linters())("@redocly/openapi-core");
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
  const problems: RedoclyProblem[] = await lintFromString({
    source,
    absoluteRef: DOCUMENT_FILE,
    config,
  });
  return problems.map(({ ruleId, message, location: [place] }) => ({
    rule: ruleId,
    where: place?.pointer ?? "",
    text: message,
  }));
}

type RedoclyProblem = {
  readonly ruleId: string;
  readonly message: string;
  readonly location: readonly { readonly pointer?: string }[];
};

async function spectralProblems(source: string): Promise<Finding[]> {
  const load = await linters();
  const { Spectral } = load("@stoplight/spectral-core");
  const { oas } = load("@stoplight/spectral-rulesets");
  const spectral = new Spectral();
  spectral.setRuleset({
    extends: [[oas, "recommended"]],
    rules: {
      // These rules look into the values of examples, and stop at the first null there.
      "typed-enum": "off",
      "duplicated-entry-in-enum": "off",
      "operation-success-response": "error",
      "oas3-parameter-description": "error",
      "license-url": "off",
    },
  });
  const problems: SpectralProblem[] = await spectral.run(JSON.parse(source));
  return problems.map(({ code, message, path }) => ({
    rule: String(code),
    where: path.join("/"),
    text: message,
  }));
}

type SpectralProblem = {
  readonly code: string | number;
  readonly message: string;
  readonly path: readonly (string | number)[];
};

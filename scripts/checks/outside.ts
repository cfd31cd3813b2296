import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Failure, runCommand } from "../local/failure.ts";
import { ANSWERS } from "./answers.ts";
import { CLIENT_PACKAGE } from "./client-package.ts";
import { DYNAMODB_LOCAL } from "./dynamodb-local.ts";
import { LAKE } from "./lake.ts";
import { LAMBDA_RUNTIME } from "./lambda-runtime.ts";
import { CDK_NAG } from "./linters/cdk-nag.ts";
import { REDOCLY, SPECTRAL } from "./linters/document-linters.ts";
import { MCP } from "./mcp.ts";
import { MINISTACK } from "./ministack.ts";
import { GENERATED_CLIENTS } from "./openapi-generator.ts";
import { OPENAPI_TYPESCRIPT } from "./openapi-typescript.ts";
import { PYTHON_CLIENT } from "./python-client.ts";
import { type Outcome, reportOf } from "./report.ts";
import { SCHEMATHESIS } from "./schemathesis.ts";
import { serviceOf } from "./service.ts";
import { SHOPWARE } from "./shopware.ts";
import { STRIPE_MOCK } from "./stripe-mock.ts";
import { CFN_LINT, CHECKOV } from "./template-linters.ts";
import { writeTemplates } from "./templates.ts";
import type { OutsideTool, Stage, ToolInputs } from "./tool.ts";
import { VENDOR_LIBRARIES } from "./vendors/vendor-libraries.ts";
import { VENDURE } from "./vendure.ts";
import { WOOCOMMERCE } from "./woocommerce.ts";

const TOOLS: readonly OutsideTool[] = [
  REDOCLY,
  SPECTRAL,
  CDK_NAG,
  CFN_LINT,
  CHECKOV,
  MINISTACK,
  SCHEMATHESIS,
  DYNAMODB_LOCAL,
  LAMBDA_RUNTIME,
  CLIENT_PACKAGE,
  MCP,
  OPENAPI_TYPESCRIPT,
  PYTHON_CLIENT,
  ...GENERATED_CLIENTS,
  LAKE,
  WOOCOMMERCE,
  VENDURE,
  SHOPWARE,
  VENDOR_LIBRARIES,
  STRIPE_MOCK,
];

const USAGE = `usage: npm run --silent outside -- [--only <tool>,<tool>]
Runs checkers that were written elsewhere, as far as this machine has them, and tells what they find: ${TOOLS.map(({ name }) => name).join(", ")}.
Exits 1 when something is found that nobody has answered for (scripts/checks/answers.ts).`;

/**
 * Returns the selected tools.
 * @throws Failure (exit code 2) with the usage.
 */
function chosen(args: string[]): readonly OutsideTool[] {
  try {
    const { only } = parseArgs({ args, options: { only: { type: "string" } } }).values;
    const names = only?.split(",") ?? TOOLS.map(({ name }) => name);
    const tools = TOOLS.filter(({ name }) => names.includes(name));
    if (tools.length === names.length) return tools;
  } catch {
    // For any wrong argument, the usage is printed.
  }
  throw new Failure(USAGE, 2);
}

async function outcomeOf(tool: OutsideTool, inputs: ToolInputs): Promise<Outcome> {
  const { name } = tool;
  const version = await tool.version();
  if (version === undefined) return { tool: `${name} (${tool.source})`, version, findings: [] };
  console.error(`${name} ${version} …`);
  try {
    return { tool: name, version, findings: await tool.run(inputs) };
  } catch (error) {
    return { tool: name, version, findings: [], failure: `failed: ${String(error)}` };
  }
}

/** Creates each resource once, when a tool first requests it. */
function inputsIn(folder: string, closing: AsyncDisposableStack): ToolInputs {
  const templates = new Map<Stage, string>();
  let service: ReturnType<ToolInputs["service"]> | undefined;
  return {
    folder,
    templatesOf: async (stage) => {
      const made = templates.get(stage) ?? writeTemplates(stage, folder);
      templates.set(stage, made);
      return made;
    },
    service: () => (service ??= serviceOf(closing)),
  };
}

await runCommand(async () => {
  const tools = chosen(process.argv.slice(2));
  await using closing = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "vat-outside-"));
  closing.defer(() => rm(folder, { recursive: true }));
  const inputs = inputsIn(folder, closing);
  const outcomes: Outcome[] = [];
  for (const tool of tools) outcomes.push(await outcomeOf(tool, inputs));
  const { lines, code } = reportOf(outcomes, ANSWERS);
  for (const line of lines) console.log(line);
  process.exitCode = code;
});

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { App, CfnResource, Stack } from "aws-cdk-lib";
import { CfnEventBus } from "aws-cdk-lib/aws-events";
import { CfnPolicy } from "aws-cdk-lib/aws-iam";
import { CfnFunction } from "aws-cdk-lib/aws-lambda";
import { CfnBucketPolicy } from "aws-cdk-lib/aws-s3";
import type { Settings } from "../../../infra/settings.ts";
import { vatStacks } from "../../../infra/stacks.ts";
import type { Part } from "../../../shared/api/route.ts";
import * as routes from "../../../shared/api/routes.ts";
import { settingsOfStage } from "../templates.ts";

/** A change of a stage, in its settings or in its resources. */
export type AssemblyChange = {
  readonly settings?: Partial<Settings>;
  readonly edit?: (app: App) => void;
  /** True if a route is in another part of the API, so that its function has another name. */
  readonly isMoved?: boolean;
};

/** Writes cloud assemblies with the code of the functions, for the CDK CLI to deploy. */
export class Assemblies {
  readonly #folder: string;
  readonly #bundles: string;
  #written = 0;
  /** The functions that asked AWS for something in the last assembly of a stage, by the stage. */
  readonly #asking = new Map<string, readonly string[]>();

  /** `bundles` is the folder in which a synthesis has put the code. */
  constructor(folder: string, bundles: string) {
    this.#folder = folder;
    this.#bundles = bundles;
  }

  /** Writes the assembly of a stage with the settings of `dev`, and returns its folder. */
  write(stage: string, { settings, edit, isMoved = false }: AssemblyChange = {}): string {
    const { context } = JSON.parse(readFileSync("cdk.json", "utf8"));
    this.#written += 1;
    const outdir = join(this.#folder, `assembly-${this.#written}`);
    const app = new App({ outdir, context });
    const row = routes.exportMovements as { part?: Part };
    if (isMoved) row.part = "ledger";
    try {
      vatStacks(app, { ...settingsOfStage(stage), ...settings, bundles: this.#bundles });
    } finally {
      delete row.part;
    }
    edit?.(app);
    app.synth();
    this.#asking.set(stage, askingFunctions(app));
    return outdir;
  }

  /** Returns the functions of all stages whose roles allow more than to log. */
  asking = (): readonly string[] => [...this.#asking.values()].flat();
}

type Statement = {
  readonly Action: string | readonly string[];
  readonly Condition?: unknown;
};

/** The policy of the function that a row names, with its statements. */
function policyOf(app: App, row: string) {
  const isOwn = (one: unknown): one is CfnPolicy =>
    one instanceof CfnPolicy && one.node.path.includes(`/${row}Role/`);
  const policy = app.node.findAll().find(isOwn);
  if (!policy) throw new Error(`${row} has no policy`);
  return { policy, statements: statementsOf(policy) };
}

const statementsOf = (policy: CfnPolicy): readonly Statement[] =>
  Stack.of(policy).resolve(policy.policyDocument).Statement;

const actionsOf = ({ Action }: Statement): readonly string[] => [Action].flat();

/** The actions of a function that only logs. */
const LOGS = /^(?:logs|xray):/;

/** Returns the names of the functions whose roles allow more than to log. */
function askingFunctions(app: App): string[] {
  const all = app.node.findAll();
  const asking = all.filter(
    (one): one is CfnPolicy =>
      one instanceof CfnPolicy &&
      statementsOf(one).some((statement) => actionsOf(statement).some((name) => !LOGS.test(name))),
  );
  const roles = new Set(
    asking.map(({ node }) => node.path.replace(/Role\/DefaultPolicy\/.*$/, "")),
  );
  return all.flatMap((one) =>
    one instanceof CfnFunction && roles.has(one.node.path.replace(/\/Resource$/, ""))
      ? [String(one.functionName)]
      : [],
  );
}

/** Takes the leading keys of items of one kind from a permission: the function asks for a key too many then. */
export const withoutKey = (row: string, action: string, key: string) => (app: App) => {
  const { policy, statements } = policyOf(app, row);
  const at = statements.findIndex((statement) => actionsOf(statement).includes(action));
  const [condition = "", names = {}] = Object.entries(statements[at]?.Condition ?? {})[0] ?? [];
  const left = (names as Record<string, string[]>)["dynamodb:LeadingKeys"]?.filter(
    (name) => !name.startsWith(key),
  );
  const path = `Properties.PolicyDocument.Statement.${at}.Condition.${condition}`;
  policy.addOverride(`${path}.dynamodb:LeadingKeys`, left);
};

/** Takes a permission from the role of a function: another, which it never uses, stands in its place. */
export const withoutAction = (row: string, action: string) => (app: App) => {
  const { policy, statements } = policyOf(app, row);
  for (const [at, statement] of statements.entries()) {
    if (!actionsOf(statement).includes(action)) continue;
    const others = actionsOf(statement).filter((one) => one !== action);
    policy.addOverride(`Properties.PolicyDocument.Statement.${at}.Action`, [
      "dynamodb:DescribeTimeToLive",
      ...others,
    ]);
  }
};

/** Lets the policy of the artifacts' bucket deny every put. */
export const denyingBucket = (app: App) => {
  const isOwn = (one: unknown): one is CfnBucketPolicy =>
    one instanceof CfnBucketPolicy && one.node.path.startsWith("VatData/Artifacts/");
  const policy = app.node.findAll().find(isOwn);
  if (!policy) throw new Error("the bucket of artifacts has no policy");
  const { Statement: statements } = Stack.of(policy).resolve(policy.policyDocument);
  const denial = {
    Effect: "Deny",
    Principal: { AWS: "*" },
    Action: "s3:PutObject",
    Resource: statements[0].Resource,
  };
  policy.addOverride("Properties.PolicyDocument.Statement", [...statements, denial]);
};

/** Adds a resource that cannot be created, so that the deployment of a stack fails after all others: a name that is taken. */
export const failingStack = (id: string) => (app: App) => {
  const stack = app.node.findChild(id) as Stack;
  const others = stack.node.findAll().filter((one) => one instanceof CfnResource);
  const name = `taken-${stack.stackName}`;
  const taken = new CfnEventBus(stack, "Taken", { name });
  for (const other of others) if (Stack.of(other) === stack) taken.addResourceDependency(other);
  new CfnEventBus(stack, "Failing", { name }).addResourceDependency(taken);
};

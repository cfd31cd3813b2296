import { readFileSync } from "node:fs";
import { App, type Stack } from "aws-cdk-lib";
import { Template } from "aws-cdk-lib/assertions";
import { DataStack } from "../../infra/data-stack.ts";
import { edgeOf } from "../../infra/edge.ts";
import { EdgeStack } from "../../infra/edge-stack.ts";
import { JournalStack } from "../../infra/journal-stack.ts";
import { ObservabilityStack } from "../../infra/observability-stack.ts";
import { ScheduleStack } from "../../infra/schedule-stack.ts";
import type { Settings } from "../../infra/settings.ts";
import { STACKS } from "../../infra/stack-props.ts";
import { vatStacks } from "../../infra/stacks.ts";
import { EVERY_JOB, settingsOfStage } from "../../scripts/checks/templates.ts";
import { partsOf, wholeTemplate } from "./whole-template.ts";

export type Properties = Record<string, unknown>;
export type Resource = {
  readonly Type: string;
  readonly Properties: Properties;
  readonly DeletionPolicy?: string;
  readonly DependsOn?: string | readonly string[];
};
export type Statement = {
  readonly Effect: string;
  readonly Action: string | string[];
  readonly Resource: unknown;
  readonly Condition?: Record<string, Record<string, unknown>>;
};

export { EVERY_JOB };

export type StackId = (typeof STACKS)[number];

/** A stage, and what it has other than `DEV`, or than the example when it is `prod`. */
export type Changes = { readonly stage?: string } & Partial<Omit<Settings, "stage">>;

/** What the stage `dev` of most tests has other than its file, which is that of a new account. */
const DEV = { smallAccount: false, connections: true, dashboard: true };

export const settingsWith = ({ stage = "dev", ...changes }: Changes = {}): Settings =>
  settingsOfStage(stage, { ...(stage === "dev" ? DEV : {}), ...changes });

/** The stage of a new account, with nothing that it does not need: `dev` as its file says. */
export const SMALL: Changes = { smallAccount: true, connections: false, dashboard: false };

/** An app with the context of cdk.json, as `cdk synth` makes it, but one that bundles nothing. */
export function plainApp(builtinCloudFormationValidation = false): App {
  const { context } = JSON.parse(readFileSync("cdk.json", "utf8"));
  const all = { ...context, "aws:cdk:bundling-stacks": [] };
  return new App({ context: all, builtinCloudFormationValidation });
}

/** All stacks of a stage. */
export class Synthesis {
  readonly app: App;
  readonly #stacks: Readonly<Record<StackId, Stack>>;
  readonly #whole = new Map<StackId, Template>();

  /** `validated` lets CDK check the templates as CloudFormation would, which takes seconds. */
  constructor(changes: Changes = {}, validated = false) {
    this.app = plainApp(validated);
    this.#stacks = vatStacks(this.app, settingsWith(changes));
  }

  stack(id: StackId): Stack {
    return this.#stacks[id];
  }

  /** Returns the template of a stack, merged with those of its nested stacks. */
  template(id: StackId): Template {
    const made = this.#whole.get(id) ?? wholeTemplate(this.#stacks[id]);
    this.#whole.set(id, made);
    return made;
  }

  /** Returns the templates as CloudFormation receives them, those of nested stacks too. */
  files(): { readonly name: string; readonly template: Template }[] {
    return STACKS.flatMap((id) => [
      ...partsOf(this.#stacks[id]).map((part) => ({
        name: `${id}${part.node.id}`,
        template: Template.fromStack(part),
      })),
      { name: id, template: Template.fromStack(this.#stacks[id]) },
    ]);
  }
}

/** The data stack alone, which is synthesised in milliseconds. */
export const dataStack = (changes: Changes = {}, app = plainApp()): DataStack =>
  new DataStack(app, "VatData", settingsWith(changes));

const synthesised = new Map<string, Synthesis>();

/** Returns all stacks of a stage, synthesised once. Those with the most settings are validated, which takes seconds. */
export function synthesisOf(changes: Changes = {}): Synthesis {
  const name = JSON.stringify(changes);
  const made = synthesised.get(name) ?? new Synthesis(changes, name === JSON.stringify(MOST));
  synthesised.set(name, made);
  return made;
}

export const PROD: Changes = { stage: "prod" };

const certificateIn = (region: string): string =>
  `arn:aws:acm:${region}:111122223333:certificate/c`;

/** A stage with a value of its own for every setting. */
export const MOST: Changes = {
  stage: "prod",
  region: "eu-central-1",
  tableKey: "customer-managed",
  warmThroughput: { readUnitsPerSecond: 20_000, writeUnitsPerSecond: 8_000 },
  throttle: {
    keyed: { perSecond: 300, burst: 301 },
    account: { calls: 900, seconds: 60, burst: 9 },
    inbound: { perSecond: 201, burst: 1001 },
    locking: { perSecond: 20, burst: 21 },
    open: { perSecond: 7, burst: 8 },
  },
  backup: {
    months: 132,
    vaultLock: "compliance",
    copyTo: "arn:aws:backup:eu-west-1:222222222222:backup-vault:copies",
  },
  copies: { region: "eu-west-1", bucketPrefix: "books-vat-copies" },
  journalSeconds: 300,
  lake: true,
  domain: { name: "origin.vat.example", certificateArn: certificateIn("eu-central-1") },
  edge: {
    domain: "vat.example",
    certificateArn: certificateIn("us-east-1"),
    secretName: "vat/edge",
    perAddress: 3000,
    perKey: 6000,
  },
  allowedOrigins: ["https://books.example"],
  mail: { from: "EU VAT service <vat@books.example>", smtpSecretArn: null },
  signIn: { cognito: { domainPrefix: "vat-books" } },
  budget: { monthlyUsd: 200 },
  alarms: { email: "vat@books.example" },
  smokeTest: {
    keySecretArn: "arn:aws:secretsmanager:eu-central-1:111122223333:secret:smoke-test",
  },
  tracing: true,
};

const secretOf = (name: string): string =>
  `arn:aws:secretsmanager:eu-central-1:111122223333:secret:${name}`;

/** A stage with the other choice of each setting that has two. */
export const OTHER = {
  region: "eu-central-1",
  restoredTable: {
    name: "VatData-dev-restored",
    streamArn: "arn:aws:dynamodb:eu-central-1:111122223333:table/VatData-dev-restored/stream/2026",
  },
  domain: { name: "origin.vat.example", certificateArn: certificateIn("eu-central-1") },
  signIn: {
    issuer: "https://issuer.example",
    clientId: "vat",
    clientSecretArn: secretOf("sign-in"),
  },
  mail: { from: "vat@books.example", smtpSecretArn: secretOf("smtp") },
  alarms: { topicArn: "arn:aws:sns:eu-central-1:111122223333:on-call" },
} as const satisfies Changes;

export const apiTemplate = (changes: Changes = {}): Template =>
  synthesisOf(changes).template("VatApi");

export const scheduleTemplate = (changes: Changes = {}): Template =>
  synthesisOf(changes).template("VatSchedule");

/** The stack of the jobs with those that it needs, which are synthesised in a second. */
export function jobsTemplate(changes: Changes): Template {
  const app = plainApp();
  const settings = settingsWith(changes);
  const data = new DataStack(app, "VatData", settings);
  const { bucket } = new JournalStack(app, "VatJournal", settings, data);
  return Template.fromStack(new ScheduleStack(app, "VatSchedule", settings, data, bucket));
}

export const journalTemplate = (changes: Changes = {}): Template =>
  synthesisOf(changes).template("VatJournal");

/** The stack of the lake, which not every stage has. */
export function lakeTemplate(changes: Changes): Template {
  const lake = synthesisOf(changes).app.node.tryFindChild("VatLake");
  if (!lake) throw new Error("this stage has no lake");
  return Template.fromStack(lake as Stack);
}

/** The stack of the copies in another region, which not every stage has. */
export function copiesTemplate(changes: Changes): Template {
  const copies = synthesisOf(changes).app.node.tryFindChild("VatCopies");
  if (!copies) throw new Error("this stage has no copies");
  return Template.fromStack(copies as Stack);
}

/** The topic of the alarms, the dashboard and the budget. */
export const observabilityTemplate = (changes: Changes = {}): Template =>
  Template.fromStack(new ObservabilityStack(plainApp(), "VatObservability", settingsWith(changes)));

/** The stack of the edge, which not every stage has. */
export function edgeTemplate(changes: Changes): Template {
  const edge = synthesisOf(changes).app.node.tryFindChild("VatEdge");
  if (!edge) throw new Error("this stage has no edge");
  return Template.fromStack(edge as Stack);
}

/** The stack of the edge without the others, which is synthesised in milliseconds. */
export function edgeTemplateAlone(changes: Changes): Template {
  const settings = settingsWith(changes);
  const edge = edgeOf(settings);
  if (!edge) throw new Error("this stage has no edge");
  return Template.fromStack(new EdgeStack(plainApp(), "VatEdge", settings, edge));
}

/** What can be asked about the resources of one template. */
export class Resources {
  readonly all: Readonly<Record<string, Resource>>;

  constructor(template: Template) {
    this.all = template.toJSON()["Resources"];
  }

  ofType(type: string): [id: string, properties: Properties][] {
    return Object.entries(this.all)
      .filter(([, { Type }]) => Type === type)
      .map(([id, { Properties = {} }]) => [id, Properties]);
  }

  propertiesOf(id: string): Properties {
    return this.all[id]?.Properties ?? {};
  }

  /** The function of a row, whose id is the name of the row and a hash. */
  functionOf(name: string): { readonly id: string; readonly properties: Properties } {
    const form = new RegExp(`^${name}[0-9A-F]{8}$`);
    const [found] = this.ofType("AWS::Lambda::Function").filter(([id]) => form.test(id));
    if (!found) throw new Error(`no function ${name}`);
    return { id: found[0], properties: found[1] };
  }

  /** All that the role of a function allows. */
  statementsOf(name: string): Statement[] {
    const role = target(this.functionOf(name).properties["Role"]);
    return this.ofType("AWS::IAM::Policy")
      .filter(([, { Roles }]) => (Roles as unknown[]).map(target).includes(role))
      .flatMap(
        ([, { PolicyDocument }]) => (PolicyDocument as { Statement: Statement[] }).Statement,
      );
  }
}

/** The logical id that a property refers to. */
export const target = (property: unknown): string =>
  /"(?:Ref|Fn::GetAtt)":\[?"(\w+)"/.exec(JSON.stringify(property))?.[1] ?? "";

export const actionsOf = (statements: readonly Statement[]): string[] =>
  statements.flatMap(({ Action }) => Action).sort();

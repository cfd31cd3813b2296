import { readFileSync } from "node:fs";
import { App, type Stack } from "aws-cdk-lib";
import { Template } from "aws-cdk-lib/assertions";
import { ApiStack } from "../../infra/api-stack.ts";
import { DataStack } from "../../infra/data-stack.ts";
import { ObservabilityStack } from "../../infra/observability-stack.ts";
import { ScheduleStack } from "../../infra/schedule-stack.ts";
import { settingsFrom } from "../../infra/settings.ts";
import { vatStacks } from "../../infra/stacks.ts";

export type Properties = Record<string, unknown>;
export type Resource = {
  readonly Type: string;
  readonly Properties: Properties;
  readonly DependsOn?: string | readonly string[];
};
export type Statement = {
  readonly Effect: string;
  readonly Action: string | string[];
  readonly Resource: unknown;
  readonly Condition?: Record<string, Record<string, unknown>>;
};

/** In the order of a first deployment. */
export const STACKS = ["VatData", "VatSchedule", "VatApi", "VatObservability"] as const;
export type StackId = (typeof STACKS)[number];

/** An app with the context of cdk.json, as `cdk synth` makes it, but one that bundles nothing. */
function appWith(context: Record<string, unknown>, builtinCloudFormationValidation: boolean): App {
  const usual = JSON.parse(readFileSync("cdk.json", "utf8")).context;
  const all = { ...usual, ...context, "aws:cdk:bundling-stacks": [] };
  return new App({ context: all, builtinCloudFormationValidation });
}

/** All stacks. */
export class Synthesis {
  readonly app: App;
  readonly #stacks: Readonly<Record<StackId, Stack>>;

  /** `validated` lets CDK check the templates as CloudFormation would, which takes seconds. */
  constructor(context: Record<string, unknown> = {}, validated = false) {
    this.app = appWith(context, validated);
    this.#stacks = vatStacks(this.app);
  }

  stack(id: StackId): Stack {
    return this.#stacks[id];
  }

  /** @throws Error when a rule of AWS Solutions finds something that nobody has answered for. */
  template(id: StackId): Template {
    return Template.fromStack(this.#stacks[id]);
  }
}

/** The data stack alone, which is there at once. */
export function dataStack(context: Record<string, unknown> = {}): DataStack {
  const app = appWith(context, false);
  return new DataStack(app, "VatData", settingsFrom(app));
}

/** The API stack, with the stacks that it rests on. */
export function apiTemplate(context: Record<string, unknown> = {}): Template {
  const data = dataStack(context);
  const [app, settings] = [data.node.root, settingsFrom(data)];
  const schedule = new ScheduleStack(app, "VatSchedule", settings, data);
  return Template.fromStack(new ApiStack(app, "VatApi", settings, data, schedule));
}

/** The schedule stack likewise. */
export function scheduleTemplate(context: Record<string, unknown> = {}): Template {
  const data = dataStack(context);
  const settings = settingsFrom(data);
  return Template.fromStack(new ScheduleStack(data.node.root, "VatSchedule", settings, data));
}

/** The observability stack with all that it watches. */
export function observabilityTemplate(): Template {
  const data = dataStack();
  const [app, settings] = [data.node.root, settingsFrom(data)];
  const schedule = new ScheduleStack(app, "VatSchedule", settings, data);
  const api = new ApiStack(app, "VatApi", settings, data, schedule);
  const watched = { api, schedule, table: data.table };
  return Template.fromStack(new ObservabilityStack(app, "VatObservability", settings, watched));
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

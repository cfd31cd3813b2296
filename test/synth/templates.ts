import { readFileSync } from "node:fs";
import { App, type Stack } from "aws-cdk-lib";
import { Template } from "aws-cdk-lib/assertions";
import { ApiStack } from "../../infra/api-stack.ts";
import { DataStack } from "../../infra/data-stack.ts";
import { JournalStack } from "../../infra/journal-stack.ts";
import { ObservabilityStack } from "../../infra/observability-stack.ts";
import { ScheduleStack } from "../../infra/schedule-stack.ts";
import type { Settings } from "../../infra/settings.ts";
import { vatStacks } from "../../infra/stacks.ts";
import { STACKS, settingsOfStage } from "../../scripts/checks/templates.ts";
import { partsOf, wholeTemplate } from "./whole-template.ts";

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

export type StackId = (typeof STACKS)[number];

/** A stage, and what its file says other than that of `dev`, or of the example when it is `prod`. */
export type Changes = { readonly stage?: string } & Partial<Omit<Settings, "stage">>;

export const settingsWith = ({ stage = "dev", ...changes }: Changes = {}): Settings =>
  settingsOfStage(stage, changes);

/** An app with the context of cdk.json, as `cdk synth` makes it, but one that bundles nothing. */
function plainApp(builtinCloudFormationValidation = false): App {
  const { context } = JSON.parse(readFileSync("cdk.json", "utf8"));
  const all = { ...context, "aws:cdk:bundling-stacks": [] };
  return new App({ context: all, builtinCloudFormationValidation });
}

/** All stacks. */
export class Synthesis {
  readonly app: App;
  readonly #stacks: Readonly<Record<StackId, Stack>>;

  /** `validated` lets CDK check the templates as CloudFormation would, which takes seconds. */
  constructor(changes: Changes = {}, validated = false) {
    this.app = plainApp(validated);
    this.#stacks = vatStacks(this.app, settingsWith(changes));
  }

  stack(id: StackId): Stack {
    return this.#stacks[id];
  }

  /**
   * The template of a stack, with the parts that it is made of in it.
   * @throws Error when a rule of AWS Solutions finds something that nobody has answered for.
   */
  template(id: StackId): Template {
    return wholeTemplate(this.#stacks[id]);
  }

  /** The templates as they are deployed, those of parts apart. */
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

/** The data stack alone, which is there at once. */
export const dataStack = (changes: Changes = {}): DataStack =>
  new DataStack(plainApp(), "VatData", settingsWith(changes));

const apiTemplates = new Map<string, Template>();

/** The API stack, with the stacks that it rests on; made once, as it takes a second. */
export function apiTemplate(changes: Changes = {}): Template {
  const name = JSON.stringify(changes);
  const made = apiTemplates.get(name) ?? newApiTemplate(settingsWith(changes));
  apiTemplates.set(name, made);
  return made;
}

function newApiTemplate(settings: Settings): Template {
  const data = new DataStack(plainApp(), "VatData", settings);
  const schedule = new ScheduleStack(data.node.root, "VatSchedule", settings, data);
  return wholeTemplate(new ApiStack(data.node.root, "VatApi", settings, data, schedule));
}

/** The schedule stack likewise. */
export function scheduleTemplate(changes: Changes = {}): Template {
  const settings = settingsWith(changes);
  const data = new DataStack(plainApp(), "VatData", settings);
  return Template.fromStack(new ScheduleStack(data.node.root, "VatSchedule", settings, data));
}

/** The journal's stack likewise. */
export function journalTemplate(changes: Changes = {}): Template {
  const settings = settingsWith(changes);
  const data = new DataStack(plainApp(), "VatData", settings);
  return Template.fromStack(new JournalStack(data.node.root, "VatJournal", settings, data));
}

/** The topic of the alarms, and the dashboard. */
export const observabilityTemplate = (changes: Changes = {}): Template =>
  Template.fromStack(new ObservabilityStack(plainApp(), "VatObservability", settingsWith(changes)));

/** The stack of the edge, which not every stage has. */
export function edgeTemplate({ app }: Synthesis): Template {
  const edge = app.node.tryFindChild("VatEdge");
  if (!edge) throw new Error("this stage has no edge");
  return Template.fromStack(edge as Stack);
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

import type { Template } from "aws-cdk-lib/assertions";
import { PARTS, partOf } from "../../infra/api-parts.ts";
import type { Route } from "../../shared/api/route.ts";
import * as routes from "../../shared/api/routes.ts";
import { isOnTable, wordsOf } from "./permission-words.ts";
import { alarmLines, nameOf, settingLines } from "./settings-summary.ts";
import { type Resource, Resources, type Statement, target } from "./templates.ts";

type Stack = { readonly name: string; readonly template: Template };
type Stored = Resource & { readonly DeletionPolicy?: string };

/** Types whose resources are listed by name: these hold data, or are named in docs/operations.md. */
const NAMED = [
  "DynamoDB::GlobalTable",
  "KMS::Key",
  "Backup::BackupVault",
  "S3::Bucket",
  "SQS::Queue",
  "Events::EventBus",
  "SNS::Topic",
  "Logs::LogGroup",
  "CloudWatch::Dashboard",
  "CloudWatch::Alarm",
  "Scheduler::Schedule",
  "Lambda::EventSourceMapping",
  "ApiGatewayV2::Api",
  "ApiGatewayV2::Stage",
];

const resourcesOf = ({ template }: Stack): [id: string, resource: Stored][] =>
  Object.entries(template.toJSON()["Resources"]);

const typeOf = ({ Type }: Resource): string => Type.replace(/^AWS::/, "");

/** Counts equal texts and returns `text count`, in alphabetical order. */
const counted = (texts: readonly string[]): string[] =>
  [...Map.groupBy(texts, (text) => text)].map(([text, same]) => `${text} ${same.length}`).sort();

export const sizeOf = (template: Template): number =>
  Object.keys(template.toJSON()["Resources"]).length;

/**
 * Renders what the stacks consist of, for people: resources by type, names, functions, permissions, and the routes of
 * each part. `stacks` are the templates as CloudFormation receives them, `whole` those with nested stacks merged.
 */
export const summaryOf = (stacks: readonly Stack[], whole: readonly Stack[]): string =>
  [
    "Resources of each stack. CloudFormation accepts 500; test/infra/stacks.ts allows 400.",
    ...stacks.map(sizeLine),
    "\nNames. What is marked + outlives its stack.",
    ...NAMED.flatMap((type) => namesOf(type, stacks)),
    "\nSettings of what holds data or work. Statements that refuse calls without TLS are left out.",
    ...settingLines(stacks),
    "\nAlarms. Each is sent to the topic Alarms.",
    ...alarmLines(stacks),
    "\nFunctions by memory and timeout.",
    ...functionLines(whole),
    "\nStatements of roles, and the number of roles that have each. docs/permissions.md has the items of the table.",
    ...permissionLines(whole),
    '\nRoutes of each part of the API. Before a route moves: docs/operations.md, "Parts of the API".',
    ...PARTS.map(partLine),
  ]
    .join("\n")
    .concat("\n");

function sizeLine(stack: Stack): string {
  const types = resourcesOf(stack).map(([, resource]) => typeOf(resource));
  return `${stack.name}: ${types.length} resources: ${counted(types).join(", ")}`;
}

function namesOf(type: string, stacks: readonly Stack[]): string[] {
  const names = stacks.flatMap((stack) =>
    resourcesOf(stack)
      .filter(([, resource]) => typeOf(resource) === type)
      .map(
        ([id, { DeletionPolicy }]) =>
          `${nameOf(id)}${DeletionPolicy?.startsWith("Retain") ? "+" : ""}`,
      ),
  );
  return names.length > 0 ? [`${type}: ${names.join(", ")}`] : [];
}

function functionLines(whole: readonly Stack[]): string[] {
  const functions = whole.flatMap((stack) =>
    resourcesOf(stack)
      .filter(([, resource]) => typeOf(resource) === "Lambda::Function")
      .map(([, { Properties }]) => {
        const { MemorySize = 128, Timeout = 3 } = Properties;
        return `${stack.name}: ${MemorySize} MB, ${Timeout} s:`;
      }),
  );
  return counted(functions);
}

function permissionLines(whole: readonly Stack[]): string[] {
  const statements = whole.flatMap(({ template }) =>
    new Resources(template).ofType("AWS::IAM::Policy").flatMap(([, policy]) => {
      const { Statement } = policy["PolicyDocument"] as { Statement: Statement[] };
      const role = nameOf(target(policy["Roles"]));
      return Statement.flatMap(patternsOf).map((words) => ({ role, words }));
    }),
  );
  return [...Map.groupBy(statements, ({ words }) => words)]
    .map(([words, some]) => {
      const roles = [...new Set(some.map(({ role }) => role))];
      return `${words}: ${roles.length <= 5 ? roles.join(" ") : roles.length}`;
    })
    .sort();
}

/** One pattern for statements that differ only in the partitions of the table, or in the function they name. */
function patternsOf(statement: Statement): string[] {
  const { Action, Condition } = statement;
  if (isOnTable(statement) && Condition) {
    return [Action].flat().map((action) => `${action} on partitions of the table`);
  }
  const isByName = JSON.stringify(statement.Resource).includes(":function:");
  return [isByName ? `${[Action].flat().join(", ")} on functions by name` : wordsOf(statement)];
}

function partLine(part: (typeof PARTS)[number]): string {
  const own = Object.entries<Route>(routes).filter(([, row]) => partOf(row) === part);
  return `${part} (${own.length}): ${own.map(([name]) => name).join(" ")}`;
}

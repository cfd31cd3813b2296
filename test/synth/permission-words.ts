import type { Statement } from "./templates.ts";

/** Every function may write to the log of its stack. */
const LOG_ACTIONS = ["logs:CreateLogStream", "logs:PutLogEvents"];

export const actionsIn = ({ Action }: Statement): readonly string[] => [Action].flat();

export const isOnLog = (statement: Statement): boolean =>
  LOG_ACTIONS.join() === actionsIn(statement).join();

export const isOnTable = (statement: Statement): boolean =>
  actionsIn(statement).every((action) => action.startsWith("dynamodb:"));

/** The partitions that a statement is limited to. */
export const partitionsOf = ({ Condition }: Statement): string[] =>
  [Condition?.["ForAllValues:StringLike"]?.["dynamodb:LeadingKeys"] ?? []].flat() as string[];

/** An attribute of a resource of the same stack, or an export of another stack. */
const REFERENCE =
  /"Fn::GetAtt":\["([A-Za-z]+?)[0-9A-F]{8}"|ExportsOutputFnGetAtt([A-Za-z]+?)[0-9A-F]{8}(Stream)?Arn/;

/** What settings name and no stack has: identities and configuration sets of SES, buckets of copies, secrets. */
const NAMED =
  /:ses:.*:((?:identity|configuration-set)\/[\w.-]*)|:s3:::([\w.-]+\/\*)|:secretsmanager:.*:(secret:[\w./-]+)/;

/**
 * Names the resource of a statement by its id in the stack: `Artifacts/*`, `Table/index/gsi1`.
 * @throws Error for a resource that has no such id
 */
export function resourceName(resource: unknown): string {
  if (resource === "*") return "`*`";
  if (Array.isArray(resource)) return resource.map(resourceName).join(" and ");
  const [, own, exported, stream] = REFERENCE.exec(JSON.stringify(resource)) ?? [];
  const id = own ?? exported;
  const outside = NAMED.exec(JSON.stringify(resource))?.slice(1).find(Boolean);
  if (outside !== undefined) return `\`${outside}\``;
  if (id === undefined) throw new Error(`unknown resource: ${JSON.stringify(resource)}`);
  const join = (resource as { "Fn::Join"?: [string, unknown[]] })["Fn::Join"];
  const within = join?.[1].filter((part) => typeof part === "string").join("") ?? "";
  return `\`${id}${stream ? " stream" : ""}${within}\``;
}

/** The actions that CDK grants together, with the word for them. */
export const GRANTS: readonly (readonly [word: string, actions: readonly string[]])[] = [
  ["sends to", ["sqs:SendMessage", "sqs:GetQueueAttributes", "sqs:GetQueueUrl"]],
  [
    "receives from",
    [
      "sqs:ReceiveMessage",
      "sqs:ChangeMessageVisibility",
      "sqs:GetQueueUrl",
      "sqs:DeleteMessage",
      "sqs:GetQueueAttributes",
    ],
  ],
];

/** Renders a statement as `action, action on resource`. */
export function wordsOf(statement: Statement): string {
  const actions = actionsIn(statement).join(", ");
  const [word] = GRANTS.find(([, grant]) => grant.join(", ") === actions) ?? [`${actions} on`];
  const own = JSON.stringify(statement.Condition)?.includes('"StringEquals"');
  return `${word} ${resourceName(statement.Resource)}${own ? " for answers of its own" : ""}`;
}

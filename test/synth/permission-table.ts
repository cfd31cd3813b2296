import type { FunctionAccess } from "../../infra/function-access.ts";
import { ITEM_GROUPS } from "../../shared/platform/table/registry.ts";
import { GRANTS, isOnLog, isOnTable, wordsOf } from "./permission-words.ts";
import type { Statement } from "./templates.ts";

export type FunctionPermissions = {
  readonly name: string;
  /** The route, schedule or queue that calls the function. */
  readonly caller: string;
  readonly access: FunctionAccess;
  readonly statements: readonly Statement[];
};

/** Renders docs/permissions.md: a line for each function, and one for each kind of item. */
export const permissionPage = (functions: readonly FunctionPermissions[]): string =>
  `${HEAD}
| Function | Called by | Reads | Writes | Other actions |
|---|---|---|---|---|
${functions.map(rowOf).join("\n")}

## Kinds of items

| Kind | Reading is | Writing is | On partitions |
|---|---|---|---|
${FAMILIES.map(familyRow).join("\n")}
`;

const line = (cells: readonly string[]): string =>
  `|${cells.map((cell) => (cell === "" ? " " : ` ${cell} `)).join("|")}|`;

function rowOf({ name, caller, access, statements }: FunctionPermissions): string {
  const { reads, writes, sandboxes } = access;
  return line([
    `\`${name}\``,
    caller,
    listed(reads, ["in sandboxes", sandboxes.reads]),
    listed(writes, ["in sandboxes", sandboxes.writes], ["deletes in sandboxes", sandboxes.removes]),
    statements
      .filter((statement) => !isOnLog(statement) && !(isOnTable(statement) && statement.Condition))
      .map(wordsOf)
      .join("; "),
  ]);
}

const listed = (
  families: readonly string[],
  ...others: readonly (readonly [string, readonly string[]])[]
): string =>
  [["", families] as const, ...others]
    .filter(([, some]) => some.length > 0)
    .map(([where, some]) => `${where === "" ? "" : `${where}: `}${some.join(", ")}`)
    .join("; ");

function familyRow([name, { items, index, reads, writes }]: (typeof FAMILIES)[number]): string {
  const partitions = [...new Set(items.map(({ pk }) => `\`${pk}\``))].join(", ");
  return line([
    name,
    reads.join(", "),
    writes.join(", "),
    `${partitions}${index ? " of `gsi1`" : ""}`,
  ]);
}

const FAMILIES = Object.entries(ITEM_GROUPS);

const grants = GRANTS.map(
  ([word, actions]) => `*${word}* is ${actions.map((action) => `\`${action}\``).join(", ")}`,
).join("; ");

const HEAD = `# Permissions

What the role of each function allows. \`test/infra/permissions.ts\` compares the policies in the synthesized
stacks with the rows of routes and jobs, compares this page with both, and writes the page with
\`npx vitest run test/infra/infra.test.ts --update\`.

*Reads* and *Writes* name kinds of items in the table; the second table lists the DynamoDB operations and partitions of
each kind. The policies limit partitions by \`dynamodb:LeadingKeys\`, in which \`*\` stands for an account, a period or an
id. IAM cannot tell items of one partition apart (profile, registrations, sources and notifications of an account): the
integration tests fail when a route touches a kind that its row does not name. *Other actions* name resources by their
ids in the stacks: ${grants}.

Every function may also write to the log of its stack (\`logs:CreateLogStream\`, \`logs:PutLogEvents\`) and, in a stage with
\`tracing\`, send traces (\`xray:PutTraceSegments\`, \`xray:PutTelemetryRecords\` on \`*\`: X-Ray has no resources). No action is
a wildcard, and nothing scans the table.
`;

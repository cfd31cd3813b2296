import { type FunctionAccess, isRead, partsOf } from "../../infra/function-access.ts";
import type { TableUse } from "../../shared/platform/table/item.ts";
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

| Kind | Partitions |
|---|---|
${FAMILIES.map(familyRow).join("\n")}
`;

const line = (cells: readonly string[]): string =>
  `|${cells.map((cell) => (cell === "" ? " " : ` ${cell} `)).join("|")}|`;

function rowOf({ name, caller, access, statements }: FunctionPermissions): string {
  const { uses, sandboxes } = access;
  const removed: readonly string[] = sandboxes.removes;
  return line([
    `\`${name}\``,
    caller,
    listed(uses.filter(isRead), sandboxes.uses.filter(isRead)),
    [
      listed(
        uses.filter((use) => !isRead(use)),
        sandboxes.uses.filter((use) => !isRead(use)),
      ),
      ...(removed.length > 0 ? [`in sandboxes: Query, DeleteItem ${removed.join(", ")}`] : []),
    ]
      .filter((words) => words !== "")
      .join("; "),
    statements
      .filter((statement) => !isOnLog(statement) && !(isOnTable(statement) && statement.Condition))
      .map(wordsOf)
      .join("; "),
  ]);
}

const listed = (everywhere: readonly TableUse[], inSandboxes: readonly TableUse[]): string =>
  [
    ...byOperation(everywhere),
    ...byOperation(inSandboxes).map((one) => `in sandboxes: ${one}`),
  ].join("; ");

/** Returns each operation with the kinds of items that it is allowed on. */
const byOperation = (uses: readonly TableUse[]): string[] =>
  [...Map.groupBy(uses.map(partsOf), ([operation]) => operation)].map(
    ([operation, parts]) => `${operation} ${parts.map(([, family]) => family).join(", ")}`,
  );

function familyRow([name, { items, index }]: (typeof FAMILIES)[number]): string {
  const partitions = [...new Set(items.map(({ pk }) => `\`${pk}\``))].join(", ");
  return line([name, `${partitions}${index ? " of `gsi1`" : ""}`]);
}

const FAMILIES = Object.entries(ITEM_GROUPS);

const grants = GRANTS.map(
  ([word, actions]) => `*${word}* is ${actions.map((action) => `\`${action}\``).join(", ")}`,
).join("; ");

const HEAD = `# Permissions

What the role of each function allows. \`test/infra/permissions.ts\` compares the policies in the synthesized
stacks with the rows of routes and jobs, compares this page with both, and writes the page with
\`npx vitest run test/infra/infra.test.ts --update\`.

*Reads* and *Writes* name DynamoDB operations, each with the kinds of items that it is allowed on; the second table
lists the partitions of each kind. A function is allowed what its code can send, no more and no less:
\`test/structure/table-uses.test.ts\` follows the code from the handler. The policies limit partitions by
\`dynamodb:LeadingKeys\`, in which \`*\` stands for an account, a period or an id. IAM cannot tell items of one partition
apart (profile, registrations, sources and notifications of an account): the tests can. *Other actions* name resources by their
ids in the stacks: ${grants}.

Every function may also write to the log of its stack (\`logs:CreateLogStream\`, \`logs:PutLogEvents\`) and, in a stage with
\`tracing\`, send traces (\`xray:PutTraceSegments\`, \`xray:PutTelemetryRecords\` on \`*\`: X-Ray has no resources). No action is
a wildcard, and nothing scans the table.
`;

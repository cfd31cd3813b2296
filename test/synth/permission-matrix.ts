import type { Route } from "../../shared/api/route.ts";
import { routes } from "../../shared/api/routes.ts";
import { type Job, jobs } from "../../shared/platform/jobs/jobs.ts";
import type { Resources, Statement } from "./templates.ts";

/** What every function may, and what is said of it once. */
const LOGS = ["logs:CreateLogStream", "logs:PutLogEvents"];

const isCommon = ({ Action }: Statement): boolean => LOGS.join() === [Action].flat().join();

const KEY: Readonly<Record<Route["scope"], string>> = {
  public: "no key",
  read: "any key",
  write: "a full key",
};

/** The permission matrix of the synthesized stacks, as it stands in docs/permissions.md. */
export function permissionMatrix(api: Resources, schedule: Resources, journal: Resources): string {
  const routeRows = Object.entries<Route>(routes).map(([name, { method, path, scope }]) =>
    section(name, `\`${method} ${path}\`, ${KEY[scope]}`, api.statementsOf(name)),
  );
  const other = section(
    "answerUnknownPath",
    "`$default`, no key",
    api.statementsOf("answerUnknownPath"),
  );
  const jobRows = Object.entries<Job>(jobs).map(([name, job]) =>
    section(name, triggerOf(job), schedule.statementsOf(name)),
  );
  const writer = section(
    "writeJournal",
    "stream of the table",
    journal.statementsOf("writeJournal"),
  );
  return `${HEAD}\n## Routes\n\n${[...routeRows, other].join("\n")}\n## Jobs\n\n${jobRows.join("\n")}\n## Journal\n\n${writer}`;
}

function triggerOf({ trigger }: Job): string {
  if ("invoked_by" in trigger) return "an operator who may invoke it";
  return "queue" in trigger
    ? `queue \`${trigger.queue}\``
    : `\`${trigger.schedule}\` ${trigger.time_zone}`;
}

function section(name: string, caller: string, statements: readonly Statement[]): string {
  const own = statements.filter((statement) => !isCommon(statement));
  const lines = own.map((one) => `- ${actions(one)} on ${resource(one.Resource)}${where(one)}`);
  return `### ${name}\n\n${caller}\n\n${lines.length > 0 ? lines.join("\n") : "- nothing besides"}\n`;
}

const actions = ({ Action }: Statement): string =>
  [Action]
    .flat()
    .map((action) => `\`${action}\``)
    .join(", ");

function where({ Condition }: Statement): string {
  const keys = Condition?.["ForAllValues:StringLike"]?.["dynamodb:LeadingKeys"];
  if (keys === undefined) return "";
  return `, partitions ${[keys]
    .flat()
    .map((key) => `\`${key}\``)
    .join(", ")}`;
}

const TABLE = /\{"Fn::ImportValue":"VatData-\w+:ExportsOutputFnGetAttTable\w+Arn\w+"\}/.source;
const FILES = /\{"Fn::ImportValue":"VatData-\w+:ExportsOutputFnGetAttArtifacts\w+Arn\w+"\}/.source;

/** In words; anything that is not known here makes the test fail. */
const RESOURCES: readonly (readonly [RegExp, string])[] = [
  [
    /^\{"Fn::ImportValue":"VatData-\w+:ExportsOutputFnGetAttTable\w+StreamArn\w+"\}$/,
    "the stream of the table",
  ],
  [/^"\*"$/, "everything: it knows no resources"],
  [
    /^\{"Fn::Join":\["",\[\{"Fn::GetAtt":\["Journal[0-9A-F]{8}","Arn"\]\},"\/\*"\]\]\}$/,
    "the files of the journal",
  ],
  [/^\{"Fn::GetAtt":\["Lost[0-9A-F]{8}","Arn"\]\}$/, "the queue of changes that were given up"],
  [new RegExp(`^${TABLE}$`), "the table"],
  [new RegExp(`^\\{"Fn::Join":\\["",\\[${TABLE},"/index/gsi1"\\]\\]\\}$`), "the index `gsi1`"],
  [
    new RegExp(`^\\{"Fn::Join":\\["",\\[${FILES},"/\\*"\\]\\]\\}$`),
    "the files of the artifact bucket",
  ],
  [/^\{"Fn::GetAtt":\["Accounts[0-9A-F]{8}","Arn"\]\}$/, "the queue `accounts`"],
  [/^\{"Fn::GetAtt":\["Audits[0-9A-F]{8}","Arn"\]\}$/, "the queue `audits`"],
  [/^\{"Fn::GetAtt":\["Recounts[0-9A-F]{8}","Arn"\]\}$/, "the queue `recounts`"],
  [
    /^\{"Fn::ImportValue":"VatSchedule-\w+:ExportsOutputFnGetAttRecounts\w+Arn\w+"\}$/,
    "the queue `recounts`",
  ],
  [/^\{"Fn::GetAtt":\["Records[0-9A-F]{8}","Arn"\]\}$/, "the queue `records`"],
  [
    /^\{"Fn::ImportValue":"VatSchedule-\w+:ExportsOutputFnGetAttRecords\w+Arn\w+"\}$/,
    "the queue `records`",
  ],
  ...["Imports", "Chunks", "Removals", "Webhooks"].flatMap((name): [RegExp, string][] => [
    [
      new RegExp(`^\\{"Fn::GetAtt":\\["${name}[0-9A-F]{8}","Arn"\\]\\}$`),
      `the queue \`${name.toLowerCase()}\``,
    ],
    [
      new RegExp(
        `^\\{"Fn::ImportValue":"VatSchedule-\\w+:ExportsOutputFnGetAtt${name}\\w+Arn\\w+"\\}$`,
      ),
      `the queue \`${name.toLowerCase()}\``,
    ],
  ]),
  ...["uploads", "work"].map((folder): [RegExp, string] => [
    new RegExp(`ExportsOutputFnGetAttImports\\w+Arn\\w+.*"/${folder}/\\*"`),
    `the objects under \`${folder}/\` of the bucket of imports`,
  ]),
  [/^\{"Fn::GetAtt":\["Events[0-9A-F]{8}","Arn"\]\}$/, "the event bus"],
];

function resource(value: unknown): string {
  if (Array.isArray(value)) return value.map(resource).join(" and ");
  const text = JSON.stringify(value);
  const found = RESOURCES.find(([form]) => form.test(text));
  if (!found) throw new Error(`a permission on something unknown: ${text}`);
  return found[1];
}

const HEAD = `# Permissions

What the role of each function allows, read from the synthesized stacks by \`test/infra/permissions.test.ts\`,
which fails when this page is not up to date and writes it anew with \`npx vitest run test/infra/permissions.test.ts -u\`.

Every function may besides write to the log of its stack (${LOGS.map((one) => `\`${one}\``).join(", ")} on its log group) and,
where the stage has \`tracing\`, send traces (\`xray:PutTraceSegments\`, \`xray:PutTelemetryRecords\`, the two actions
whose resource is \`*\`: X-Ray knows no resources). No action is a wildcard. Partitions are conditions on \`dynamodb:LeadingKeys\`, in which \`*\` stands for
an account, a period or an id. What shares the partition of an account (profile, registrations, sources,
notifications) IAM cannot tell apart; which of them a function uses is in \`shared/api/routes.ts\`, and
the integration tests fail when a route touches anything else.
`;

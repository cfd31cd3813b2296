import type { Part } from "../../shared/api/route.ts";
import * as routes from "../../shared/api/routes.ts";
import type { Template } from "./moto-template.ts";
import { writeTemplates } from "./templates.ts";

/** The templates of a stage by file name. */
export type Templates = ReadonlyMap<string, Template>;

/** A change of the service, as a developer makes it: from the plain templates to the changed ones. */
type Change = {
  readonly name: string;
  /** Writes the changed templates to a folder; the plain ones stay, unless it is given. */
  readonly write?: (folder: string) => string;
  readonly edit?: (templates: Templates) => Templates;
};

/** One change of each kind that moto can show. */
export const CHANGES: readonly Change[] = [
  { name: "a route moves to another part", write: withMovedRoute },
  { name: "a function has another name", edit: withRenamedFunction },
  { name: "a queue and its worker come", edit: withQueue },
  { name: "all of it is as before" },
];

/** Writes the templates with a route in another nested stack. */
function withMovedRoute(folder: string): string {
  const row = routes.exportMovements as { part?: Part };
  row.part = "ledger";
  try {
    return writeTemplates("dev", `${folder}/moved`);
  } finally {
    delete row.part;
  }
}

/** Renames a route's row: its function, role, permission and route have other ids. */
function withRenamedFunction(templates: Templates): Templates {
  const renamed = (template: Template) =>
    JSON.parse(JSON.stringify(template).replaceAll("exportMovements", "exportOwnMovements"));
  return new Map([...templates].map(([file, template]) => [file, renamed(template)]));
}

const SCHEDULE = "VatSchedule.template.json";

/** Adds a copy of a queue, its dead letters and the function that works on it. */
function withQueue(templates: Templates): Templates {
  const schedule = templates.get(SCHEDULE) as Template;
  const ids = Object.keys(schedule.Resources).filter((id) =>
    /^(Dead)?Accounts|^checkAccount/.test(id),
  );
  const copied = ids.reduce(
    (text, id) => text.replaceAll(`"${id}"`, `"again${id}"`),
    JSON.stringify(Object.fromEntries(ids.map((id) => [id, schedule.Resources[id]]))),
  );
  const more = JSON.parse(copied.replaceAll("-checkAccount", "-checkAgain"));
  const Resources = { ...schedule.Resources, ...more };
  return new Map([...templates, [SCHEDULE, { ...schedule, Resources }]]);
}

/** Returns a template whose last resource cannot be created: a trigger of a function that does not exist. */
export function failing(template: Template): Template {
  const queue = "FailingQueue";
  const Resources = {
    ...template.Resources,
    [queue]: { Type: "AWS::SQS::Queue", Properties: {} },
    Failing: {
      Type: "AWS::Lambda::EventSourceMapping",
      Properties: {
        EventSourceArn: { "Fn::GetAtt": [queue, "Arn"] },
        FunctionName: "there-is-no-such-function",
      },
      DependsOn: Object.keys(template.Resources),
    },
  };
  return { ...template, Resources };
}

import { existsSync, globSync, readFileSync } from "node:fs";
import { Template } from "aws-cdk-lib/assertions";
import { describe, expect, it } from "vitest";
import { METRIC_NAMESPACE } from "../../shared/platform/telemetry/metric-names.ts";
import {
  apiTemplate,
  dataStack,
  EVERY_JOB,
  jobsTemplate,
  journalTemplate,
  MOST,
  observabilityTemplate,
  scheduleTemplate,
} from "../synth/templates.ts";

/* What the pages for operators name has to be there: in the night nobody looks for the new name of a thing. */
const page = readFileSync("docs/operations.md", "utf8");
const pages = page + readFileSync("docs/runbooks.md", "utf8");
const named = (form: RegExp) =>
  new Set([...pages.matchAll(form)].map(([, name]) => name as string));

/** The commands that say in a usage which arguments they take. */
const usages = globSync("scripts/operate/**/*.ts")
  .map((file) => readFileSync(file, "utf8"))
  .join();

const { backup = null, copies = null } = MOST;

const templates: Readonly<Record<string, Template>> = {
  VatData: Template.fromStack(dataStack({ backup, copies, region: "eu-central-1" })),
  VatApi: apiTemplate(MOST),
  VatSchedule: scheduleTemplate(EVERY_JOB),
  VatJournal: journalTemplate(),
  VatObservability: observabilityTemplate(),
};

/** The stack whose jobs share queues. */
const small = jobsTemplate({ ...EVERY_JOB, smallAccount: true });

describe("docs/operations.md and docs/runbooks.md name", () => {
  it("npm scripts that there are", () => {
    const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));
    const used = named(/npm run (?:--silent )?([a-z][\w-]*)/g);
    expect(used.size).toBeGreaterThan(8);
    for (const script of used) expect(Object.keys(scripts)).toContain(script);
  });

  it("arguments that the usage of a command has", () => {
    const used = [...pages.matchAll(/npm run (?:--silent )?([a-z][\w-]*) -- ([^#\n`]*)/g)].flatMap(
      ([, script = "", words = ""]) =>
        existsSync(`scripts/operate/${script}.ts`)
          ? (words.match(/(?<=^|\s)--[a-z][\w-]+|^[a-z][\w-]+/g) ?? [])
          : [],
    );
    expect(used.length).toBeGreaterThan(20);
    expect(used.filter((argument) => !usages.includes(argument))).toEqual([]);
  });

  it("outputs that the stacks have", () => {
    const outputs = [...pages.matchAll(/\bout (Vat\w+) (\w+)/g)];
    expect(outputs.length).toBeGreaterThan(4);
    for (const [, stack = "", output = ""] of outputs) {
      const template = output.startsWith("OtherJobs") ? small : templates[stack];
      template?.hasOutput(output, {});
    }
    expect(outputs.filter(([, stack = ""]) => !(stack in templates))).toEqual([]);
  });

  it("every setting, and no other", () => {
    const known = Object.keys(JSON.parse(readFileSync("infra/stages/dev.json", "utf8")));
    const rows = page.slice(page.indexOf("| Name | Values"), page.indexOf("`tableKey` can be"));
    const firstCells = rows.split("\n").map((row) => row.split("|")[1] ?? "");
    const documented = firstCells.flatMap((cell) =>
      [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name),
    );
    expect(documented.sort()).toEqual(known.sort());
  });

  it("every alarm", () => {
    const alarms = Object.values(templates).flatMap((template) =>
      Object.keys(template.findResources("AWS::CloudWatch::Alarm")),
    );
    const names = alarms.map((id) => id.replace(/Alarm[0-9A-F]{8}$/, ""));
    expect(names.length).toBeGreaterThan(15);
    const table = page.slice(page.indexOf("| Alarm | Means"), page.indexOf("## Rotate keys"));
    const documented = (name: string) => (/^[a-z]\w*Silent$/.test(name) ? "<job>Silent" : name);
    for (const name of names) expect(table).toContain(`\`${documented(name)}\``);
  });

  it("the namespace of the metrics", () => expect(page).toContain(`\`${METRIC_NAMESPACE}\``));
});

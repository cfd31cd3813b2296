import { describe, expect, it } from "vitest";
import { accessOf, accessOfRoute } from "../../infra/function-access.ts";
import { removalsOf } from "../../infra/table-permissions.ts";
import type { Route } from "../../shared/api/route.ts";
import { routes } from "../../shared/api/routes.ts";
import { type Job, jobs } from "../../shared/platform/jobs/jobs.ts";
import { ITEM_GROUPS } from "../../shared/platform/table/registry.ts";
import { permissionMatrix } from "../synth/permission-matrix.ts";
import { FUNCTION_POLICY } from "../synth/snapshot.ts";
import {
  actionsOf,
  apiTemplate,
  journalTemplate,
  Resources,
  type Statement,
  scheduleTemplate,
  target,
} from "../synth/templates.ts";

const api = new Resources(apiTemplate());
const schedule = new Resources(scheduleTemplate());

const functions = [
  ...Object.entries<Route>(routes).map(([name, route]) => ({
    name,
    access: accessOfRoute(route),
    statements: api.statementsOf(name),
    properties: api.functionOf(name).properties,
  })),
  {
    name: "answerUnknownPath",
    access: accessOf("none"),
    statements: api.statementsOf("answerUnknownPath"),
    properties: api.functionOf("answerUnknownPath").properties,
  },
  ...Object.entries<Job>(jobs).map(([name, job]) => ({
    name,
    access: accessOf(job.table),
    statements: schedule.statementsOf(name),
    properties: schedule.functionOf(name).properties,
  })),
];

const onTable = (statements: readonly Statement[]) =>
  statements.filter(({ Action }) => [Action].flat().every((one) => one.startsWith("dynamodb:")));

const partitionsOf = ({ Condition }: Statement): string[] =>
  [Condition?.["ForAllValues:StringLike"]?.["dynamodb:LeadingKeys"] ?? []].flat() as string[];

describe.for(functions)("$name", ({ access, statements, properties }) => {
  it("may do to each kind of item what its row declares, and no more", () => {
    const { reads, writes, sandboxes } = access;
    const there = [
      ...sandboxes.reads.flatMap((family) => lines(family, ITEM_GROUPS[family].reads)),
      ...sandboxes.writes.flatMap((family) => lines(family, ITEM_GROUPS[family].writes)),
      ...sandboxes.removes.flatMap((family) => lines(family, removalsOf(family))),
    ];
    const declared = [
      ...there.map((line) => line.replace("*", "sandbox.*")),
      ...reads.flatMap((family) => lines(family, ITEM_GROUPS[family].reads)),
      ...writes.flatMap((family) => lines(family, ITEM_GROUPS[family].writes)),
    ];
    const allowed = onTable(statements).flatMap((one) =>
      [one.Action].flat().flatMap((action) => {
        const on = JSON.stringify(one.Resource).includes("/index/gsi1") ? "index" : "table";
        return partitionsOf(one).map((partition) => `${action} ${on} ${partition}`);
      }),
    );
    expect(allowed.sort()).toEqual([...new Set(declared)].sort());
  });

  it("touches the table under a condition on the partition only", () => {
    for (const one of onTable(statements)) expect(partitionsOf(one)).not.toEqual([]);
  });

  it("has nothing in its statements but what docs/permissions.md shows", () => {
    for (const { Effect, Action, Resource, Condition, ...more } of statements) {
      expect({ Effect, more }).toEqual({ Effect: "Allow", more: {} });
      const keys = Condition?.["ForAllValues:StringLike"]?.["dynamodb:LeadingKeys"];
      expect(Condition).toEqual(
        keys && { "ForAllValues:StringLike": { "dynamodb:LeadingKeys": keys } },
      );
    }
  });

  it("writes to its log, and sends no traces unless the stage says so", () => {
    const [logs, ...others] = statements.filter(({ Action }) =>
      /^(?:logs|xray):/.test([Action].flat()[0] ?? ""),
    );
    expect(logs?.Resource).toEqual({ "Fn::GetAtt": [target(properties["LoggingConfig"]), "Arn"] });
    expect(others).toEqual([]);
  });

  it("has no wildcard among its actions", () => {
    expect(actionsOf(statements).filter((action) => action.includes("*"))).toEqual([]);
  });

  it("has none among its resources but for the names of files", () => {
    const wild = statements.filter(({ Resource }) => JSON.stringify(Resource).includes("*"));
    for (const { Action, Resource } of wild) {
      const actions = [Action].flat();
      const names = /Artifacts\w*Arn.*"\/\*"|Imports\w*Arn.*"\/(?:uploads|work)\/\*"/;
      const isFiles = names.test(JSON.stringify(Resource));
      const isOnFiles = actions.every((one) => one.startsWith("s3:")) && isFiles;
      expect(isOnFiles).toBe(true);
    }
  });
});

function lines(family: keyof typeof ITEM_GROUPS, operations: readonly string[]): string[] {
  const { items, index } = ITEM_GROUPS[family];
  const on = index ? "index" : "table";
  return operations.flatMap((operation) =>
    items.map(({ pk }) => `dynamodb:${operation} ${on} ${pk}`),
  );
}

describe("nobody", () => {
  const all = functions.flatMap(({ statements }) => actionsOf(statements));

  it("scans the table, and nobody deletes or lists files", () => {
    const found = all.filter((one) => /Delete(?!Message)|Scan|PartiQL|List/.test(one));
    expect(found.filter((one) => one !== "dynamodb:DeleteItem")).toEqual([]);
  });

  it("deletes from the table but the removal of sandboxes, and that from sandboxes alone", () => {
    const deleting = functions.flatMap(({ name, statements }) =>
      statements
        .filter((one) => actionsOf([one]).includes("dynamodb:DeleteItem"))
        .map((one) => ({ name, partitions: partitionsOf(one) })),
    );
    expect([...new Set(deleting.map(({ name }) => name))]).toEqual(["removeSandbox"]);
    const patterns = deleting.flatMap(({ partitions }) => partitions);
    expect(patterns).toContain("EVENT#sandbox.*#*");
    expect(patterns.filter((one) => !/^[A-Z_]+#sandbox\.\*(?:#\*)?$/.test(one))).toEqual([]);
  });

  it("makes or changes keys but what manages them; all others note their use beside them", () => {
    const makers = functions.filter(({ access }) => access.writes.includes("keys"));
    expect(makers.map(({ name }) => name)).toEqual([
      "createApiKey",
      "rotateApiKey",
      "revokeApiKey",
      // It marks those of an account that is suspended or closed, and nobody calls it but operators.
      "operateAccounts",
    ]);
    expect(ITEM_GROUPS.key_list.items.some(({ pk }) => pk.startsWith("KEY#"))).toBe(false);
  });

  it("has a managed policy", () => {
    for (const stack of [api, schedule]) {
      for (const [, role] of stack.ofType("AWS::IAM::Role")) {
        expect(role).not.toHaveProperty("ManagedPolicyArns");
      }
    }
  });
});

describe("the rows", () => {
  it.for(Object.entries<Route>(routes))("%s: a route with a key can read it", ([, route]) => {
    const { reads } = accessOfRoute(route);
    expect(reads.includes("keys")).toBe(route.scope !== "public");
    if (route.scope === "read") expect(accessOf(route.table).writes).toEqual([]);
  });

  it("leave no kind of item unused", () => {
    const used = functions.flatMap(({ access }) => [...access.reads, ...access.writes]);
    expect([...new Set(used)].sort()).toEqual(Object.keys(ITEM_GROUPS).sort());
  });
});

it("docs/permissions.md has all that the golden files of the stacks leave out", () => {
  const leftOut = [api, schedule].flatMap((stack) =>
    stack.ofType("AWS::IAM::Policy").filter(([id]) => FUNCTION_POLICY.test(id)),
  );
  expect(leftOut.length).toBe(functions.length);
  for (const [, { Roles }] of leftOut) expect(Roles).toHaveLength(1);
  const statements = leftOut.flatMap(
    ([, { PolicyDocument }]) => (PolicyDocument as { Statement: Statement[] }).Statement,
  );
  expect(statements.length).toBe(functions.flatMap((one) => one.statements).length);
});

it("docs/permissions.md is what the stacks say", async () => {
  const matrix = permissionMatrix(api, schedule, new Resources(journalTemplate()));
  await expect(matrix).toMatchFileSnapshot("../../docs/permissions.md");
});

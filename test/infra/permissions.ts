import { describe, expect, it } from "vitest";
import { EVIDENCE_PARTITIONS, EVIDENCE_READS } from "../../infra/evidence-permissions.ts";
import {
  accessOf,
  accessOfRoute,
  isRead,
  partsOf,
  readBy,
  writtenBy,
} from "../../infra/function-access.ts";
import { jobFunctions } from "../../infra/job-rows.ts";
import { FALLBACK } from "../../infra/route-functions.ts";
import { removalsOf } from "../../infra/table-permissions.ts";
import type { Job } from "../../shared/api/job.ts";
import * as jobs from "../../shared/api/jobs.ts";
import { isOfAccount, type Route, routeName } from "../../shared/api/route.ts";
import * as routes from "../../shared/api/routes.ts";
import { ITEM_GROUPS } from "../../shared/platform/table/registry.ts";
import { permissionPage } from "../synth/permission-table.ts";
import { actionsIn, isOnTable, partitionsOf } from "../synth/permission-words.ts";
import {
  actionsOf,
  apiTemplate,
  EVERY_JOB,
  jobsTemplate,
  journalTemplate,
  Resources,
  type Statement,
  scheduleTemplate,
  settingsWith,
  target,
} from "../synth/templates.ts";

const api = new Resources(apiTemplate(EVERY_JOB));
const schedule = new Resources(scheduleTemplate(EVERY_JOB));
const small = new Resources(jobsTemplate({ ...EVERY_JOB, smallAccount: true }));
const journal = new Resources(journalTemplate());

/** The one function that reads all that the journal has, and lists files; in a small account the worker of its queue. */
const CHECK = "checkEvidence";
const CHECKS = [CHECK, "runOtherJobs"];

const KEY: Readonly<Record<Route["scope"], string>> = {
  public: "no key",
  read: "any key",
  write: "a full key",
  person: "a session",
};

function triggerOf({ trigger }: Job): string {
  if ("invoked_by" in trigger) return "an operator";
  if ("shared_queue" in trigger) return `queue ${trigger.shared_queue}, with \`smallAccount\``;
  return "queue" in trigger
    ? `queue ${trigger.queue}`
    : `${trigger.schedule.replaceAll("|", "\\|")} ${trigger.time_zone ?? "Etc/UTC"}`;
}

const ofRoutes = Object.entries<Route>(routes).map(([name, route]) => ({
  name,
  caller: `\`${route.method} ${route.path}\`, ${KEY[route.scope]}${route.mayStoreNothing ? "; any key with `store: false`" : ""}`,
  access: accessOfRoute(route),
  stack: api,
}));
const fallback = {
  name: FALLBACK,
  caller: "every other path, no key",
  access: accessOf({ table: [] }),
  stack: api,
};
const ofJobs = Object.entries<Job>(jobs).map(([name, job]) => ({
  name,
  caller: triggerOf(job),
  access: accessOf(job),
  stack: schedule,
}));

const ofSmallAccount = jobFunctions(settingsWith({ ...EVERY_JOB, smallAccount: true }))
  .filter(([, { trigger }]) => "shared_queue" in trigger)
  .map(([name, job]) => ({
    name,
    caller: triggerOf(job),
    access: accessOf(job),
    stack: small,
  }));

/** The functions whose rows name kinds of items. */
const functions = [...ofRoutes, fallback, ...ofJobs, ...ofSmallAccount].map((one) => ({
  ...one,
  statements: one.stack.statementsOf(one.name),
  properties: one.stack.functionOf(one.name).properties,
}));

/** A line for each statement that `wrong` finds something in. */
const findings = (wrong: (statement: Statement) => unknown) =>
  functions.flatMap(({ name, statements }) =>
    statements.filter(wrong).map((statement) => `${name}: ${JSON.stringify(statement)}`),
  );

function linesOf(family: keyof typeof ITEM_GROUPS, operations: readonly string[]): string[] {
  const { items, index } = ITEM_GROUPS[family];
  const on = index ? "index" : "table";
  return operations.flatMap((operation) =>
    items.map(({ pk }) => `dynamodb:${operation} ${on} ${pk}`),
  );
}

/** The further reads of the check of evidence: the partitions that the journal records. */
const EVIDENCE = (["table", "index"] as const).flatMap((on) =>
  EVIDENCE_READS[on].flatMap((operation) =>
    EVIDENCE_PARTITIONS[on].map((pk) => `dynamodb:${operation} ${on} ${pk}`),
  ),
);

function declared({ uses, sandboxes }: (typeof functions)[number]["access"]): string[] {
  const linesOfUses = (some: typeof uses): string[] =>
    some.map(partsOf).flatMap(([operation, family]) => linesOf(family, [operation]));
  const inSandboxes = [
    ...linesOfUses(sandboxes.uses),
    ...sandboxes.removes.flatMap((family) => linesOf(family, removalsOf(family))),
  ];
  return [...inSandboxes.map((line) => line.replace("*", "sandbox.*")), ...linesOfUses(uses)];
}

const allowed = (statements: readonly Statement[]): string[] =>
  statements.filter(isOnTable).flatMap((statement) => {
    const on = JSON.stringify(statement.Resource).includes("/index/gsi1") ? "index" : "table";
    return actionsIn(statement).flatMap((action) =>
      partitionsOf(statement).map((partition) => `${action} ${on} ${partition}`),
    );
  });

describe("the policies", () => {
  it("allow each function what its row declares for each kind of item, and no more", () => {
    const differences = functions.flatMap(({ name, access, statements }) => {
      const besides = CHECKS.includes(name) ? EVIDENCE : [];
      const [should, may] = [new Set([...declared(access), ...besides]), allowed(statements)];
      // The shared worker reads some of it for its other jobs too.
      const ofOthers = name === CHECK ? may : may.filter((line) => !besides.includes(line));
      const twice = ofOthers.filter((line, at) => ofOthers.indexOf(line) !== at);
      return [
        ...[...should.difference(new Set(may))].map((line) => `${name} lacks ${line}`),
        ...[...new Set(may).difference(should)].map((line) => `${name} must not ${line}`),
        ...twice.map((line) => `${name} has twice ${line}`),
      ];
    });
    expect(differences).toEqual([]);
  });

  it("have a condition on the partition in each statement about the table", () => {
    expect(
      findings((statement) => isOnTable(statement) && partitionsOf(statement).length === 0),
    ).toEqual([]);
  });

  it("only allow, and have no condition but those on partitions and on who opens an answer", () => {
    const known = [
      /^\{"ForAllValues:StringLike":\{"dynamodb:LeadingKeys":\[[^\]]+\]\}\}$/,
      /^\{"(?:Null|StringEquals)":\{"kms:EncryptionContext:answer_of":"[^"]+"\}\}$/,
    ];
    const unusual = ({ Effect, Action, Resource, Condition, ...more }: Statement) =>
      Effect !== "Allow" ||
      Object.keys(more).length > 0 ||
      (Condition && !known.some((form) => form.test(JSON.stringify(Condition))));
    expect(findings(unusual)).toEqual([]);
  });

  it("open a remembered answer with a secret in the function of its route alone", () => {
    const opening = (statement: Statement) => actionsIn(statement).includes("kms:Decrypt");
    const others = { Null: { "kms:EncryptionContext:answer_of": "true" } };
    const wrong = functions.flatMap(({ name, statements }) => {
      const row = (routes as Readonly<Record<string, Route | undefined>>)[name];
      const own = { StringEquals: { "kms:EncryptionContext:answer_of": row && routeName(row) } };
      const mayOpen = [others, ...(row?.repeats === "sealed" ? [own] : [])].map((condition) =>
        JSON.stringify(condition),
      );
      return statements
        .filter(opening)
        .filter(({ Condition }) => !mayOpen.includes(JSON.stringify(Condition)))
        .map((statement) => `${name}: ${JSON.stringify(statement)}`);
    });
    expect(wrong).toEqual([]);
    const sealed = functions.filter(({ statements }) =>
      statements.some(({ Condition }) => JSON.stringify(Condition)?.includes("StringEquals")),
    );
    expect(sealed.map(({ name }) => name).sort()).toEqual(
      Object.entries<Route>(routes)
        .filter(([, { repeats }]) => repeats === "sealed")
        .map(([name]) => name)
        .sort(),
    );
  });

  it("let each function write to the log of its stack, and send no traces unless the stage says so", () => {
    const others = functions.filter(({ statements, properties }) => {
      const logs = statements.filter((statement) =>
        /^(?:logs|xray):/.test(actionsIn(statement)[0] ?? ""),
      );
      const own = { "Fn::GetAtt": [target(properties["LoggingConfig"]), "Arn"] };
      return logs.length !== 1 || JSON.stringify(logs[0]?.Resource) !== JSON.stringify(own);
    });
    expect(others.map(({ name }) => name)).toEqual([]);
  });

  it("have no wildcard among actions, and none among resources but for the names of files", () => {
    const files =
      /Artifacts\w*Arn.*"\/\*"|Journal\w*Arn.*"\/(?:journal\.checkpoints\/)?\*"|Imports\w*Arn.*"\/(?:drop|uploads|work)\/\*"/;
    const isOnFiles = (statement: Statement) =>
      actionsIn(statement).every((action) => action.startsWith("s3:")) &&
      files.test(JSON.stringify(statement.Resource));
    expect(
      findings((statement) => actionsIn(statement).some((action) => action.includes("*"))),
    ).toEqual([]);
    const wild = (statement: Statement) => JSON.stringify(statement.Resource).includes("*");
    expect(findings((statement) => wild(statement) && !isOnFiles(statement))).toEqual([]);
  });

  it("are one for each role of a function, and none is managed by AWS", () => {
    for (const stack of [api, schedule]) {
      const names = functions.filter((one) => one.stack === stack).map(({ name }) => `${name}Role`);
      const policies = stack.ofType("AWS::IAM::Policy").map(([, { Roles }]) => Roles as unknown[]);
      const roles = policies.map((of) => of.map((one) => target(one).slice(0, -8)).join());
      expect(names.filter((name) => roles.filter((role) => role === name).length !== 1)).toEqual(
        [],
      );
      const others = roles.filter((role) => !names.includes(role));
      expect(others.filter((role) => !role.endsWith("Starter"))).toEqual([]);
      for (const [, role] of stack.ofType("AWS::IAM::Role")) {
        expect(role).not.toHaveProperty("ManagedPolicyArns");
        expect(role).not.toHaveProperty("Policies");
      }
    }
  });
});

describe("no function", () => {
  const all = functions
    .filter(({ name }) => !CHECKS.includes(name))
    .flatMap(({ statements }) => actionsOf(statements));

  it("reads secrets or deletes anything to check evidence, and checkpoints are all that it writes", () => {
    const { statements = [] } = functions.find(({ name }) => name === CHECK) ?? {};
    expect(statements.flatMap(partitionsOf).filter((pk) => pk.includes("SECRETS"))).toEqual([]);
    const actions = actionsOf(statements);
    expect(actions.filter((action) => /Delete|Scan|PartiQL|Update|ListAll/.test(action))).toEqual(
      [],
    );
    const puts = statements.filter((statement) => actionsIn(statement).includes("s3:PutObject"));
    expect(JSON.stringify(puts.map(({ Resource }) => Resource))).toMatch(
      /^[^*]*journal\.checkpoints\/\*[^*]*$/,
    );
  });

  it("scans the table, and none deletes or lists files", () => {
    const found = all.filter((one) => /Delete(?!Message)|Scan|PartiQL|List/.test(one));
    expect(found.filter((one) => one !== "dynamodb:DeleteItem")).toEqual([]);
    const shared = functions.filter(({ name }) => name === "runOtherJobs");
    const ofShared = shared.flatMap(({ statements }) => actionsOf(statements));
    expect(ofShared.filter((one) => /s3:Delete|Scan|PartiQL|ListAll/.test(one))).toEqual([]);
  });

  it("deletes from the table but the removal of sandboxes, and that from sandboxes alone", () => {
    const deleting = functions.flatMap(({ name, statements }) =>
      statements
        .filter((statement) => actionsOf([statement]).includes("dynamodb:DeleteItem"))
        .map((statement) => ({ name, partitions: partitionsOf(statement) })),
    );
    expect([...new Set(deleting.map(({ name }) => name))]).toEqual([
      "removeSandbox",
      "runOtherJobs",
    ]);
    const patterns = deleting.flatMap(({ partitions }) => partitions);
    expect(patterns).toContain("EVENT#sandbox.*#*");
    expect(patterns.filter((pattern) => !/^[A-Z_]+#sandbox\.\*(?:#\*)?$/.test(pattern))).toEqual(
      [],
    );
  });

  it("creates or changes keys but those that manage keys; the others note their use in key_list", () => {
    const makers = functions.filter(({ access }) => writtenBy(access).includes("keys"));
    expect(makers.map(({ name }) => name)).toEqual([
      "createApiKey",
      "rotateApiKey",
      "revokeApiKey",
      // Marks the keys of an account that is suspended or closed. Only operators call it.
      "operateAccounts",
    ]);
    expect(ITEM_GROUPS.key_list.items.some(({ pk }) => pk.startsWith("KEY#"))).toBe(false);
  });
});

describe("the rows", () => {
  it("let each route with a key read it, and write nothing but the derived board for a key that may only read", () => {
    const wrong = Object.entries<Route>(routes).filter(
      ([, route]) =>
        accessOfRoute(route).uses.includes("GetItem keys") !== isOfAccount(route) ||
        (route.scope === "read" &&
          accessOf(route).uses.some((use) => !isRead(use) && use !== "UpdateItem board")),
    );
    expect(wrong.map(([name]) => name)).toEqual([]);
  });

  it("leave no kind of item unused", () => {
    const used = functions.flatMap(({ access }) => [...readBy(access), ...writtenBy(access)]);
    expect([...new Set(used)].sort()).toEqual(Object.keys(ITEM_GROUPS).sort());
  });
});

it("docs/permissions.md is what the stacks say", async () => {
  const writer = {
    name: "writeJournal",
    caller: "the stream of the table",
    access: accessOf({ table: [] }),
    statements: journal.statementsOf("writeJournal"),
  };
  await expect(permissionPage([...functions, writer])).toMatchFileSnapshot(
    "../../docs/permissions.md",
  );
});

import { describe, expect, it } from "vitest";
import { executionsOf } from "../../infra/executions.ts";
import { stateAfter } from "../synth/alarm-state.ts";
import {
  actionsOf,
  apiTemplate,
  copiesTemplate,
  journalTemplate,
  MOST,
  observabilityTemplate,
  Resources,
  settingsWith,
  synthesisOf,
  target,
} from "../synth/templates.ts";

/* What watches a stage from outside, and outlives its region: the smoke test, the budget, copies of locked files. */
const api = new Resources(apiTemplate(MOST));
const copies = new Resources(copiesTemplate(MOST));
const data = new Resources(synthesisOf(MOST).template("VatData"));
const journal = new Resources(journalTemplate(MOST));

it("a stage has a smoke test, a budget and copies only if its file says so", () => {
  expect(synthesisOf().app.node.tryFindChild("VatCopies")).toBeUndefined();
  const all = ["VatApi", "VatData", "VatJournal"] as const;
  const text = JSON.stringify(all.map((id) => synthesisOf().template(id).toJSON()));
  expect(text).not.toMatch(/smokeTest|ReplicationConfiguration|ReplicaRegions/);
  expect(new Resources(observabilityTemplate()).ofType("AWS::Budgets::Budget")).toEqual([]);
});

describe("the smoke test", () => {
  const { properties } = api.functionOf("smokeTest");

  it("calls the address of callers every five minutes, and may read its key alone", () => {
    expect(properties["Environment"]).toMatchObject({
      Variables: { SMOKE_TEST_URL: "https://vat.example" },
    });
    const [[, schedule] = []] = api.ofType("AWS::Scheduler::Schedule");
    expect(schedule?.["ScheduleExpression"]).toBe("cron(0/5 * * * ? *)");
    const actions = actionsOf(api.statementsOf("smokeTest"));
    expect(actions.filter((action) => !/^(?:logs|xray):/.test(action))).toEqual([
      "secretsmanager:GetSecretValue",
    ]);
  });

  it("is not repeated by Lambda, and is one execution more", () => {
    const [[, retries] = []] = api.ofType("AWS::Lambda::EventInvokeConfig");
    expect(retries).toMatchObject({ MaximumRetryAttempts: 0 });
    const smokeTest = { keySecretArn: "arn:aws:secretsmanager:eu-west-1:111122223333:secret:s" };
    expect(executionsOf(settingsWith({ smokeTest })) - executionsOf(settingsWith())).toBe(1);
  });
});

describe("the alarms", () => {
  const alarmOf = (stack: Resources, name: string) =>
    stack.ofType("AWS::CloudWatch::Alarm").find(([id]) => id.startsWith(name))?.[1] ?? {};

  it.each([
    ["none ran", [undefined], "ALARM"],
    ["one passed", [1], "ALARM"],
    ["two passed", [2], "OK"],
  ] as const)("of the smoke test: %s in a quarter of an hour", (_, runs, state) => {
    expect(stateAfter(alarmOf(api, "SmokeTestFails"), 1, () => runs)).toBe(state);
  });

  it.each([
    ["nothing is measured", [undefined], "OK"],
    ["one copy failed", [1], "ALARM"],
  ] as const)("of copies: %s", (_, failed, state) => {
    for (const stack of [data, journal]) {
      expect(stateAfter(alarmOf(stack, "CopiesFail"), 1, () => failed)).toBe(state);
    }
  });
});

describe("the budget", () => {
  const { all } = new Resources(observabilityTemplate(MOST));
  const found = Object.values(all).filter(({ Type }) => Type === "AWS::Budgets::Budget");

  it("tells the topic of the alarms, which lets budgets of the account publish", () => {
    expect(found).toMatchObject([
      { Properties: { Budget: { BudgetLimit: { Amount: 200, Unit: "USD" } } } },
    ]);
    const [{ Properties = {} } = {}] = found;
    const told = Properties["NotificationsWithSubscribers"] as { Subscribers: object[] }[];
    expect(told.flatMap(({ Subscribers }) => Subscribers)).toHaveLength(3);
    expect(JSON.stringify(all)).toContain('"Service":"budgets.amazonaws.com"');
  });
});

describe("copies of locked files", () => {
  const originals = [
    ["artifacts", data],
    ["journal", journal],
  ] as const;

  it.each(originals)(
    "of %s are locked as long as the originals, and only replication writes them",
    (name, stack) => {
      const bucketName = `books-vat-copies-${name}`;
      const [id, copy] =
        copies.ofType("AWS::S3::Bucket").find(([, { BucketName }]) => BucketName === bucketName) ??
        [];
      const locked = ([, { ObjectLockEnabled }]: [string, Record<string, unknown>]) =>
        ObjectLockEnabled === true;
      const [[, original] = []] = stack.ofType("AWS::S3::Bucket").filter(locked);
      expect(copy?.["ObjectLockConfiguration"]).toEqual(original?.["ObjectLockConfiguration"]);
      expect(copy?.["LifecycleConfiguration"]).toEqual(original?.["LifecycleConfiguration"]);
      const [[, policy] = []] = copies
        .ofType("AWS::S3::BucketPolicy")
        .filter(([, { Bucket }]) => target(Bucket) === id);
      const text = JSON.stringify(policy);
      expect(text).toContain("role/eu-vat/prod/copies-files/*");
      expect(text).toContain('"s3:ReplicateObject"');
      expect(text).toContain("NobodyDeletesFiles");
    },
  );

  it.each(originals)(
    "of %s are made by S3 with the locks, and without deletions",
    (name, stack) => {
      const [[, bucket] = []] = stack
        .ofType("AWS::S3::Bucket")
        .filter(([, { ReplicationConfiguration }]) => ReplicationConfiguration);
      const { Rules, Role } = (bucket?.["ReplicationConfiguration"] ?? {}) as Record<
        string,
        unknown
      >;
      expect(Rules).toMatchObject([
        { Status: "Enabled", DeleteMarkerReplication: { Status: "Disabled" } },
      ]);
      expect(JSON.stringify(Rules)).toContain(`:s3:::books-vat-copies-${name}`);
      const role = stack.ofType("AWS::IAM::Role").find(([id]) => id === target(Role));
      expect(role?.[1]).toMatchObject({ Path: "/eu-vat/prod/copies-files/" });
      const policies = JSON.stringify(stack.ofType("AWS::IAM::Policy"));
      expect(policies).toContain('"s3:GetObjectRetention"');
      expect(policies).not.toContain("s3:ReplicateDelete");
    },
  );

  it("come with a copy of the secret that proves keys", () => {
    const [[, secret] = []] = data.ofType("AWS::SecretsManager::Secret");
    expect(secret).toMatchObject({ ReplicaRegions: [{ Region: "eu-west-1" }] });
  });
});

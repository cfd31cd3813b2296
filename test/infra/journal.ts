import { describe, expect, it } from "vitest";
import { ITEM_GROUPS } from "../../shared/platform/table/registry.ts";
import { actionsOf, journalTemplate, MOST, Resources, target } from "../synth/templates.ts";

const dev = new Resources(journalTemplate());
const prod = new Resources(journalTemplate(MOST));

const only = (stack: Resources, type: string) => {
  const found = stack.ofType(type);
  expect(found).toHaveLength(1);
  return found[0]?.[1] ?? {};
};

const bucketOf = (stack: Resources) =>
  stack.ofType("AWS::S3::Bucket").find(([id]) => id.startsWith("Journal"))?.[1];

describe("the bucket", () => {
  it.for([
    ["prod", prod, { Mode: "COMPLIANCE", Days: 3653 }],
    ["dev", dev, { Mode: "GOVERNANCE", Days: 2 }],
  ] as const)("of %s keeps files as its stage keeps evidence", ([, stack, retention]) => {
    expect(bucketOf(stack)).toMatchObject({
      ObjectLockEnabled: true,
      ObjectLockConfiguration: { Rule: { DefaultRetention: retention } },
      VersioningConfiguration: { Status: "Enabled" },
    });
  });

  const denialsOf = (stack: Resources) =>
    stack
      .ofType("AWS::S3::BucketPolicy")
      .filter(([, { Bucket }]) => target(Bucket).startsWith("Journal"))
      .flatMap(([, { PolicyDocument }]) => (PolicyDocument as { Statement: Denial[] }).Statement)
      .filter(({ Effect }) => Effect === "Deny");
  type Denial = { Sid?: string; Effect: string; Action: string[] | string; Condition?: object };

  it("lets the writer alone put, once a key, and in a protected stage nobody delete", () => {
    const denials = new Map(denialsOf(prod).map((denial) => [denial.Sid, denial]));
    const writers = denials.get("OnlyTheJournalWrites");
    expect(writers?.Action).toContain("s3:PutObject");
    expect(JSON.stringify(writers?.Condition)).toContain("role/eu-vat/prod/writes-journal/*");
    expect(denials.get("FilesAreStoredOnce")?.Condition).toEqual({
      Null: { "s3:if-none-match": "true" },
    });
    expect(denials.get("NobodyDeletesFiles")?.Action).toContain("s3:DeleteObjectVersion");
  });
});

describe("the writer", () => {
  it("may put files and read the stream, and nothing else", () => {
    const own = dev
      .statementsOf("writeJournal")
      .filter(({ Action }) => ![Action].flat().some((one) => one.startsWith("logs:")));
    expect(actionsOf(own)).toEqual([
      "dynamodb:DescribeStream",
      "dynamodb:GetRecords",
      "dynamodb:GetShardIterator",
      "dynamodb:ListStreams",
      "s3:PutObject",
      "s3:PutObjectRetention",
      "sqs:GetQueueAttributes",
      "sqs:GetQueueUrl",
      "sqs:SendMessage",
    ]);
  });

  it("has the role that the bucket knows, and locks as the stage does", () => {
    const { id, properties } = dev.functionOf("writeJournal");
    expect(id).toBeDefined();
    const role = dev.propertiesOf(target(properties["Role"]));
    expect(role["Path"]).toBe("/eu-vat/dev/writes-journal/");
    const { Variables } = properties["Environment"] as { Variables: Record<string, unknown> };
    expect(Object.keys(Variables).sort()).toEqual([
      "JOURNAL_BUCKET_NAME",
      "POWERTOOLS_SERVICE_NAME",
      "TRIAL_LOCK_DAYS",
    ]);
  });
});

describe("the mapping from the stream", () => {
  const mapping = only(prod, "AWS::Lambda::EventSourceMapping");

  it("begins with the first change, tries for twelve hours in smaller parts, and tells what it gave up", () => {
    expect(mapping).toMatchObject({
      StartingPosition: "TRIM_HORIZON",
      BatchSize: 1000,
      BisectBatchOnFunctionError: true,
      MaximumRecordAgeInSeconds: 43_200,
      ParallelizationFactor: 1,
      MetricsConfig: { Metrics: ["EventCount"] },
    });
    expect(mapping).not.toHaveProperty("MaximumRetryAttempts");
    expect(target(mapping["DestinationConfig"])).toMatch(/^Lost/);
  });

  it("takes the kinds of items that the journal keeps, and no others", () => {
    const { Filters } = mapping["FilterCriteria"] as { Filters: { Pattern: string }[] };
    expect(Filters).toHaveLength(1);
    const { dynamodb } = JSON.parse(Filters[0]?.Pattern ?? "");
    const prefixes = dynamodb.Keys.pk.S.map(({ prefix }: { prefix: string }) => prefix);
    const families = Object.values(ITEM_GROUPS).filter(({ index }) => !index);
    const isIncluded = (pk: string) => prefixes.some((prefix: string) => pk.startsWith(prefix));
    for (const { items, journaled } of families) {
      for (const { pk } of items) expect([pk, isIncluded(pk)]).toEqual([pk, journaled]);
    }
    expect(prefixes).toContain("EVENT#");
    expect(prefixes).not.toContain("T#");
  });
});

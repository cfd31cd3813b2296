import { Match, Template } from "aws-cdk-lib/assertions";
import { describe, expect, it } from "vitest";
import { apiTemplate, dataStack } from "../synth/templates.ts";

const store = Template.fromStack(dataStack());

describe("the data stack", () => {
  it("has one table, on demand, with point-in-time recovery, that nothing deletes", () => {
    store.resourceCountIs("AWS::DynamoDB::GlobalTable", 1);
    store.hasResource("AWS::DynamoDB::GlobalTable", {
      DeletionPolicy: "Retain",
      UpdateReplacePolicy: "Retain",
      Properties: {
        BillingMode: "PAY_PER_REQUEST",
        KeySchema: [
          { AttributeName: "pk", KeyType: "HASH" },
          { AttributeName: "sk", KeyType: "RANGE" },
        ],
        TimeToLiveSpecification: { AttributeName: "expires_at", Enabled: true },
        Replicas: [
          Match.objectLike({
            DeletionProtectionEnabled: true,
            PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
          }),
        ],
      },
    });
  });

  it("has the index of the events by day, with whole items", () => {
    store.hasResourceProperties("AWS::DynamoDB::GlobalTable", {
      AttributeDefinitions: ["pk", "sk", "gsi1pk", "gsi1sk"].map((name) => ({
        AttributeName: name,
        AttributeType: "S",
      })),
      GlobalSecondaryIndexes: [
        {
          IndexName: "gsi1",
          KeySchema: [
            { AttributeName: "gsi1pk", KeyType: "HASH" },
            { AttributeName: "gsi1sk", KeyType: "RANGE" },
          ],
          Projection: { ProjectionType: "ALL" },
        },
      ],
    });
  });

  it("keeps artifacts unalterable for ten years", () => {
    store.hasResource("AWS::S3::Bucket", {
      DeletionPolicy: "Retain",
      UpdateReplacePolicy: "Retain",
      Properties: {
        ObjectLockEnabled: true,
        ObjectLockConfiguration: {
          ObjectLockEnabled: "Enabled",
          Rule: { DefaultRetention: { Mode: "COMPLIANCE", Days: 3653 } },
        },
        VersioningConfiguration: { Status: "Enabled" },
      },
    });
  });

  it("notes every access to them in a bucket of its own", () => {
    store.hasResourceProperties("AWS::S3::Bucket", {
      LoggingConfiguration: {
        DestinationBucketName: { Ref: Match.stringLikeRegexp("^AccessLogs") },
      },
    });
    store.hasResourceProperties("AWS::S3::BucketPolicy", {
      Bucket: { Ref: Match.stringLikeRegexp("^AccessLogs") },
      PolicyDocument: {
        Statement: Match.arrayWith([
          Match.objectLike({
            Effect: "Allow",
            Principal: { Service: "logging.s3.amazonaws.com" },
            Action: "s3:PutObject",
          }),
        ]),
      },
    });
  });

  it("keeps both buckets encrypted, private and behind TLS", () => {
    store.resourceCountIs("AWS::S3::Bucket", 2);
    store.allResourcesProperties("AWS::S3::Bucket", {
      BucketEncryption: {
        ServerSideEncryptionConfiguration: [
          { ServerSideEncryptionByDefault: { SSEAlgorithm: "AES256" } },
        ],
      },
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
    });
    store.resourceCountIs("AWS::S3::BucketPolicy", 2);
    store.allResourcesProperties("AWS::S3::BucketPolicy", {
      PolicyDocument: {
        Statement: Match.arrayWith([
          Match.objectLike({
            Effect: "Deny",
            Action: "s3:*",
            Principal: { AWS: "*" },
            Condition: { Bool: { "aws:SecureTransport": "false" } },
          }),
        ]),
      },
    });
  });

  it("tells the names it was given", () => {
    store.hasOutput("TableName", {});
    store.hasOutput("BucketName", {});
  });
});

describe("the key of the table", () => {
  const table = (context: Record<string, unknown>) => Template.fromStack(dataStack(context));

  it("is DynamoDB's own, unless one is asked for", () => {
    store.hasResourceProperties("AWS::DynamoDB::GlobalTable", {
      SSESpecification: { SSEEnabled: false },
    });
  });

  it("may be the one that AWS keeps for the account", () => {
    table({ tableKey: "aws-managed" }).hasResourceProperties("AWS::DynamoDB::GlobalTable", {
      SSESpecification: { SSEEnabled: true, SSEType: "KMS" },
    });
  });

  it("may be the customer's: rotated, kept, and of use through DynamoDB alone", () => {
    const own = table({ tableKey: "customer-managed", region: "eu-central-1" });
    own.hasResourceProperties("AWS::DynamoDB::GlobalTable", {
      SSESpecification: { SSEEnabled: true, SSEType: "KMS" },
      Replicas: [
        Match.objectLike({
          SSESpecification: {
            KMSMasterKeyId: { "Fn::GetAtt": [Match.stringLikeRegexp("^TableKey"), "Arn"] },
          },
        }),
      ],
    });
    own.hasResource("AWS::KMS::Key", {
      DeletionPolicy: "Retain",
      UpdateReplacePolicy: "Retain",
      Properties: {
        EnableKeyRotation: true,
        KeyPolicy: {
          Statement: Match.arrayWith([
            Match.objectLike({
              Principal: { AWS: "*" },
              Condition: {
                StringEquals: {
                  "kms:CallerAccount": { Ref: "AWS::AccountId" },
                  "kms:ViaService": Match.anyValue(),
                },
              },
            }),
          ]),
        },
      },
    });
  });
});

describe("a restored table", () => {
  const restored = { restoredTable: "VatData-dev-restored" };

  it("is what the functions work on and may touch", () => {
    const api = apiTemplate(restored);
    api.hasResourceProperties("AWS::Lambda::Function", {
      Environment: { Variables: Match.objectLike({ TABLE_NAME: "VatData-dev-restored" }) },
    });
    expect(JSON.stringify(api.findResources("AWS::IAM::Policy"))).not.toContain("Table");
  });

  it("takes nothing away: the table before it stays, and what other stacks take from its stack", () => {
    const template = Template.fromStack(dataStack(restored));
    template.resourceCountIs("AWS::DynamoDB::GlobalTable", 1);
    template.hasOutput("TableName", { Value: "VatData-dev-restored" });
    const exported = (one: Template) =>
      Object.values(one.findOutputs("*")).flatMap(({ Export }) => Export?.Name ?? []);
    expect(exported(template)).toEqual(exported(store));
    expect(exported(store)).toHaveLength(2);
  });
});

describe("the stages", () => {
  it("hold what they record in either: only prod is protected besides", () => {
    for (const stage of ["dev", "prod"]) {
      const stack = dataStack({ stage });
      expect(stack.terminationProtection).toBe(stage === "prod");
      const template = Template.fromStack(stack);
      for (const type of ["AWS::DynamoDB::GlobalTable", "AWS::S3::Bucket"]) {
        template.allResources(type, { DeletionPolicy: "Retain", UpdateReplacePolicy: "Retain" });
      }
    }
  });
});

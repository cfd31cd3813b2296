import { expect, it } from "vitest";
import { forMoto } from "../../../scripts/checks/moto-template.ts";

const urlOf = (file: string) => `https://here/${file}`;

it("leaves out what moto lacks, with what refers to it, and names it", () => {
  const { template, leftOut } = forMoto(
    {
      Parameters: {
        Version: { Type: "AWS::SSM::Parameter::Value<String>" },
        Given: { Type: "String" },
      },
      Resources: {
        Api: { Type: "AWS::ApiGatewayV2::Api" },
        Alias: { Type: "AWS::Lambda::Alias" },
        MayCallAlias: {
          Type: "AWS::Lambda::Permission",
          Properties: { FunctionName: { Ref: "Alias" } },
        },
        Queue: {
          Type: "AWS::SQS::Queue",
          Properties: {
            A: { "Fn::GetAtt": ["Api", "Id"] },
            B: { Ref: "Given" },
            C: { Ref: "AWS::Region" },
          },
          DependsOn: ["Api", "Topic"],
        },
        Topic: { Type: "AWS::SNS::Topic" },
      },
      Outputs: { Where: { Value: { Ref: "Api" } } },
    },
    urlOf,
  );
  expect(leftOut).toEqual([
    "AWS::ApiGatewayV2::Api",
    "AWS::Lambda::Alias",
    "AWS::Lambda::Permission",
  ]);
  expect(template).toEqual({
    Parameters: { Given: { Type: "String" } },
    Resources: {
      Queue: {
        Type: "AWS::SQS::Queue",
        Properties: { A: "arn:aws:none:::Api", B: { Ref: "Given" }, C: { Ref: "AWS::Region" } },
        DependsOn: ["Topic"],
      },
      Topic: { Type: "AWS::SNS::Topic", DependsOn: [] },
    },
    Outputs: { Where: { Value: "arn:aws:none:::Api" } },
  });
});

it("makes a table of a global one, takes code away, and finds templates within others", () => {
  const { template } = forMoto(
    {
      Resources: {
        Table: {
          Type: "AWS::DynamoDB::GlobalTable",
          Properties: {
            TableName: "t",
            Replicas: [{}],
            GlobalSecondaryIndexes: [
              { IndexName: "i", KeySchema: [], Projection: {}, WarmThroughput: {} },
            ],
          },
        },
        Run: { Type: "AWS::Lambda::Function", Properties: { Code: { S3Key: "k" }, Handler: "h" } },
        Inner: {
          Type: "AWS::CloudFormation::Stack",
          Properties: { TemplateURL: { "Fn::Sub": "x" } },
          Metadata: { "aws:asset:path": "inner.json" },
        },
      },
    },
    urlOf,
  );
  expect(template.Resources["Table"]).toMatchObject({
    Type: "AWS::DynamoDB::Table",
    Properties: {
      TableName: "t",
      GlobalSecondaryIndexes: [{ IndexName: "i", KeySchema: [], Projection: {} }],
    },
  });
  expect(template.Resources["Table"]?.Properties).not.toHaveProperty("Replicas");
  expect(template.Resources["Run"]?.Properties?.["Code"]).toHaveProperty("ZipFile");
  expect(template.Resources["Inner"]?.Properties?.["TemplateURL"]).toBe("https://here/inner.json");
});

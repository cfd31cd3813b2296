import { expect, it } from "vitest";
import { LAKE_TABLES } from "../../shared/operations/lake/tables.ts";
import { actionsOf, lakeTemplate, MOST, Resources, synthesisOf } from "../synth/templates.ts";

const most = new Resources(lakeTemplate(MOST));

it("a stage has a lake only if its file says so", () => {
  expect(synthesisOf().app.node.tryFindChild("VatLake")).toBeUndefined();
});

it("the bucket of the lake can forget: it has neither locks nor versions", () => {
  const [[, bucket] = []] = most.ofType("AWS::S3::Bucket");
  expect(bucket).not.toHaveProperty("ObjectLockEnabled");
  expect(bucket).not.toHaveProperty("VersioningConfiguration");
});

it("the writer of the lake adds files, and only the nightly job reads and deletes them", () => {
  const s3 = (name: string) =>
    actionsOf(most.statementsOf(name)).filter((action) => action.startsWith("s3:"));
  expect(s3("writeLake")).toEqual(["s3:PutObject"]);
  expect(s3("tendLake")).toEqual([
    "s3:DeleteObject",
    "s3:GetObject",
    "s3:ListBucket",
    "s3:PutObject",
  ]);
});

it("Glue knows each table with its columns, and computes its days", () => {
  const tables = most.ofType("AWS::Glue::Table").map(([, { TableInput }]) => TableInput);
  expect(tables).toEqual(
    Object.entries(LAKE_TABLES).map(([name, columns]) =>
      expect.objectContaining({
        Name: name,
        PartitionKeys: [{ Name: "day", Type: "string" }],
        Parameters: expect.objectContaining({ "projection.day.type": "date" }),
        StorageDescriptor: expect.objectContaining({
          Columns: Object.keys(columns).map((column) => expect.objectContaining({ Name: column })),
        }),
      }),
    ),
  );
});

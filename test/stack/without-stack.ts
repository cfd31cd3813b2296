import type { TestProject } from "vitest/node";

/** Stands in for the stack of a whole run: unit tests import modules that read its names, and call none of it. */
export function setup(project: TestProject): void {
  project.provide("stack", {
    url: "",
    dataDir: "",
    quiet: {},
    env: {
      // Nothing listens there: a unit test that calls the table fails.
      DYNAMODB_ENDPOINT: "http://127.0.0.1:1",
      AWS_ENDPOINT_URL_S3: "http://127.0.0.1:1",
      AWS_REGION: "eu-central-1",
      AWS_ACCESS_KEY_ID: "none",
      AWS_SECRET_ACCESS_KEY: "none",
      TABLE_NAME: "none",
      BUCKET_NAME: "none",
      JOURNAL_BUCKET_NAME: "none",
      LAKE_BUCKET_NAME: "none",
      IMPORT_BUCKET_NAME: "none",
    },
  });
}

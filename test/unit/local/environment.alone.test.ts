import { afterEach, expect, it, vi } from "vitest";
import { localEngine, outsideDynamo } from "../../../scripts/local/environment.ts";

afterEach(() => {
  vi.unstubAllEnvs();
});

it("an endpoint of AWS is no local engine, so that verify-journal waits for the journal of the stage", () => {
  vi.stubEnv("DYNAMODB_ENDPOINT", undefined);
  vi.stubEnv("AWS_ENDPOINT_URL", "https://vpce.example");
  expect([localEngine(), outsideDynamo()]).toEqual([undefined, "https://vpce.example"]);
});

it("the engine of a stack is one", () => {
  vi.stubEnv("DYNAMODB_ENDPOINT", "http://127.0.0.1:8000");
  expect(localEngine()).toBe("http://127.0.0.1:8000");
});

import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { mockClient } from "aws-sdk-client-mock";
import { describe, expect, inject, it, vi } from "vitest";
import { handler } from "../../../functions/smoke-test/run-smoke-test.ts";
import { scheduledSteps, smokeTest } from "../../../shared/operations/smoke-test/smoke-steps.ts";
import { call, newAccount } from "../../stack/api.ts";
import { testKeysOf } from "../../stack/full-sandbox.ts";
import { newSeller } from "../../stack/seller.ts";

describe("the scheduled smoke test", () => {
  const run = async (secret: string, url = inject("stack").url) => {
    const secrets = mockClient(SecretsManagerClient);
    secrets.on(GetSecretValueCommand).resolves({ SecretString: secret });
    // The function reads a secret once a process, by its ARN.
    vi.stubEnv(
      "SMOKE_TEST_KEY_ARN",
      `arn:aws:secretsmanager:eu-west-1:111122223333:secret:${secret}`,
    );
    vi.stubEnv("SMOKE_TEST_URL", url);
    try {
      return await handler({});
    } finally {
      secrets.restore();
      vi.unstubAllEnvs();
    }
  };

  it("takes the steps of npm run smoke with the key of its secret", async () => {
    const { full } = await testKeysOf(await newSeller("SE"));
    expect(await run(full)).toEqual({ steps: "all right" });
    const { body } = await call<{ items: unknown[] }>(full, "GET", "/v1/supply-events");
    expect(body.items).toHaveLength(1);
  });

  it("fails with what answered otherwise, and with any live key", async () => {
    await expect(run("vat_test_none")).rejects.toThrow(
      "knows the key: GET /v1/account: answered 401",
    );
    const { full } = await newAccount("smoke");
    await expect(run(full)).rejects.toThrow("is no key of a sandbox");
  });

  it("empties its sandbox with the first run of a day", async () => {
    const { full } = await testKeysOf(await newSeller("SE"));
    const url = new URL(inject("stack").url);
    const steps = scheduledSteps(new Date("2026-11-29T00:00:07Z"));
    const results = await Array.fromAsync(smokeTest(url, full, steps));
    expect(results.filter(({ fault }) => fault)).toEqual([]);
    const { body } = await call<{ items: unknown[] }>(full, "GET", "/v1/supply-events");
    expect(body.items).toEqual([]);
    expect(scheduledSteps(new Date("2026-11-29T00:05:07Z"))).toHaveLength(steps.length - 1);
  });
});

import { inject } from "vitest";
import type { ApiServer } from "../../scripts/local/api-server.ts";
import { startApiHere } from "../stack/api-here.ts";
import { type FaultProxy, startFaultProxy } from "../stack/fault-proxy.ts";
import { type S3FaultProxy, startS3FaultProxy } from "../stack/s3-fault-proxy.ts";

/** The API in this process, with a proxy between it and each of its engines. */
export type ProxiedStack = {
  readonly api: ApiServer;
  readonly dynamo: FaultProxy;
  readonly s3: S3FaultProxy;
  readonly stop: () => Promise<void>;
};

/**
 * Starts it without any fault. Whatever uses the store has to be imported after this, since its
 * clients read the environment at import.
 */
export async function startProxiedStack(random: () => number): Promise<ProxiedStack> {
  const { env } = inject("stack");
  const dynamo = await startFaultProxy(env["DYNAMODB_ENDPOINT"] as string, {}, random);
  const s3 = await startS3FaultProxy(env["AWS_ENDPOINT_URL_S3"] as string, random);
  process.env["DYNAMODB_ENDPOINT"] = dynamo.endpoint;
  process.env["AWS_ENDPOINT_URL_S3"] = s3.endpoint;
  const api = await startApiHere();
  return {
    api,
    dynamo,
    s3,
    stop: async () => {
      // The proxies first: a call without an answer would keep its request open.
      await Promise.all([dynamo.close(), s3.close()]);
      await api.stop();
    },
  };
}

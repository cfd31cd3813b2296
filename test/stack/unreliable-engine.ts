import { afterAll, beforeAll, inject } from "vitest";
import { seeded } from "../../scripts/demo/dice.ts";
import { type FaultProxy, type Faults, startFaultProxy } from "./fault-proxy.ts";

/**
 * Puts a proxy with these faults before the engine, for all tests of a file. The file imports whatever
 * uses the store in its tests, since its clients read the environment at import.
 */
export function unreliableEngine(faults: Faults, seed: number): { readonly proxy: FaultProxy } {
  let proxy: FaultProxy;
  beforeAll(async () => {
    const engine = inject("stack").env["DYNAMODB_ENDPOINT"] as string;
    proxy = await startFaultProxy(engine, faults, seeded(seed));
    process.env["DYNAMODB_ENDPOINT"] = proxy.endpoint;
  });
  afterAll(() => proxy.close());
  return {
    get proxy() {
      return proxy;
    },
  };
}

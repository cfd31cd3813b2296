import type { LedgerId } from "../../shared/core/ids.ts";
import { newSeller, startBenchStack } from "../bench/harness/stack.ts";
import type { Service } from "./tool.ts";

const WITHOUT_END = "1000000";

/** Starts a separate service with one account that has data of every kind; all calls come from one address. */
export async function serviceOf(closing: AsyncDisposableStack): Promise<Service> {
  process.env["SME_RATE_LIMIT"] = WITHOUT_END;
  process.env["ACCOUNT_RATE_LIMIT"] = WITHOUT_END;
  const stack = await startBenchStack();
  closing.defer(stack.end);
  const full = await newSeller(stack.url, "outside" as LedgerId);
  const { issueKey } = await import("../operate/api-keys/keys.ts");
  const key = { account: "outside" as LedgerId, scope: "read-only", mode: "live" } as const;
  return { url: stack.url, full, readOnly: await issueKey(key, new Date()) };
}

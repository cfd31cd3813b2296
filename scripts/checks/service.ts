import { startBenchStack } from "../bench/harness/stack.ts";
import { ran, type Service } from "./tool.ts";

const WITHOUT_END = "1000000";

/** Starts a separate service with one account in the Union scheme; all calls come from one address. */
export async function serviceOf(closing: AsyncDisposableStack): Promise<Service> {
  process.env["SME_RATE_LIMIT"] = WITHOUT_END;
  process.env["ACCOUNT_RATE_LIMIT"] = WITHOUT_END;
  const stack = await startBenchStack();
  closing.defer(stack.end);
  const full = await keyOf("outside", "full");
  const readOnly = await keyOf("outside", "read-only");
  const registered = await fetch(`${stack.url}/v1/tax-registrations`, {
    method: "POST",
    headers: { "X-API-Key": full, "Content-Type": "application/json" },
    body: JSON.stringify({
      scheme_type: "union_oss",
      member_state_identification: "SE",
      effective_from: "2021-07-01",
      status: "active",
    }),
  });
  if (!registered.ok) throw new Error(await registered.text());
  return { url: stack.url, full, readOnly, keyOf: (account) => keyOf(account, "full") };
}

/**
 * Issues a key in a process of its own. In this one, templates may have loaded the database client before the service
 * ran, and the client keeps the endpoint of its first import.
 */
async function keyOf(account: string, scope: "full" | "read-only"): Promise<string> {
  const args = ["scripts/operate/issue-key.ts", "--account", account, "--scope", scope];
  const issued = await ran(process.execPath, args);
  if (issued?.code !== 0) throw new Error(issued?.stderr);
  return issued.stdout.trim();
}

import { Failure } from "../local/failure.ts";

/**
 * A new account in the Union scheme of Sweden, from before all sales unless said otherwise.
 * @returns its key; the stack of the benchmark has to run.
 */
export async function newSeller(
  url: string,
  account: string,
  effective_from = "2021-07-01",
): Promise<string> {
  const { issueKey } = await import("../operate/api-keys/keys.ts");
  const key = await issueKey({ account, scope: "full", mode: "live" }, new Date());
  await request(url, key, "/v1/tax-registrations", {
    scheme_type: "union_oss",
    member_state_identification: "SE",
    effective_from,
    status: "active",
  });
  return key;
}

/**
 * A POST of `body`, or a GET without one.
 * @throws Failure when it is refused.
 */
export async function request(url: string, key: string, path: string, body?: unknown) {
  const method = body ? "POST" : "GET";
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { "X-API-Key": key, "Content-Type": "application/json" },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  if (!response.ok) throw new Failure(`${method} ${path}: ${response.status} ${text}`);
  return text;
}

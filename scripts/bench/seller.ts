import { once } from "node:events";
import { Agent, request as httpRequest, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
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

/** As the SDK calls the table: `fetch` would add a third of a millisecond of the caller's own to each call. */
const agent = new Agent({ keepAlive: true });

/**
 * A POST of `body`, or a GET without one.
 * @throws Failure when it is refused.
 */
export async function request(url: string, key: string, path: string, body?: unknown) {
  const method = body ? "POST" : "GET";
  const headers = { "X-API-Key": key, "Content-Type": "application/json" };
  const sent = httpRequest(`${url}${path}`, { method, headers, agent });
  sent.end(body && JSON.stringify(body));
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  const answer = await text(response);
  if (response.statusCode !== 200 && response.statusCode !== 201)
    throw new Failure(`${method} ${path}: ${response.statusCode} ${answer}`);
  return answer;
}

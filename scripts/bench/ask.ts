import { Agent, request as httpRequest } from "node:http";
import { text } from "node:stream/consumers";
import { Failure } from "../local/failure.ts";

const agent = new Agent({ keepAlive: true });

/** Where a service is, and the key to ask it with. */
export type Asked = { readonly url: string; readonly key: string };

/**
 * A POST of `body`, or a GET without one, over a connection that is kept open. Less around it than `fetch` has: what
 * both sides of a comparison pay makes them look alike.
 * @returns the text of the answer
 * @throws Failure when it is refused
 */
export async function ask({ url, key }: Asked, path: string, body?: string): Promise<string> {
  const method = body === undefined ? "GET" : "POST";
  const headers = { "X-API-Key": key, "Content-Type": "application/json" };
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const sent = httpRequest(`${url}${path}`, { method, agent, headers }, (response) => {
    text(response).then((answer) => {
      if (response.statusCode === 200) resolve(answer);
      else reject(new Failure(`${method} ${path}: ${response.statusCode} ${answer}`));
    }, reject);
  });
  sent.on("error", reject);
  sent.end(body);
  return promise;
}

import type { TestProject } from "vitest/node";
import { setup as setUpStack } from "../../../test/stack/global-setup.ts";
import { freePort } from "../../local/free-port.ts";

/**
 * The stack of a whole run, whose engines the tests use. Its API is another one, which runs in the process of the
 * tests, where a change of the code is active.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const url = `http://127.0.0.1:${await freePort()}`;
  const provide: TestProject["provide"] = (key, value) => {
    if (typeof value === "string") return project.provide(key, value);
    process.env["API_OF_RUN"] = value.url;
    project.provide(key, { ...(value as object), url } as typeof value);
  };
  return setUpStack(
    new Proxy(project, {
      get: (of, name) => (name === "provide" ? provide : Reflect.get(of, name)),
    }),
  );
}

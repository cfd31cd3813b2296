import { expect, it } from "vitest";
import type { Route } from "../../../../shared/api/route.ts";
import * as routes from "../../../../shared/api/routes.ts";
import { runCommand } from "../../../stack/run-stack.ts";
import { report } from "../../../stack/soak.ts";
import { temporaryFolder } from "../../../stack/temporary-folder.ts";

/** The operations that write. test/unit/openapi asks for an example of each operation, and so for a call of it. */
const WRITING = Object.entries<Route>(routes)
  .filter(([, { method }]) => method !== "GET")
  .map(([name]) => name);

it("sums, locks and journal are silent after each operation that writes", async () => {
  const command = "test/integration/operations/journal/every-operation.ts";
  const { code, stdout } = await runCommand(command, [], temporaryFolder());
  expect(code).toBe(0);
  expect(stdout.trim().split("\n")).toEqual(WRITING.sort());
  report(`verified after each of ${WRITING.length} operations that write`);
});

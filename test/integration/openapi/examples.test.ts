import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { preparedFolder } from "../../stack/prepared-folder.ts";
import { runCommand } from "../../stack/run-stack.ts";
import { temporaryFolder } from "../../stack/temporary-folder.ts";

it("the examples in the docs are what the service answers today", async () => {
  const folder = temporaryFolder();
  const file = join(folder, "examples.json");
  const { code, stderr } = await runCommand(
    "scripts/openapi/record-examples.ts",
    [file, preparedFolder()],
    folder,
  );
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(readFileSync(file, "utf8")).toBe(readFileSync("docs/openapi-examples.json", "utf8"));
});

import { expect, it } from "vitest";
import { leanModule } from "../../../infra/lean-module.ts";

it("removes the schemas of responses from endpoints, and nothing else of them", () => {
  const lean = (code: string) => leanModule("module.ts", code, false);
  const code =
    "export const handler = accountEndpoint({ route, output: Answer, run: () => output });";
  expect(lean(code)).toContain("accountEndpoint({ route, output: undefined, run: () => output })");
  expect(lean("send({ output: Answer });")).toBe("send({ output: Answer });");
});

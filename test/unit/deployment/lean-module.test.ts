import { expect, it, vi } from "vitest";
import * as z from "zod";
import { lateSchema } from "../../../infra/late-schema.ts";
import { leanModule } from "../../../infra/lean-module.ts";

const lean = (code: string) => leanModule("module.ts", code, false).replace(/^import\{.*?;/, "");

it.for([
  ["a schema", "const A = z.object({ b: z.string() });"],
  ["a schema of the library's formats", "const A = z.iso.date();"],
  ["a refined schema", "const A = identifier(100).refine(isKnown);"],
  ["an object of schemas", "const A = { b: z.string(), c: 1 } as const satisfies Fields;"],
])("builds %s at its first use", ([, code = ""]) => {
  expect(lean(code)).toContain("= /* @__PURE__ */ lateSchema(() => (");
});

it.for([
  ["what a schema reads", "const A = z.string().parse(text);"],
  ["what no schema is", "const A = new Set([1]);"],
  ["an object without a schema", "const A = { b: count(1) };"],
])("builds %s at once, and only where it is used", ([, code = ""]) => {
  expect(lean(code)).toContain("= /* @__PURE__ */ (() => (");
});

it("removes the schemas of responses from endpoints, and nothing else of them", () => {
  const code =
    "export const handler = accountEndpoint({ route, output: Answer, run: () => output });";
  expect(lean(code)).toContain("accountEndpoint({ route, output: undefined, run: () => output })");
  expect(lean("send({ output: Answer });")).toBe("send({ output: Answer });");
});

it("a late schema is built once, and reads, refines and nests as the schema itself", () => {
  const build = vi.fn(() => z.strictObject({ day: z.iso.date(), note: z.string().optional() }));
  const Late = lateSchema(build);
  const fields = lateSchema(() => ({ inner: Late }));
  const Outer = lateSchema(() =>
    z.strictObject({ ...fields, list: z.array(Late.pick({ day: true })) }),
  );
  expect(build).not.toHaveBeenCalled();
  const value = { inner: { day: "2025-08-14" }, list: [{ day: "2025-08-15" }] };
  expect(Outer.parse(value)).toEqual(value);
  expect(Outer.safeParse({ ...value, inner: {} }).error?.issues[0]?.path).toEqual(["inner", "day"]);
  expect(Late instanceof z.ZodObject).toBe(true);
  expect(Object.keys(fields)).toEqual(["inner"]);
  expect("shape" in Late).toBe(true);
  expect(build).toHaveBeenCalledOnce();
});

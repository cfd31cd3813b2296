import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { recordedExamples } from "../../../scripts/openapi/examples.ts";
import type { Document, Operation } from "../../../scripts/openapi/openapi.ts";

type Shown = Operation & { readonly "x-codeSamples"?: readonly { readonly source: string }[] };

const document: Document = JSON.parse(readFileSync("docs/openapi.json", "utf8"));
const { operations: recorded } = await recordedExamples();

const shown = Object.values(document.paths)
  .flatMap((methods) => Object.entries(methods))
  .map(([method, operation]) => {
    const [sample] = (operation as Shown)["x-codeSamples"] ?? [];
    return { method, id: operation.operationId, operation, sample };
  });

/** What a shell makes of each command line. */
function wordsOf(sources: readonly string[]): string[][] {
  const script = `API=http://api KEY=my-key SESSION=my-session
curl() { printf '%s\\0' "$@"; printf '\\1'; }
${sources.join("\n")}`;
  const printed = execFileSync("bash", ["-euc", script], { encoding: "utf8" });
  return printed
    .split("\u0001")
    .slice(0, -1)
    .map((words) => words.split("\0").slice(0, -1));
}

it("every operation that was recorded has a command line", () => {
  const without = shown.filter(({ sample }) => !sample).map(({ id }) => id);
  expect(without.filter((id) => recorded[id])).toEqual([]);
  expect(shown.length - without.length).toBeGreaterThan(50);
});

it("a shell sends what was recorded, with the key where one is needed", () => {
  const samples = shown.filter(({ sample }) => sample);
  const sent = wordsOf(samples.map(({ sample }) => sample?.source ?? ""));
  for (const [at, { id, method, operation }] of samples.entries()) {
    const words = sent[at] ?? [];
    const [call] = recorded[id] ?? [];
    const after = (flag: string) => words[words.indexOf(flag) + 1] ?? "";
    expect(words[0]).toMatch(/^http:\/\/api\/[^{}]*$/);
    const asked = [...new URL(words[0] ?? "").searchParams];
    expect(asked).toEqual(Object.entries(call?.query ?? {}));
    const implied = words.includes("-d") ? "post" : "get";
    expect(words.includes("-X") ? after("-X").toLowerCase() : implied).toBe(method);
    const schemes = (operation.security ?? []).flatMap((one) => Object.keys(one as object));
    const isOfPerson = schemes.join() === "Session";
    expect(words.includes("X-API-Key: my-key")).toBe(schemes.includes("ApiKey"));
    expect(words.includes("Authorization: Bearer my-session")).toBe(isOfPerson);
    expect(words.includes("-d") ? JSON.parse(after("-d")) : undefined).toEqual(call?.body);
  }
});

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { OPERATIONS } from "../../../client/src/generated.ts";
import { recordedExamples } from "../../../scripts/openapi/examples.ts";
import type { Document, Operation } from "../../../scripts/openapi/openapi.ts";

type Sample = { readonly label: string; readonly source: string };
type Shown = Operation & { readonly "x-codeSamples"?: readonly Sample[] };

const document: Document = JSON.parse(readFileSync("docs/openapi.json", "utf8"));
const { operations: recorded } = await recordedExamples();

const shown = Object.values(document.paths)
  .flatMap((methods) => Object.entries(methods))
  .map(([method, operation]) => {
    const samples = (operation as Shown)["x-codeSamples"] ?? [];
    const [sample] = samples;
    const sourceIn = (language: string) => samples.find(({ label }) => label === language)?.source;
    return { method, id: operation.operationId, operation, sample, sourceIn };
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

it("the client is called with what was recorded, wherever the body is JSON", async () => {
  for (const { id, sample, sourceIn } of shown) {
    const [call] = recorded[id] ?? [];
    if (!sample || !call || typeof call.body === "string") continue;
    const calls: unknown[] = [];
    const client = { [id]: async (request: unknown = {}) => void calls.push(request) };
    const { path, query, body } = call;
    await Function("client", `return (async () => { ${sourceIn("TypeScript")} })()`)(client);
    expect(calls, id).toEqual([JSON.parse(JSON.stringify({ path, query, body }))]);
    expect(OPERATIONS, id).toHaveProperty(id);
  }
});

/** Reads a call of Python's requests: words and formatted texts as those of JavaScript. */
function readPython(source: string): unknown[] {
  const script = source
    .replaceAll(/"(?:[^"\\]|\\.)*"|True|False|None/g, (token) =>
      token.startsWith('"') ? token : ({ True: "true", False: "false" }[token] ?? "null"),
    )
    .replace('f"{API}', '"http://api')
    .replace('f"Bearer {SESSION}"', '"Bearer my-session"')
    .replaceAll(/^ {4}(params|headers|json|data)=(.*?),\n(?= {4}\w+=|\))/gms, "{ $1: $2 },\n")
    .replace("answer = requests.", "return requests(")
    .replace(/^return requests\((\w+)\(/, 'return requests("$1", ');
  return Function("requests", "KEY", script)((...given: unknown[]) => given, "my-key");
}

/** The headers of an operation's sample: those of a key where it takes one. */
function headersOf({ security = [] }: Operation): Record<string, string> | undefined {
  const schemes = security.flatMap((one) => Object.keys(one as object));
  if (schemes.includes("ApiKey")) return { "X-API-Key": "my-key" };
  return schemes.length > 0 ? { Authorization: "Bearer my-session" } : undefined;
}

it("Python sends what was recorded, with the key where one is needed", () => {
  for (const { id, method, operation, sample, sourceIn } of shown) {
    const [call] = recorded[id] ?? [];
    if (!sample || !call) continue;
    const [verb, url, ...parts] = readPython(sourceIn("Python") ?? "");
    const { params = {}, headers, json, data = json } = Object.assign({}, ...(parts as object[]));
    expect([id, verb, new URL(String(url)).search]).toEqual([id, method, ""]);
    expect({ params, headers, body: data }, id).toEqual({
      params: call.query ?? {},
      headers: headersOf(operation),
      body: call.body,
    });
  }
});

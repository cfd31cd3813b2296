import { execFileSync } from "node:child_process";
import { globSync, readFileSync, statSync } from "node:fs";
import { join, normalize } from "node:path";
import { describe, expect, it } from "vitest";
import * as jobs from "../../shared/api/jobs.ts";
import { fallbackRow } from "../../shared/api/route.ts";
import * as routes from "../../shared/api/routes.ts";

/** Suppressions that are meant, with the reason. One that is no longer needed fails too. */
const SUPPRESSIONS: Readonly<Record<string, string>> = {
  "client/src/call.ts": "a call is awaited like any promise, so it has a then",
  "console/src/search/results.tsx":
    "the options of a combobox have neither focus nor keys: its field has them",
  "test/structure/does-not-compile.ts": "holds what the compiler must refuse",
};

const sources = globSync(
  "{functions,shared,infra,scripts,client/{src,example},console/src}/**/*.{ts,tsx}",
).sort();
const tests = globSync("test/**/*.ts").sort();
const textOf = (file: string) => readFileSync(file, "utf8");
const linesOf = (text: string) => text.trimEnd().split("\n").length;

/** The code without its comments: prose may say "any". */
const codeOf = (text: string) =>
  text.replaceAll(/\/\*[\s\S]*?\*\//g, "").replaceAll(/(?<![:"'`])\/\/.*$/gm, "");

/** What a file imports, with relative paths made paths of the project. A text may end with the word "import". */
const importsOf = (file: string) =>
  [...textOf(file).matchAll(/\b(?:from|import)\s*\(?\s*"([^"\s]+)"/g)]
    .map(([, specifier]) => specifier as string)
    .map((specifier) =>
      specifier.startsWith(".") ? normalize(join(file, "..", specifier)) : specifier,
    );

/** The way from a file through imports back to itself, if there is one. */
function circleThrough(start: string, imported: ReadonlyMap<string, readonly string[]>): string[] {
  const importers = new Map<string, string>();
  const open = [start];
  for (const file of open) {
    for (const next of (imported.get(file) ?? []).filter((one) => !importers.has(one))) {
      importers.set(next, file);
      open.push(next);
    }
  }
  const way = [start];
  for (let file = importers.get(start); file; file = importers.get(file)) {
    way.unshift(file);
    if (file === start) return [way.join(" imports ")];
  }
  return [];
}

/** What runs in browsers. */
const CONSOLE = "console/src/";

/** The files with a match, each with what matched. */
const matching = (files: readonly string[], pattern: RegExp, read = textOf) =>
  files.flatMap((file) => {
    const found = pattern.exec(read(file));
    return found ? [`${file}: ${found[0].trim()}`] : [];
  });

describe("the files", () => {
  it("have at most 400 lines", () => {
    // The tables of routes and jobs are data: one row an endpoint or a job, and the only list of them.
    // So are the types of the client, which are printed, and the texts of the console.
    const data = ["shared/api/routes.ts", "shared/api/jobs.ts", "client/src/generated.ts"];
    const texts = /^console\/src\/texts\/(?:en|de)\.ts$/;
    const code = sources.filter((file) => !data.includes(file) && !texts.test(file));
    expect(code.filter((file) => linesOf(textOf(file)) > 400)).toEqual([]);
  });

  it("are named by their subject", () => {
    const grabBag = /(^|\/)(utils?|utilities|helpers?|commons?|misc|index)(\/|\.|$)/;
    expect([...sources, ...tests].filter((file) => grabBag.test(file))).toEqual([]);
  });

  it("name no place of one machine", () => {
    const tracked = execFileSync("git", ["ls-files"], { encoding: "utf8" }).trim().split("\n");
    const present = tracked.filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile());
    expect(present.length).toBeGreaterThan(0);
    expect(matching(present, /(?<![\w.-])\/(?:work|tmp|home|root|Users)\/.*/)).toEqual([]);
  });
});

describe("the layers", () => {
  it("call AWS in shared/platform, shared/api and store*.ts alone", () => {
    const foreign = /^(@aws-sdk\/|@aws-lambda-powertools\/|@smithy\/|@middy\/|aws-lambda$)/;
    const seams = /^shared\/(?:platform|api)\/|^shared\/.*\/store[\w-]*\.ts$/;
    const outside = sources.filter(
      (file) => /^(functions|shared)\//.test(file) && !seams.test(file),
    );
    expect(outside.filter((file) => importsOf(file).some((one) => foreign.test(one)))).toEqual([]);
  });

  it("keep the client to itself: it depends on nothing", () => {
    const client = sources.filter((file) => file.startsWith("client/src/"));
    expect(client.length).toBeGreaterThan(5);
    const foreignOf = (files: readonly string[]) =>
      files.flatMap(importsOf).filter((one) => !one.startsWith("client/src/"));
    // The command runs in Node alone; the rest also in browsers.
    const isCommand = (file: string) => file.startsWith("client/src/cli/");
    const [command, library] = [
      client.filter(isCommand),
      client.filter((file) => !isCommand(file)),
    ];
    expect(foreignOf(library)).toEqual([]);
    expect(foreignOf(command).filter((one) => !one.startsWith("node:"))).toEqual([]);
    expect(library.flatMap(importsOf).filter(isCommand)).toEqual([]);
  });

  it("let the console know the client, and of the product only what is pure: days, amounts, lists of words, and what files look like", () => {
    const console = sources.filter((file) => file.startsWith(CONSOLE));
    expect(console.length).toBeGreaterThan(20);
    const known =
      /^(console\/src\/|client\/src\/|shared\/core\/(calendar|money)\/|shared\/(accounts\/(?:channel-types|people\/role-order)|notifications\/(?:page-about|webhooks\/event-types)|ledger\/events\/completed-id|imports\/(?:bridge\/shown-lines|files\/json-shape|formats\/(?:reasons|recognise))|shops\/connections\/kinds|vat\/(?:reference-data\/member-states|schemes\/warnings))\.ts$)|^preact(\/hooks)?$/;
    expect(console.flatMap(importsOf).filter((one) => !known.test(one))).toEqual([]);
  });

  it("import each other in no circle, types included, but for these wings of shared/", () => {
    const withCircles = /^shared\/(?:filing|imports|ledger|platform|returns|shops|vat)\//;
    const free = [...sources, ...tests].filter((file) => !withCircles.test(file));
    const imported = new Map([...sources, ...tests].map((file) => [file, importsOf(file)]));
    expect(free.flatMap((file) => circleThrough(file, imported))).toEqual([]);
  });

  it("keep the product away from tests, scripts and the stack", () => {
    const product = sources.filter((file) => /^(functions|shared)\//.test(file));
    const backwards = product.filter((file) =>
      importsOf(file).some((one) => /^(test|scripts|infra)\//.test(one)),
    );
    expect(backwards).toEqual([]);
  });
});

describe("the handlers", () => {
  const rows = Object.entries(routes);

  const scheduled = Object.entries(jobs);

  it("are the files under functions/, one for each route or job, one for all else, those of the table's stream and the smoke test, and two that jobs share", () => {
    const ofStream = [
      { handler: "journal/write-journal" },
      { handler: "lake/write-lake" },
      { handler: "lake/tend-lake" },
      { handler: "smoke-test/run-smoke-test" },
      { handler: "workers/run-other-jobs" },
      { handler: "workers/run-secret-jobs" },
    ];
    const own = [fallbackRow, ...ofStream];
    const named = [...rows.map(([, row]) => row), ...scheduled.map(([, job]) => job), ...own];
    expect(
      globSync("functions/**/*")
        .filter((file) => /\.\w+$/.test(file))
        .sort(),
    ).toEqual(named.map(({ handler }) => `functions/${handler}.ts`).sort());
  });

  it("have a path and method of their own", () => {
    const keys = rows.map(
      ([, { method, path }]) => `${method} ${path.replaceAll(/\{\w+\}/g, "{}")}`,
    );
    expect(new Set(keys).size).toBe(rows.length);
  });

  it.for(rows)("%s: its handler serves that row", async ([, route]) => {
    const [folder, name] = route.handler.split("/");
    const { handler } = await import(`../../functions/${folder}/${name}.ts`);
    expect(handler.definition.route).toBe(route);
  });

  it.for(scheduled)(
    "%s: its handler logs under that name, and is no endpoint",
    async ([row, job]) => {
      const [folder, name] = job.handler.split("/");
      const { handler } = await import(`../../functions/${folder}/${name}.ts`);
      expect(handler).toBeTypeOf("function");
      expect(handler).not.toHaveProperty("definition");
      const logged = /(?:loggedJob|countInJob)\("(\w+)"/.exec(
        textOf(`functions/${job.handler}.ts`),
      );
      expect(logged?.[1] ?? row).toBe(row);
    },
  );
});

describe("the code", () => {
  it("has no any", () => {
    const untyped = /(?:[:<,|&]\s*any\b(?=\s*[;,)=[\]|&>{}]|\s*$))|\bas\s+any\b/m;
    expect(matching([...sources, ...tests], untyped, (file) => codeOf(textOf(file)))).toEqual([]);
  });

  it("silences no checker, but where a reason is given above", () => {
    const silencer = /@ts-(?:ignore|nocheck|expect-error)|biome-ignor[e]/;
    const silenced = [...sources, ...tests].filter((file) => silencer.test(textOf(file)));
    expect(silenced).toEqual(Object.keys(SUPPRESSIONS));
  });

  it("skips no test and singles none out", () => {
    const set = /\b(?:it|test|describe|bench)(?:\.\w+)*\.(?:skip|skipIf|runIf|only|todo|fails)\b/;
    expect(matching(tests, set)).toEqual([]);
  });

  it("leaves nothing for later", () => {
    expect(matching([...sources, ...tests], /\b(?:TO[D]O|FIX[M]E)\b.*/)).toEqual([]);
  });
});

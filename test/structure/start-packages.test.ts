import { globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, it } from "vitest";
import packageJson from "../../package.json" with { type: "json" };

/* `npm start` and the container have no development package: those are for checks, builds and deployments. */

/** Loaded by `npm start -- --bundled` alone, which developers use: it bundles functions as a deployment does. */
const FOR_DEVELOPERS = ["infra/bundling.ts"];

const IMPORT =
  /^(?:import|export)\s+(?!type\b)(?:[\w*\s{},]+\sfrom\s+)?"([^"]+)"|\bimport\("([^"]+)"\)/gm;

function importsOf(file: string): string[] {
  const text = readFileSync(file, "utf8").replaceAll(/^\s*(?:\*|\/\/).*$/gm, "");
  return [...text.matchAll(IMPORT)].map(([, from, late]) => from ?? late ?? "");
}

/** The files that a start may load: every handler among them. Handlers are loaded by the name in their row. */
function filesFrom(starts: readonly string[]): Set<string> {
  const files = new Set(starts);
  for (const file of files) {
    for (const name of importsOf(file).filter((one) => one.startsWith("."))) {
      const path = normalize(join(dirname(file), name));
      if (!FOR_DEVELOPERS.includes(path) && /\.m?[jt]s$/.test(path)) {
        files.add(path);
      }
    }
  }
  return files;
}

const entries = ["scripts/local/npm-start.mjs", ...globSync("functions/**/*.ts")];
const files = [...filesFrom(entries)];

it("what npm start imports needs no development package", () => {
  expect(files).toContain("scripts/demo/seed.ts");
  expect(files).toContain("scripts/local/object-store.ts");
  const packages = files.flatMap((file) =>
    importsOf(file)
      .filter((name) => !/^(?:\.|node:)/.test(name))
      .map((name) => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name),
  );
  const named = new Set(packages);
  expect(named).toContain("oidc-provider");
  // What `npm ci --omit=dev` installs, packages of packages included.
  const { packages: locked } = JSON.parse(readFileSync("package-lock.json", "utf8"));
  const isInstalled = (name: string) => locked[`node_modules/${name}`]?.dev === undefined;
  expect([...named].filter((name) => !(`node_modules/${name}` in locked))).toEqual([]);
  expect([...named].filter((name) => !isInstalled(name))).toEqual([]);
});

it("every package for production is imported there, by another command or by a deployed function", () => {
  const sources = globSync("{functions,shared,scripts}/**/*.{ts,mjs}").map((file) =>
    readFileSync(file, "utf8"),
  );
  const unused = Object.keys(packageJson.dependencies).filter(
    (name) => !sources.some((text) => text.includes(`"${name}`)),
  );
  expect(unused).toEqual([]);
});

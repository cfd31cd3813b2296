import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

type Package = {
  readonly license?: string;
  readonly integrity?: string;
  readonly inBundle?: true;
  readonly resolved?: string;
  readonly link?: true;
  readonly dev?: true;
  readonly hasInstallScript?: true;
};

const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as {
  packages: Record<string, Package>;
};
const { allowScripts, ...project } = JSON.parse(readFileSync("package.json", "utf8"));
const workspaces: readonly string[] = project.workspaces;
/** All but the project and its workspaces, which npm links to their folders. */
const installed = Object.entries(packages).filter(
  ([path, { link }]) => !link && !["", ...workspaces].includes(path),
);
const pathsOf = (which: (one: Package) => boolean) =>
  installed.filter(([, one]) => which(one)).map(([path]) => path);

/** Licences that ask for a notice at most of whoever passes the product on. */
const PERMISSIVE = new Set([
  "0BSD",
  "Apache-2.0",
  "BSD-3-Clause",
  "ISC",
  "MIT",
  "MIT-0",
  "MIT OR Apache-2.0",
  "(MIT OR Apache-2.0)",
  "Unlicense",
]);

/** What only builds and tests is not passed on: its files may even have to stay under their own licence. */
const FOR_DEVELOPMENT = new Set([
  ...PERMISSIVE,
  "BlueOak-1.0.0",
  "BSD",
  "BSD-2-Clause",
  "MPL-2.0",
  "(MPL-2.0 OR Apache-2.0)",
  "(MIT OR GPL-3.0-or-later)",
  "(MIT OR EUPL-1.1+)",
  "Python-2.0",
]);

/** Packages that name their licence in a file of theirs alone, which was read. */
const READ_BY_HAND = new Map(
  ["busboy", "humanize-number", "streamsearch"].map((name) => [`node_modules/${name}`, "MIT"]),
);

it("every package is the one that was looked at, whatever a registry says later", () => {
  expect(installed.length).toBeGreaterThan(300);
  // What comes inside another package has the hash of that one.
  expect(
    pathsOf(({ integrity = "", inBundle }) => !inBundle && !/^sha512-/.test(integrity)),
  ).toEqual([]);
  expect(pathsOf(({ resolved }) => resolved !== undefined)).toEqual([]);
});

it("the lock files of checks, of the benchmark and of the integrations name no registry either", () => {
  const files = globSync("{scripts/{bench,checks},integrations}/*/package-lock.json");
  expect(files).toContain("scripts/checks/linters/package-lock.json");
  expect(files).toContain("integrations/mcp/package-lock.json");
  expect(files.filter((file) => readFileSync(file, "utf8").includes('"resolved"'))).toEqual([]);
});

it("no package runs a script when it is installed, but for those that may", () => {
  const names = pathsOf(({ hasInstallScript }) => hasInstallScript === true);
  expect(names.map((path) => path.replace(/^.*node_modules\//, "")).sort()).toEqual(
    Object.keys(allowScripts).sort(),
  );
});

it("every direct dependency has one version, and no range", () => {
  expect(workspaces).toEqual(["client", "console"]);
  for (const folder of [".", ...workspaces]) {
    const own = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
    const { dependencies, devDependencies, optionalDependencies } = own;
    const versions = { ...dependencies, ...devDependencies, ...optionalDependencies };
    expect(
      Object.entries(versions).filter(([, one]) => !/^\d+\.\d+\.\d+$/.test(String(one))),
    ).toEqual([]);
  }
});

it("every package has a licence that lets it be used so", () => {
  const refused = installed.flatMap(([path, { license = READ_BY_HAND.get(path), dev }]) =>
    (dev ? FOR_DEVELOPMENT : PERMISSIVE).has(license ?? "none") ? [] : [`${path}: ${license}`],
  );
  expect(refused).toEqual([]);
});

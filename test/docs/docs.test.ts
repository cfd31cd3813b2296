import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import type { Job } from "../../shared/api/job.ts";
import * as jobs from "../../shared/api/jobs.ts";
import type { Route } from "../../shared/api/route.ts";
import * as routes from "../../shared/api/routes.ts";
import { RATES_SEEN_TO } from "../../shared/vat/reference-data/vat-rates.ts";
import { UNION_SCOPES } from "../../shared/vat/schemes/union-oss.ts";

/* What the pages name has to be there, and what they list has to be listed whole. */
const tracked = execFileSync("git", ["ls-files"], { encoding: "utf8" }).trim().split("\n");
const textOf = (file: string) => readFileSync(file, "utf8");

const pages = tracked.filter((file) => file.endsWith(".md"));

/** The names of all source files, without their folders. */
const sources = new Set(tracked.map((file) => basename(file)));

/** Linked to, and not there. One that is there now must not be listed. */
const found = (text: string, form: RegExp) => [...text.matchAll(form)].map(([, one]) => `${one}`);

describe.for(pages)("%s", (page) => {
  const text = textOf(page);

  it("names npm scripts that there are", () => {
    const named = found(text, /npm run (?:--silent )?([a-z][\w-]*)/g);
    expect(named.filter((name) => !(name in packageJson.scripts))).toEqual([]);
  });

  it("names files and folders that there are", () => {
    const named = found(
      text,
      /`((?:client|console|docs|functions|infra|scripts|shared|test)\/[\w./-]*)`/g,
    );
    const missing = named.filter((path) => !existsSync(path) && !isStem(path));
    expect(missing).toEqual([]);
  });

  it("names no source file that there is not", () => {
    const named = found(text, /`([\w-]+(?:\.test)?\.tsx?)`/g);
    expect(named.filter((name) => !sources.has(name))).toEqual([]);
  });

  it("runs and installs our packages from their files, because npm has packages of others under such names", () => {
    const named = found(
      text,
      /^[^`\n]*\b(npx (?:vat|eu-vat-\w+)|npm install eu-vat-\w+|command": "npx")/gm,
    );
    expect(named).toEqual([]);
  });

  it("links to pages that there are", () => {
    const links = found(text, /\]\((?!https?:|#)([^)#\s]+)/g).map((to) => join(dirname(page), to));
    expect(links.filter((to) => !existsSync(to))).toEqual([]);
  });
});

/** A decision may be named by its number alone. */
const isStem = (path: string) =>
  path.startsWith("docs/decisions/") && tracked.some((file) => file.startsWith(`${path}-`));

describe("the README", () => {
  const readme = textOf("README.md");

  it("has at most 200 lines", () => {
    expect(readme.trimEnd().split("\n").length).toBeLessThanOrEqual(200);
  });

  it("maps the code in at most ten lines, and names every wing", () => {
    const map = readme.slice(readme.indexOf("## Map"), readme.indexOf("## Limits"));
    expect(map.match(/^\| (?!Where)/gm)?.length).toBeLessThanOrEqual(10);
    const wings = readdirSync("shared", { withFileTypes: true }).filter((dirent) =>
      dirent.isDirectory(),
    );
    const named = /in twelve wings: ([a-z, ]+)/
      .exec(map)?.[1]
      ?.split(", ")
      .map((name) => name.trim());
    expect(named?.toSorted()).toEqual(wings.map(({ name }) => name).sort());
  });
});

describe("the glossary", () => {
  it("has at most forty terms, each once", () => {
    const page = textOf("docs/architecture.md");
    const glossary = page.slice(page.indexOf("## Glossary"), page.indexOf("## Open questions"));
    const terms = found(glossary, /^\| ([a-z][a-z ,-]*?) \|/gm);
    expect(terms.length).toBeGreaterThan(20);
    expect(terms.length).toBeLessThanOrEqual(40);
    expect(new Set(terms).size).toBe(terms.length);
  });
});

describe("the limits", () => {
  const history = textOf("shared/vat/reference-data/ecb-history.csv").trimEnd().split("\n");
  const newest = history
    .map((line) => line.slice(0, 10))
    .filter((day) => /^\d/.test(day))
    .sort();

  it.for(["README.md", "docs/limits.md"])("of the data are in %s as they are", (page) => {
    expect(textOf(page)).toMatch(new RegExp(`VAT rates [a-z ]*${RATES_SEEN_TO}`));
    expect(textOf(page)).toMatch(new RegExp(`ECB rates [a-z ]*${newest.at(-1)}`));
  });
});

describe("docs/coming-rules.md", () => {
  it("has every day on which the scope of the Union scheme changes", () => {
    const days = UNION_SCOPES.flatMap(({ valid_from }) => valid_from ?? []);
    expect(days.length).toBeGreaterThan(0);
    const calendar = found(textOf("docs/coming-rules.md"), /^\| (\d{4}-\d\d-\d\d)/gm);
    expect(days.filter((day) => !calendar.includes(day))).toEqual([]);
  });
});

describe("docs/api.md", () => {
  it("lists the endpoints as the route table does", () => {
    const rows = Object.values<Route>(routes).map(
      ({ method, path, scope, summary }) => `| ${method} | \`${path}\` | ${scope} | ${summary} |`,
    );
    expect(textOf("docs/api.md").match(/^\| (?:GET|POST|PUT|PATCH|DELETE) \|.*$/gm)).toEqual(rows);
  });
});

describe("docs/scripts.md", () => {
  it("lists every npm script and no other", () => {
    const rows = textOf("docs/scripts.md").match(/^\| `npm .*$/gm) ?? [];
    const named = rows.map((row) => /`npm (?:run (?:--silent )?)?([\w-]+)/.exec(row)?.[1]);
    expect(named.sort()).toEqual(Object.keys(packageJson.scripts).sort());
  });
});

describe("docs/local.md", () => {
  it("has the variable that says how often each scheduled job runs locally", () => {
    const variables = Object.values<Job>(jobs).flatMap(({ trigger }) =>
      "local" in trigger && trigger.local ? [trigger.local.variable] : [],
    );
    expect(variables.length).toBeGreaterThan(0);
    const page = textOf("docs/local.md");
    expect(variables.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });
});

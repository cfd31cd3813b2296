import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

/*
 * Whoever copies a command of a page has its variables from the same chapter, or from the steps of the deployment. In the
 * pages of the API, the address and the key of the reader are known.
 */
const OPERATING: readonly string[] = ["docs/operations.md", "docs/runbooks.md"];

/** Variables that nobody can assign but the reader. Those of pages for operators are explained beside their command. */
const OF_READERS = {
  operating: ["SESSION", "ORGANISATION", "PERSON"],
  calling: ["KEY", "URL", "BUCKET"],
};

const found = (text: string, form: RegExp) => [...text.matchAll(form)].map(([, one]) => `${one}`);

const blocksOf = (text: string): string[] => found(text, /^ *(?:\d+\. )?```sh\n([\s\S]*?)^ *```/gm);

const assignedIn = (block: string): string[] => [
  ...found(block, /(?:^|[\s;&(])([A-Za-z_]\w*)=/gm),
  ...found(block, /\bfor (\w+) in /g),
];

const chaptersOf = (text: string): string[] => text.split(/^(?=## )/m);

const deployment =
  chaptersOf(readFileSync("docs/operations.md", "utf8")).find((chapter) =>
    chapter.startsWith("## Deploy from scratch"),
  ) ?? "";
const ofDeployment = blocksOf(deployment)
  .flatMap(assignedIn)
  .filter((name) => name !== "KEY");

/** Returns the variables of the commands of a chapter that are assigned neither there nor before. */
function unassigned(chapter: string, known: readonly string[]): string[] {
  const assigned = new Set(known);
  return blocksOf(chapter).flatMap((block) => {
    for (const name of assignedIn(block)) assigned.add(name);
    return found(block, /\$\{?([A-Za-z_]\w*)/g).filter((name) => !assigned.has(name));
  });
}

it.for(globSync("docs/**/*.md").sort())("%s assigns the variables of its commands", (page) => {
  const text = readFileSync(page, "utf8");
  const missing = OPERATING.includes(page)
    ? chaptersOf(text).flatMap((chapter) =>
        unassigned(chapter, [...ofDeployment, ...OF_READERS.operating]),
      )
    : unassigned(text, OF_READERS.calling);
  expect(missing).toEqual([]);
});

it("finds the variables of the deployment", () => {
  expect(ofDeployment).toEqual(
    expect.arrayContaining(["STAGE", "TABLE_NAME", "KEY_PROOF_SECRETS", "API"]),
  );
});

import { rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { installPackages, versionsIn } from "../install-packages.ts";

const here = fileURLToPath(new URL(".", import.meta.url));

export const linterVersion = (name: string) => versionsIn(here, name);

/** Below `node_modules`, so that cdk-nag finds the CDK of the project: its rules ask for the classes of the stacks. */
const PLACE = resolve("node_modules/.cache/outside-linters");

let installed: Promise<NodeJS.Require> | undefined;

/** Installs the linters as the lock file beside this file names them, once in a run, and returns their `require`. */
export function linters(): Promise<NodeJS.Require> {
  installed ??= rm(PLACE, { recursive: true, force: true })
    .then(() => installPackages(here, PLACE))
    .then(() => createRequire(join(PLACE, "package.json")));
  return installed;
}

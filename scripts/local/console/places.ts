import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const PROJECT = fileURLToPath(new URL("../../../", import.meta.url));

/** The folder of the built console, which rows of the route table name. */
export const CONSOLE_FOLDER = join(PROJECT, "node_modules/.cache/console");

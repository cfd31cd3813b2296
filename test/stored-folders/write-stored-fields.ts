import { readFileSync, writeFileSync } from "node:fs";
import { newlyRequired, storedFields } from "./stored-fields.ts";

/*
 * Writes down what stored items of a release have, as one of its steps:
 *
 *   node test/stored-folders/write-stored-fields.ts
 */
const file = new URL("stored-fields.json", import.meta.url);
const now = storedFields();
const more = newlyRequired(JSON.parse(readFileSync(file, "utf8")), now);
if (more.length > 0) throw new Error(`the last release does not store ${more.join(", ")}`);
writeFileSync(file, `${JSON.stringify(now, null, 2)}\n`);

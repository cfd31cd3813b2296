import { readFileSync, writeFileSync } from "node:fs";
import { builtTables } from "./built-tables.ts";

/*
 * Builds the tables that the service imports from the edited sources:
 * npm run build-tables
 */
const table = (name: string) => new URL(`../../shared/vat/reference-data/${name}`, import.meta.url);

const built = builtTables((name) => readFileSync(table(name), "utf8"));
for (const [name, text] of Object.entries(built)) writeFileSync(table(name), text);

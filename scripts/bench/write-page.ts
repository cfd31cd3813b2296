import { writePage } from "./page.ts";

/* Writes the tables of docs/performance.md anew from docs/performance.json, after its text was changed. */
writePage();

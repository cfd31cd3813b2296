import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { holdsOn } from "../../../shared/core/calendar/iso-date.ts";
import { isMemberState, MEMBER_STATES } from "../../../shared/vat/reference-data/member-states.ts";
import { Failure, runCommand } from "../../local/failure.ts";
import { classWindows } from "../class-windows.ts";
import { classRows } from "../public-tables.ts";
import { tedbRates } from "./answer.ts";
import { type KeptRate, type Proposal, proposalsFor, unknownCategories } from "./compare.ts";
import { OTHER_CATEGORIES } from "./known-categories.ts";
import { askTedb } from "./request.ts";

const USAGE = `usage: npm run --silent propose-tedb-changes -- [--on YYYY-MM-DD] [--country DE]
Asks the Taxes in Europe Database for its rates of a day (today) and prints where the product's data
differs, for review. Changes nothing. TEDB_URL names another service.`;

const DATA = new URL("../../../shared/vat/reference-data/", import.meta.url);

await runCommand(async () => {
  const { day, states } = optionsFrom(process.argv.slice(2));
  const text = (name: string) => readFile(new URL(name, DATA), "utf8");
  const classes = classRows(await text("tax-classes.json"));
  const windows = classWindows(await text("standard-rates.csv"), await text("tax-rates.csv"));
  const inForce = windows.filter((row) => holdsOn(row, day));
  const known = new Set([...OTHER_CATEGORIES, ...classes.flatMap((row) => row.tedb_categories)]);
  let count = 0;
  for (const state of states) {
    const rates = tedbRates(await askTedb(state, day, process.env["TEDB_URL"]));
    if (rates.length === 0) throw new Failure(`TEDB has no rates of ${state}`);
    const kept = inForce.filter((row) => row.country === state);
    const proposals = proposalsFor(kept satisfies KeptRate[], classes, rates);
    for (const proposal of proposals) console.log(lineOf(proposal, rates[0]?.situation_on ?? ""));
    for (const category of unknownCategories(rates, known)) {
      console.log(`${state} unknown category ${category}`);
    }
    count += proposals.length;
  }
  console.log(`${count} differences to review in ${states.length} Member States on ${day}`);
});

function lineOf(
  { class_id, country, kept_bps, tedb_bps, reason, comments }: Proposal,
  situation: string,
) {
  const theirs = tedb_bps.length > 0 ? tedb_bps.join("|") : "none";
  const urgent = reason === "standard_rate_differs" ? "ALERT " : "";
  const comment = comments.length > 0 ? ` (${comments.join(" / ").slice(0, 200)})` : "";
  return `${urgent}${country} ${class_id}: kept ${kept_bps}, TEDB ${theirs}, ${reason}, situation ${situation}${comment}`;
}

function optionsFrom(args: string[]): { day: string; states: string[] } {
  const options = { on: { type: "string" }, country: { type: "string" } } as const;
  try {
    const { on, country } = parseArgs({ args, options }).values;
    const day = on ?? new Date().toISOString().slice(0, 10);
    const all = MEMBER_STATES.filter(({ code }) => code !== "XI").map(({ code }) => code);
    if (/^\d{4}-\d\d-\d\d$/.test(day) && (country === undefined || isMemberState(country))) {
      return { day, states: country === undefined ? all : [country] };
    }
  } catch {
    // For any wrong argument, the usage line is printed.
  }
  throw new Failure(USAGE, 2);
}

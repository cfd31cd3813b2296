import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { holdsOn, type IsoDate } from "../../../shared/core/calendar/dates.ts";
import { askTedb } from "../../../shared/vat/downloads.ts";
import {
  TedbAnswerError,
  type TedbQuestion,
  tedbRates,
} from "../../../shared/vat/rate-proposals/tedb-answer.ts";
import {
  differencesOf,
  type RateDifference,
} from "../../../shared/vat/rate-proposals/tedb-compare.ts";
import { isMemberState, MEMBER_STATES } from "../../../shared/vat/reference-data/member-states.ts";
import { Failure, runCommand } from "../../local/failure.ts";
import { classWindows } from "../class-windows.ts";

const USAGE = `usage: npm run --silent propose-tedb-changes -- [--on YYYY-MM-DD] [--country DE]
Asks the Taxes in Europe Database for its rates of a day (today) and prints where the product's data
differs, with the reason where there is one. Changes nothing. TEDB_URL names another service.`;

const DATA = new URL("../../../shared/vat/reference-data/", import.meta.url);

await runCommand(async () => {
  const { day, states } = optionsFrom(process.argv.slice(2));
  const text = (name: string) => readFile(new URL(name, DATA), "utf8");
  const windows = classWindows(await text("standard-rates.csv"), await text("tax-rates.csv"));
  const inForce = windows.filter((row) => holdsOn(row, day));
  const found: RateDifference[] = [];
  for (const state of states) {
    const rates = await ratesOf({ state, day });
    const current = inForce.filter((row) => row.country === state);
    const differences = differencesOf(current, rates);
    for (const difference of differences) console.log(lineOf(difference));
    found.push(...differences);
  }
  const open = found.filter(({ reviewed }) => reviewed === undefined).length;
  const total = `${found.length} differences in ${states.length} Member States on ${day}`;
  console.log(`${total}: ${found.length - open} have a reason, ${open} to review`);
});

async function ratesOf(question: TedbQuestion) {
  const { text, fault } = await askTedb(question);
  if (text === undefined || fault !== undefined) throw new Failure(`${question.state}: ${fault}`);
  try {
    return tedbRates(text, question);
  } catch (error) {
    if (error instanceof TedbAnswerError) throw new Failure(`${question.state}: ${error.message}`);
    throw error;
  }
}

function lineOf(difference: RateDifference): string {
  const { class_id, country, kept_bps, tedb_bps, reason, comments, situation_on } = difference;
  const theirs = tedb_bps.length > 0 ? tedb_bps.join("|") : "none";
  const urgent = reason === "standard_rate_differs" ? "ALERT " : "";
  const comment = comments.length > 0 ? ` (${comments.join(" / ").slice(0, 200)})` : "";
  const because = difference.reviewed === undefined ? "" : `; reviewed: ${difference.reviewed}`;
  const when = situation_on === undefined ? "" : `, situation ${situation_on}`;
  return `${urgent}${country} ${class_id}: kept ${kept_bps}, TEDB ${theirs}, ${reason}${when}${comment}${because}`;
}

function optionsFrom(args: string[]): { day: IsoDate; states: string[] } {
  const options = { on: { type: "string" }, country: { type: "string" } } as const;
  try {
    const { on, country } = parseArgs({ args, options }).values;
    const day = on ?? new Date().toISOString().slice(0, 10);
    const all = MEMBER_STATES.filter(({ code }) => code !== "XI").map(({ code }) => code);
    if (/^\d{4}-\d\d-\d\d$/.test(day) && (country === undefined || isMemberState(country))) {
      return { day: day as IsoDate, states: country === undefined ? all : [country] };
    }
  } catch {
    // For any wrong argument, the usage line is printed.
  }
  throw new Failure(USAGE, 2);
}

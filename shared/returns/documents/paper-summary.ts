import { type Cell, count, day, label, note } from "../../core/files/cells.ts";
import { periodInWords } from "../../notifications/texts.ts";
import type { ComparedLock } from "../locks/compare-lock.ts";
import { stateOfFile } from "./artifacts.ts";
import { authorInWords, instantInWords, type Paper, statusInWords, yesOrNo } from "./paper.ts";
import type { PaperWord } from "./paper-words.ts";

/** A line of the summary: what it is, and its value. */
export type Fact = readonly [word: PaperWord, cell: Cell];

/** Returns the client of the paper and its return. */
function identity({ drawn, making }: Paper): Fact[] {
  const { report, period, registration, scheme } = drawn;
  const { client } = making.facts;
  return [
    ["client", label(client.display_name)],
    ["number", label(client.identification_number_masked)],
    ...(client.intermediary_name
      ? [["intermediary", label(client.intermediary_name)] as const]
      : []),
    ["scheme", label(scheme.titles[making.language])],
    ["period", label(periodInWords(period.key, making.language))],
    ["first_day", day(period.firstDay)],
    ["last_day", day(period.lastDay)],
    ["due", day(period.filingDueDate)],
    ["identification", label(report.member_state_identification)],
    ["registration", count(registration.id)],
    ["return_currency", label(report.return_currency)],
  ];
}

/** Returns who prepared, reviewed, locked and filed the return. */
function signOff(paper: Paper): Fact[] {
  const { say, making } = paper;
  const { sign_off } = making.facts;
  const { prepared, locked, filed } = sign_off;
  const signed = (one: { by: string; name: string | null; at: string | null }) =>
    [authorInWords(paper, one), one.at && instantInWords(paper, one.at)].filter(Boolean).join(", ");
  const approver = label(locked ? signed(locked) : say("not_yet"));
  return [
    ["status", label(statusInWords(paper, sign_off))],
    ["prepared", note(prepared.map(signed).join("; ") || say("nobody"))],
    ["reviewed", approver],
    ["locked", approver],
    ["filed", filed ? day(filed.on) : label(say("not_yet"))],
    ...(filed
      ? ([
          ["filed_by", label(signed(filed))],
          ["reference", label(filed.reference)],
        ] as const)
      : []),
  ];
}

/** Returns the filing state, and what has changed since the lock. */
function standing(paper: Paper): Fact[] {
  const { drawn, making, say, word } = paper;
  const state = stateOfFile(drawn, making);
  const { shown } = making;
  return [
    [shown ? "filing_state_at_lock" : "filing_state", label(word(state.filing_status))],
    // The sentence with the counts exists in English alone; a German reader finds the counts below.
    ...(making.language === "en"
      ? ([["explanation", note(state.filing_status_detail)]] as const)
      : []),
    ["nil", yesOrNo(paper, state.nil_return_eligible)],
    ["recount", yesOrNo(paper, making.recount_pending !== null)],
    ...(shown
      ? ([
          [
            "changed",
            shown.changes ? yesOrNo(paper, shown.changes.changed) : label(say("unknown")),
          ],
          ["declared_in", label(declaredInWords(paper, shown))],
        ] as const)
      : []),
  ];
}

function declaredInWords({ say, making }: Paper, { declared_in }: ComparedLock): string {
  if (!declared_in) return say("nothing_to_declare");
  const periods = declared_in.map((key) => periodInWords(key, making.language));
  return periods.join(", ") || say("no_return");
}

/** Returns the client, the return, who stands behind it, and its filing state. */
export const summaryFacts = (paper: Paper): Fact[] => [
  ...identity(paper),
  ...signOff(paper),
  ["made_at", label(instantInWords(paper, paper.making.generated_at))],
  ...standing(paper),
];

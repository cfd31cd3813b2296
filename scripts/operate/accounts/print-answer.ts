import type { AccountRecord } from "../../../shared/accounts/account.ts";
import type { OperatorAnswer } from "../../../shared/operations/lifecycle/operate-accounts.ts";

/** Formats the result of an operator's command as lines for a terminal. */
export function linesOfAnswer(answer: OperatorAnswer, today: string): string[] {
  if (answer.action === "list") return answer.accounts.map((account) => lineOf(account, today));
  if (answer.action === "erase-free-text") return erasureLines(answer);
  const { record, keys } = answer;
  return [`${lineOf(record, today)}; ${keys} keys told`];
}

function lineOf(record: AccountRecord, today: string): string {
  const { account, created_at, account_state = "active", state_since, retention_ends_on } = record;
  const since = state_since === undefined ? created_at : state_since;
  const parts = [`${account}  ${account_state} since ${since.slice(0, 10)}`];
  if (retention_ends_on !== undefined) {
    const isOver = retention_ends_on < today;
    parts.push(`records kept until ${retention_ends_on}${isOver ? ", which is over" : ""}`);
  }
  if (record.text_erased_at !== undefined) {
    parts.push(`free text erased on ${record.text_erased_at.slice(0, 10)}`);
  }
  return parts.join("; ");
}

type ErasureAnswer = Extract<OperatorAnswer, { action: "erase-free-text" }>;

function erasureLines({ erased, remains, retention_ends_on }: ErasureAnswer): string[] {
  const { events, descriptions, metadata, notes, order_names } = erased;
  return [
    `erased: ${descriptions} descriptions, ${metadata} pairs of metadata and ${notes} notes in ${events} events, names of account, sources and keys, ${order_names} names of orders`,
    `stays until ${retention_ends_on}, as Art. 17(3)(b) GDPR allows:`,
    ...remains.flatMap(({ what, count, why, law }) => [
      `  ${count === null ? "" : `${count} `}${what}`,
      `    ${why} (${law})`,
    ]),
  ];
}

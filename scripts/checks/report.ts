import type { Finding } from "./tool.ts";

export type Outcome = {
  readonly tool: string;
  readonly version: string | undefined;
  readonly findings: readonly Finding[];
  /** The reason why the tool did not finish. */
  readonly failure?: string;
};

type Answers = Readonly<Record<string, string>>;

const answerTo = (answers: Answers, tool: string, { rule }: Finding): string | undefined =>
  answers[`${tool} ${rule}`];

/** Returns the findings of a tool by rule, accepted findings last. */
function byRule({ tool, findings }: Outcome, answers: Answers) {
  const rules = Map.groupBy(findings, ({ rule }) => rule);
  const all = [...rules.values()].map((of) => ({
    of,
    answer: answerTo(answers, tool, of[0] as Finding),
  }));
  return [...all.filter(({ answer }) => !answer), ...all.filter(({ answer }) => answer)];
}

const SHOWN = 10;

function linesOf(outcome: Outcome, answers: Answers): string[] {
  const { tool, version, failure } = outcome;
  if (version === undefined) return [`${tool}: not installed`];
  const rules = byRule(outcome, answers);
  const open = rules.filter(({ answer }) => !answer);
  const summary = failure ?? `${open.length} open, ${rules.length - open.length} answered`;
  return [
    `${tool} ${version}: ${summary}`,
    ...rules.flatMap(({ of, answer }) => {
      const [{ rule, text }] = of as [Finding];
      if (answer) return [`  answered ${rule} (${of.length}): ${answer}`];
      const places = of.slice(0, SHOWN).map(({ where, text }) => `    ${where}: ${text}`);
      return [`  OPEN ${rule} (${of.length}): ${text}`, ...places];
    }),
  ];
}

/** Returns accepted rules without findings, for tools that finished. */
const idle = (outcomes: readonly Outcome[], answers: Answers): string[] =>
  outcomes.flatMap(({ tool, version, failure, findings }) => {
    if (version === undefined || failure !== undefined) return [];
    const found = new Set(findings.map(({ rule }) => `${tool} ${rule}`));
    return Object.keys(answers)
      .filter((key) => key.startsWith(`${tool} `) && !found.has(key))
      .map((key) => `answered, and not found any more: ${key}`);
  });

/** Returns the output of the command, and its exit code: 1 if a finding is open. */
export function reportOf(
  outcomes: readonly Outcome[],
  answers: Answers,
): { readonly lines: readonly string[]; readonly code: 0 | 1 } {
  const isOpen = (outcome: Outcome) =>
    outcome.failure !== undefined || byRule(outcome, answers).some(({ answer }) => !answer);
  return {
    lines: [
      ...outcomes.flatMap((outcome) => linesOf(outcome, answers)),
      ...idle(outcomes, answers),
    ],
    code: outcomes.some(isOpen) ? 1 : 0,
  };
}

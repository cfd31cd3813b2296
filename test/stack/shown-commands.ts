import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** A block of commands on a page, and the block of output that follows it. */
export type Step = {
  readonly commands: string;
  /** What the page says they print; nothing, when no block says so. */
  readonly shown: string;
  readonly language: string | undefined;
};

export type Ran = { readonly code: number; readonly stdout: string };

/** What differs from run to run, and nothing else. */
const VOLATILE: readonly (readonly [RegExp, string])[] = [
  [/http:\/\/127\.0\.0\.1:\d+/g, "<url>"],
  [/vat_(live|test)_\S+/g, "vat_$1_<key>"],
  [
    /"(updated_at|committed_at|created_at|recorded_at)":"\d{4}-\d{2}-\d{2}T[\d:.]+Z"/g,
    '"$1":"<time>"',
  ],
  [/"recorded_by":"[0-9a-f]{16}"/g, '"recorded_by":"<id>"'],
  [/"(request_id|transaction_id)":"[^"]+"/g, '"$1":"<id>"'],
  // How much has happened in the demo account depends on the day; its counts have four digits.
  [/^\d{4} events in \d+ periods/gm, "<n> events in <n> periods"],
];

const masked = (text: string): string =>
  VOLATILE.reduce((left, [pattern, mask]) => left.replaceAll(pattern, mask), text);

/** Answers come in one line each and are shown with line breaks: as JSON they are the same. */
const inLines = (answers: string): string => {
  const values: unknown[] = JSON.parse(`[${answers.replaceAll("}\n{", "},{")}]`);
  return values.map((value) => JSON.stringify(value)).join("\n");
};

/** The steps of a page or chapter, in order. */
export function stepsOf(text: string): Step[] {
  const blocks = text.matchAll(
    /^```sh\n([\s\S]*?)\n```$(?:\s*^```(json|text)\n([\s\S]*?)\n```$)?/gm,
  );
  return [...blocks].map(([, commands = "", language, shown = ""]) => ({
    commands,
    shown,
    language,
  }));
}

export const shownBy = ({ shown, language }: Step): string =>
  masked(language === "json" ? inLines(shown) : shown);

export const printedBy = ({ language }: Step, stdout: string): string =>
  masked(language === "json" ? inLines(stdout) : stdout);

/** Runs the steps one after another in one shell: `PORT` names the port where the page asks for it. */
export async function runTogether(
  steps: readonly Step[],
  url: string,
  env: NodeJS.ProcessEnv,
): Promise<Ran[]> {
  const mark = "<end of step>";
  const script = steps
    .map(({ commands }) => `${commands}\nprintf '%s%s\\n' "$?" '${mark}'`)
    .join("\n")
    .replaceAll("http://127.0.0.1:3000", url);
  const { stdout } = await promisify(execFile)("bash", ["-c", script], {
    env: { ...env, PORT: new URL(url).port },
  });
  return stdout
    .split(`${mark}\n`)
    .slice(0, -1)
    .map((part) => ({ code: Number(/\d+$/.exec(part)?.[0]), stdout: part.replace(/\n?\d+$/, "") }));
}

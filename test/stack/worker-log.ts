import { keepText } from "./kept-logs.ts";

let isKept = false;

/**
 * Tests call handlers in their own process: what those log is kept with the other logs, and does
 * not clutter the report.
 */
export function keepOwnLog(): void {
  if (isKept) return;
  isKept = true;
  for (const output of [process.stdout, process.stderr]) {
    const write = output.write.bind(output) as typeof output.write;
    output.write = ((text: string) => {
      if (!isLogLine(text)) return write(text);
      keepText(text);
      return true;
    }) as typeof output.write;
  }
}

const isLogLine = (text: unknown): boolean => /^\{"(level|_aws)":/.test(String(text));

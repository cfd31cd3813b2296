/*
 * Which lines of a log the pattern of a metric filter counts: a field of a JSON line that is a text,
 * or one of several terms anywhere in the line.
 */

const FIELD = /^\{ \$\.(\w+) = "([^"*]+)" \}$/;
const TERMS = /^\?"[^"]+"(?: \?"[^"]+")*$/;

/** @throws Error when the pattern is of a form that is not known here. */
export function linesFound(pattern: string, lines: readonly string[]): string[] {
  const field = FIELD.exec(pattern);
  if (field) return lines.filter((line) => fieldOf(line, field[1] as string) === field[2]);
  if (!TERMS.test(pattern)) throw new Error(`a filter that is not known here: ${pattern}`);
  const terms = [...pattern.matchAll(/\?"([^"]+)"/g)].map(([, term]) => term as string);
  return lines.filter((line) => terms.some((term) => line.includes(term)));
}

function fieldOf(line: string, name: string): unknown {
  try {
    return (JSON.parse(line) as Record<string, unknown>)[name];
  } catch {
    return undefined;
  }
}

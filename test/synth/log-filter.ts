/*
 * Which lines of a log the pattern of a metric filter counts: fields of a JSON line that are texts and begin with
 * something or are something else, or one of several terms anywhere in the line.
 */

const FIELDS = /^\{ (?:\(?\$\.\w+ !?= "[^"*]+\*?"\)?(?: && )?)+ \}$/;
const FIELD = /\$\.(\w+) (!?=) "([^"*]+)(\*?)"/g;
const TERMS = /^\?"[^"]+"(?: \?"[^"]+")*$/;

/** @throws Error when the pattern is of a form that is not known here. */
export function linesFound(pattern: string, lines: readonly string[]): string[] {
  if (FIELDS.test(pattern)) {
    return lines.filter((line) =>
      pattern.matchAll(FIELD).every(([, name = "", operator, text = "", wildcard]) => {
        const value = fieldOf(line, name);
        const isSame = wildcard ? String(value).startsWith(text) : value === text;
        return isSame === (operator === "=");
      }),
    );
  }
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

import type { BridgeLine } from "../../../client/src/eu-vat-client.ts";
import { lineWord } from "../../../shared/imports/bridge/shown-lines.ts";
import type { ReturnIdentity } from "../period/return-identity.ts";
import type { Words } from "../session/console-context.ts";
import type { FigurePart, OpenedFigure } from "./opened-figure.ts";

/** Reasons whose rows are in no list. */
const UNLISTED: readonly string[] = ["already_recorded", "other"];

/** Returns what a line of a bridge opens; undefined for a line without rows and events. */
export function openedLine(
  line: BridgeLine,
  parts: readonly FigurePart[],
  { say, format }: Words,
): OpenedFigure | undefined {
  if (parts.length === 0) return undefined;
  const notes = [
    ...(line.codes.some((code) => UNLISTED.includes(code)) ? [say("bridge.unlisted")] : []),
    ...(line.more_links > 0 ? [say.many("bridge.moreImports", line.more_links)] : []),
  ];
  return {
    title: lineWord(line.code, say.language),
    figure: format.count(line.count),
    note: notes.join(" ") || undefined,
    parts,
  };
}

/** Returns the lists of the links of a line: rows of imports, and events of the return. */
export const partsOfLine = (
  line: BridgeLine,
  words: Words,
  identity?: ReturnIdentity,
): FigurePart[] =>
  line.links.flatMap((link): FigurePart[] => {
    const [path = "", text] = link.split("?");
    const { registration_id, ...query } = Object.fromEntries(new URLSearchParams(text));
    const [, id] = /^\/v1\/imports\/([^/]+)\/rows$/.exec(path) ?? [];
    if (id !== undefined) return [{ rows: { id, query }, ...partOfImport(line, id, words) }];
    if (!identity || !path.endsWith("/events")) return [];
    const part = partOfCode(line, query["warning"] ?? "", words);
    return [{ sourceEvents: { identity, query }, ...part }];
  });

const isAlone = ({ links, more_links }: BridgeLine) => links.length === 1 && more_links === 0;

/** Returns the whole line, or the name of one of its imports. */
const partOfImport = (line: BridgeLine, id: string, { say }: Words) =>
  isAlone(line)
    ? ({ shown: { measure: "count", value: line.count } } as const)
    : { heading: `${say("imports.one")} ${id.slice(0, 8)}` };

/** Returns the whole line, or its part of one exclusion code. */
function partOfCode(line: BridgeLine, warning: string, { say, format }: Words) {
  const { sign, count, amounts, parts } = line;
  if (isAlone(line)) {
    const own = sign === "minus" ? amounts : null;
    return { shown: { measure: "count", value: count, line: own } } as const;
  }
  const own = parts.filter(({ code }) => code === warning);
  const value = own.reduce((sum, part) => sum + part.count, 0);
  const heading = `${format.count(value)} · ${say.code(warning)}`;
  return { heading, shown: { measure: "count", value } } as const;
}

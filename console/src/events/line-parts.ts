import type { BridgeLine } from "../../../client/src/eu-vat-client.ts";
import { lineWord } from "../../../shared/imports/bridge/shown-lines.ts";
import type { ReturnIdentity } from "../period/return-identity.ts";
import type { Words } from "../session/console-context.ts";
import type { FigurePart, OpenedFigure, ShownFigure } from "./opened-figure.ts";

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
export function partsOfLine(
  line: BridgeLine,
  { say }: Words,
  identity?: ReturnIdentity,
): FigurePart[] {
  const isAlone = line.links.length === 1 && line.more_links === 0;
  const titled = (heading: string) => (isAlone ? {} : { heading });
  return line.links.flatMap((link): FigurePart[] => {
    const [path = "", query] = link.split("?");
    const { registration_id, ...asked } = Object.fromEntries(new URLSearchParams(query));
    const [, id] = /^\/v1\/imports\/([^/]+)\/rows$/.exec(path) ?? [];
    if (id !== undefined) {
      const part = {
        ...titled(`${say("imports.one")} ${id.slice(0, 8)}`),
        rows: { id, query: asked },
      };
      return [isAlone ? { ...part, shown: { measure: "count", value: line.count } } : part];
    }
    if (!identity || !path.endsWith("/events")) return [];
    const { warning = "" } = asked;
    const shown = shownIn(line, warning, isAlone);
    const sourceEvents = { identity, query: asked };
    return [{ ...titled(say.code(warning)), ...(shown ? { shown } : {}), sourceEvents }];
  });
}

/** Returns the count of a line, or its part of one code, with the amounts that are left out. */
function shownIn(
  { sign, count, amounts, parts }: BridgeLine,
  warning: string,
  isAlone: boolean,
): ShownFigure | undefined {
  if (isAlone) return { measure: "count", value: count, line: sign === "minus" ? amounts : null };
  const own = parts.filter(({ code }) => code === warning);
  const value = own.reduce((sum, part) => sum + part.count, 0);
  const [only, ...others] = own;
  if (!only) return undefined;
  return { measure: "count", value, line: others.length === 0 ? only.amounts : null };
}

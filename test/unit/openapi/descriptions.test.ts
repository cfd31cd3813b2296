import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { NOTES } from "../../../scripts/openapi/notes.ts";

/** First words of phrases that need the name of their field, or the field before, to mean anything. */
const FRAGMENT =
  /^(?:Of|As|With|Without|Null|What|Whether|Where|When|While|How|Why|Who|Whom|Whose|Which|Instead|In|Beside|Like|For|If|From|Those|These|This|That|It|Its|They|Their|At|By|On|To|Until|Since|Before|After|Not|So|And|Or|Needed|Yours|The (?:same|one|last one|others?))\b/;

const DEFAULT = / \(default: `.*`\)$/;

/** Returns true for a noun phrase or sentence of at least four words that begins with a capital letter. */
const standsAlone = (text: string): boolean =>
  /^[A-Z]/.test(text) && !FRAGMENT.test(text) && text.split(/\s+/).length >= 4;

type Text = { readonly at: string; readonly text: string };

/** Returns every description and summary below `value`; examples have texts of their own. */
function textsOf(value: unknown, at = ""): Text[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]): Text[] => {
    if (key === "example" || key === "examples") return [];
    const isText = (key === "description" || key === "summary") && typeof inner === "string";
    return isText ? [{ at, text: inner.replace(DEFAULT, "") }] : textsOf(inner, `${at}/${key}`);
  });
}

const texts = textsOf(JSON.parse(readFileSync("docs/openapi.json", "utf8")));

describe("a description of the API", () => {
  it("stands alone: it begins with its subject and has at least four words", () => {
    // Descriptions of errors are lists of codes with their meaning.
    const phrases = texts.filter(({ at }) => !/^\/components\/responses\/\w+$/.test(at));
    expect(phrases.length).toBeGreaterThan(3_000);
    expect(phrases.filter(({ text }) => !standsAlone(text))).toEqual([]);
  });

  it("stands alone in the note of an operation too, which may begin with the code it is about", () => {
    const notes = Object.entries(NOTES).filter(([, note]) => !note.startsWith("`"));
    expect(notes.filter(([, note]) => !standsAlone(note))).toEqual([]);
  });

  it.each([
    "Of the goods (Art. 63c(1)(b))",
    "As the caller gave it",
    "The figures",
    "`open`: draft",
  ])("is not a fragment such as «%s»", (fragment) => expect(standsAlone(fragment)).toBe(false));
});

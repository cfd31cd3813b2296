import { globSync, readFileSync } from "node:fs";
import { parseSync } from "vite";
import { describe, expect, it } from "vitest";
import { de } from "../../../console/src/texts/de.ts";
import { en } from "../../../console/src/texts/en.ts";
import { CHECK_CODES, WARNING_CODES } from "../../../shared/vat/schemes/warnings.ts";
import { sayIn } from "../../make/say.ts";

const files = globSync("console/src/**/*.{ts,tsx}").filter((file) => !file.includes("/texts/"));
const code = files.map((file) => readFileSync(file, "utf8")).join("\n");
const valuesIn = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();

describe("the texts", () => {
  it("have the same keys in both languages, in the same order", () => {
    expect(Object.keys(de)).toEqual(Object.keys(en));
  });

  it.for(Object.entries(en))("%s has the same values in both", ([key, text]) => {
    expect(text.trim()).not.toBe("");
    expect(valuesIn(de[key as keyof typeof en])).toEqual(valuesIn(text));
  });

  it("have one German word for one thing", () => {
    const others = /Regelsatz|Normalsatz|Korrektur|[Kk]orrigier|Verbrauchsmitgliedstaat/;
    expect(Object.entries(de).filter(([, text]) => others.test(text))).toEqual([]);
  });

  it("are all used, and by their own name or one with its last part put in", () => {
    const isUsed = (key: string) => {
      const stem = key.replace(/\.(?:one|other)$/, "");
      const before = stem.slice(0, stem.lastIndexOf(".") + 1);
      return code.includes(`"${stem}"`) || (before !== "" && code.includes(`\`${before}\${`));
    };
    const own = Object.keys(en).filter((key) => !key.startsWith("code."));
    expect(own.filter((key) => !isUsed(key))).toEqual([]);
  });

  it("know every code of what is left out and of what is found", () => {
    const codes = [...WARNING_CODES, ...CHECK_CODES];
    expect(codes.length).toBeGreaterThan(25);
    for (const language of ["en", "de"] as const) {
      const say = sayIn(language, language);
      expect(codes.filter((code) => say.code(code) === code)).toEqual([]);
    }
  });

  it("put values in, count as the language does, and show a code that nobody knows", () => {
    const say = sayIn("de", "de-DE");
    expect(say("threshold.title", { year: "2026" })).toBe(
      "Schwellenwert für Fernverkäufe 2026: 10.000 € (Art. 59c MwStSystRL)",
    );
    expect(say.many("events.shown", 1)).toBe("1 Umsatz.");
    expect(say.many("events.shown", 12_345)).toBe("12.345 Umsätze.");
    expect(say.code("no_such_code")).toBe("no_such_code");
  });
});

/** Attributes that a reader is told. */
const TOLD = ["title", "alt", "placeholder", "label", "aria-label", "aria-description"];

type Node = { readonly type?: unknown } & Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null;

/** Every node below one. */
function* below(node: Node): Generator<Node> {
  yield node;
  for (const value of Object.values(node)) {
    for (const one of Array.isArray(value) ? value : [value]) if (isNode(one)) yield* below(one);
  }
}

function literalText(node: Node): string {
  if (node.type === "JSXText") return String(node["value"]);
  if (node.type !== "JSXAttribute") return "";
  const [name, value] = [node["name"] as Node, node["value"] as Node | null];
  return TOLD.includes(String(name["name"])) && value?.type === "Literal"
    ? String(value["value"])
    : "";
}

const textsIn = (file: string, source: string) =>
  [...below(parseSync(file, source).program as unknown as Node)]
    .map(literalText)
    .filter((text) => /\p{L}/u.test(text));

it("no component holds a text of its own", () => {
  const components = files.filter((file) => file.endsWith(".tsx"));
  expect(components.length).toBeGreaterThan(15);
  for (const file of components) {
    expect(textsIn(file, readFileSync(file, "utf8")), file).toEqual([]);
  }
  expect(textsIn("a.tsx", 'const a = <p title="Oh">Literal {b}, text</p>;')).toEqual([
    "Oh",
    "Literal ",
    ", text",
  ]);
});

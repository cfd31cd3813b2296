import { dirname, join, normalize } from "node:path";
import { parseSync } from "vite";
import { textOf } from "./imports.ts";

/*
 * The error codes that the code behind a declaration mentions, found by following names: from a declaration to the
 * top-level declarations that it uses, also through imports, and so on.
 */
export type Node = { readonly type: string } & Readonly<Record<string, unknown>>;

type Module = {
  /** The syntax of each top-level declaration, by its name. */
  readonly declarations: ReadonlyMap<string, Node>;
  /** The module and the name behind each imported name. */
  readonly imports: ReadonlyMap<string, readonly [file: string, name: string]>;
};

const modules = new Map<string, Module>();

function moduleOf(file: string): Module {
  const known = modules.get(file);
  if (known) return known;
  const { program, module } = parseSync(file, textOf(file));
  const declarations = new Map<string, Node>();
  for (const statement of program.body as unknown as Node[]) {
    const declared = (statement["declaration"] ?? statement) as Node;
    for (const [name, node] of namesIn(declared)) declarations.set(name, node);
  }
  const imports = new Map(
    module.staticImports
      .filter(({ moduleRequest }) => moduleRequest.value.startsWith("."))
      .flatMap(({ moduleRequest, entries }) =>
        entries.map(({ importName, localName }) => [
          localName.value,
          [normalize(join(dirname(file), moduleRequest.value)), importName.name ?? "*"] as const,
        ]),
      ),
  );
  const made = { declarations, imports };
  modules.set(file, made);
  return made;
}

function namesIn(declared: Node): [string, Node][] {
  const nameOf = (id: unknown) => (id as { name?: string } | null)?.name;
  if (declared.type === "VariableDeclaration") {
    return (declared["declarations"] as Node[]).flatMap((node) => {
      const name = nameOf(node["id"]);
      return name ? [[name, node] as [string, Node]] : [];
    });
  }
  const name = nameOf(declared["id"]);
  return name && !declared.type.startsWith("TS") ? [[name, declared]] : [];
}

/** Types are no code: what they mention is not thrown. Nor are names of properties the names of declarations. */
function visit(node: unknown, onPart: (part: Node) => void): void {
  if (Array.isArray(node)) for (const one of node) visit(one, onPart);
  if (typeof node !== "object" || node === null || Array.isArray(node)) return;
  const { type, computed } = node as Node;
  if (type?.startsWith("TS") && !type.endsWith("Expression")) return;
  onPart(node as Node);
  const name = { MemberExpression: "property", Property: "key" }[type];
  for (const [part, child] of Object.entries(node)) {
    if (computed || part !== name) visit(child, onPart);
  }
}

type Use = readonly [file: string, name: string];

type Mentions = {
  /** The declarations that it uses directly. */
  readonly uses: readonly Use[];
  readonly texts: ReadonlySet<string>;
};

/** Returns the declarations that a declaration of a file uses directly; `onPart` is told every piece of its syntax. */
export function usedBy(node: Node, file: string, onPart: (part: Node) => void): Use[] {
  const { declarations, imports } = moduleOf(file);
  const names = new Set<string>();
  visit(node, (part) => {
    if (part.type === "Identifier") names.add(String(part["name"]));
    onPart(part);
  });
  return [...names].flatMap((name) => {
    const used =
      imports.get(name) ?? (declarations.has(name) ? ([file, name] as const) : undefined);
    return used ? [used] : [];
  });
}

/** Returns the syntax of a top-level declaration of the project. */
export const declarationAt = (file: string, name: string): Node | undefined =>
  file.endsWith(".ts") ? moduleOf(file).declarations.get(name) : undefined;

const mentions = new WeakMap<Node, Mentions>();

/** Returns the mentions of a declaration of a file, read once: hundreds of functions use the same ones. */
function mentionsIn(node: Node, file: string): Mentions {
  const known = mentions.get(node);
  if (known) return known;
  const texts = new Set<string>();
  const uses = usedBy(node, file, ({ type, value }) => {
    if (type === "Literal" && typeof value === "string") texts.add(value);
  });
  mentions.set(node, { uses, texts });
  return { uses, texts };
}

type Place = { readonly file: string; readonly name: string };

/** Every declaration that a declaration uses, directly or not, itself included. */
export function declarationsBehind(
  { file, name }: Place,
  isLeftOut: (file: string) => boolean = () => false,
  onText: (text: string, place: Place) => void = () => {},
): Place[] {
  const found: Place[] = [];
  const seen = new Set<string>();
  const waiting: (readonly [string, string])[] = [[file, name]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [from, one] = next;
    if (seen.has(`${from} ${one}`)) continue;
    seen.add(`${from} ${one}`);
    const node = isLeftOut(from) ? undefined : declarationAt(from, one);
    if (!node) continue;
    const place = { file: from, name: one };
    found.push(place);
    const { uses, texts } = mentionsIn(node, from);
    waiting.push(...uses);
    for (const text of texts) onText(text, place);
  }
  return found;
}

/** Every text of `texts` that the declaration, and all that it uses, mentions. */
export function textsBehind(
  file: string,
  name: string,
  texts: ReadonlySet<string>,
  isLeftOut: (file: string) => boolean,
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  declarationsBehind({ file, name }, isLeftOut, (text, place) => {
    if (texts.has(text) && !found.has(text)) found.set(text, `${place.file}: ${place.name}`);
  });
  return found;
}

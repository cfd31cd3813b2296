import { parseSync } from "vite";

type Node = { readonly type: string; readonly start: number; readonly end: number };

/** A replacement of the text between two positions. */
type Edit = { readonly at: number; readonly end: number; readonly text: string };

/** Descriptions and names of schemas are for the OpenAPI document alone. */
const DOCUMENTING = new Set(["describe", "meta"]);

/**
 * Rewrites a module of this project for the bundler. esbuild keeps unused top-level calls, because calls may have side
 * effects: an unused schema would be bundled and built at each cold start. Top-level constants of this project have no
 * side effects, so their values are marked as pure. Removes descriptions of schemas unless `keepsDescriptions` is set.
 */
export function leanModule(file: string, code: string, keepsDescriptions: boolean): string {
  const { program } = parseSync(file, code);
  const edits = [
    ...program.body.flatMap((statement) => pureInitializers(statement as Node)),
    ...(keepsDescriptions ? [] : descriptions(program as Node)),
    ...outputs(program as Node),
  ];
  return edits
    .sort((a, b) => b.at - a.at || b.end - a.end)
    .reduce((text, { at, end, text: own }) => text.slice(0, at) + own + text.slice(end), code);
}

function pureInitializers(statement: Node): Edit[] {
  const { declaration = statement } = statement as { declaration?: Node } & Node;
  if (declaration?.type !== "VariableDeclaration") return [];
  const { declarations } = declaration as unknown as { declarations: { init: Node | null }[] };
  return declarations.flatMap(({ init }) =>
    init && evaluates(init)
      ? [
          { at: init.start, end: init.start, text: "/* @__PURE__ */ (() => (" },
          { at: init.end, end: init.end, text: "))()" },
        ]
      : [],
  );
}

/** Kinds of expressions that esbuild treats as possible side effects. */
const EVALUATED = /^(?:CallExpression|NewExpression|MemberExpression|SpreadElement|TaggedTemplate)/;
const DELAYED = /^(?:Function|ArrowFunction|Class)/;

/** True if the expression does more than write down literals, outside of functions that it only defines. */
const evaluates = (node: Node): boolean =>
  EVALUATED.test(node.type) || (!DELAYED.test(node.type) && childrenOf(node).some(evaluates));

/** Removes `.describe(…)` and `.meta(…)` from the expressions on which they are called. */
function descriptions(node: Node): Edit[] {
  const inner = childrenOf(node).flatMap(descriptions);
  if (node.type !== "CallExpression") return inner;
  const { callee } = node as unknown as {
    callee: Node & { object: Node; property: { name?: string }; computed?: boolean };
  };
  const isDocumenting =
    callee.type === "MemberExpression" && DOCUMENTING.has(callee.property.name ?? "");
  if (!isDocumenting || callee.object.type === "MetaProperty") return inner;
  return [...descriptions(callee.object), { at: callee.object.end, end: node.end, text: "" }];
}

const ENDPOINT = /[eE]ndpoint(?:With)?$/;

/**
 * Removes the schemas of responses from the definitions of endpoints: they are for the OpenAPI document alone, and a
 * process would build them before its first response.
 */
function outputs(node: Node): Edit[] {
  const inner = childrenOf(node).flatMap(outputs);
  if (node.type !== "CallExpression") return inner;
  const { callee, arguments: given } = node as unknown as {
    callee: Node & { name?: string };
    arguments: (Node & { properties?: Property[] })[];
  };
  if (!ENDPOINT.test(callee.name ?? "")) return inner;
  const [own] = (given[0]?.properties ?? []).filter(({ key }) => key?.name === "output");
  return own ? [...inner, { at: own.start, end: own.end, text: "output: undefined" }] : inner;
}

type Property = Node & { readonly key?: { readonly name?: string } };

const childrenOf = (node: Node): Node[] =>
  Object.values(node as unknown as Record<string, Node | null>)
    .flat()
    .filter((value) => value !== null && typeof value?.type === "string") as Node[];

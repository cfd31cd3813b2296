import * as z from "zod";
import { STORED_FILES, STORED_KINDS } from "./stored-kinds.ts";

/**
 * The fields of each kind, by the kind's name; one that need not be there ends with `?`. A field in a list is
 * `items[].id`, one in a map `of{}.id`, one of a form `<status=open>.id`.
 */
export type StoredFields = Readonly<Record<string, readonly string[]>>;

type Node = {
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly required?: readonly string[];
  readonly items?: Node;
  readonly prefixItems?: readonly Node[];
  readonly additionalProperties?: Node | boolean;
  readonly anyOf?: readonly Node[];
  readonly oneOf?: readonly Node[];
  readonly allOf?: readonly Node[];
};

/** Returns the fields of an item that the schema reads. */
export function fieldsOf(schema: z.ZodType): string[] {
  const node = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  return [...new Set(pathsIn(node as Node, ""))].sort();
}

function pathsIn(node: Node, at: string): string[] {
  const forms = (node.anyOf ?? node.oneOf ?? []).filter(({ type }) => type !== "null");
  if (forms.length > 0) return [...ofForms(forms, at), ...pathsIn(withoutForms(node), at)];
  const fields = Object.entries(node.properties ?? {}).flatMap(([name, value]) => {
    const path = at === "" ? name : `${at}.${name}`;
    return [node.required?.includes(name) ? path : `${path}?`, ...pathsIn(value, path)];
  });
  const { items, prefixItems = [], additionalProperties: map, allOf = [] } = node;
  return [
    ...fields,
    ...(items ? pathsIn(items, `${at}[]`) : []),
    ...prefixItems.flatMap((value, n) => pathsIn(value, `${at}[${n}]`)),
    ...(typeof map === "object" ? pathsIn(map, `${at}{}`) : []),
    ...allOf.flatMap((part) => pathsIn(part, at)),
  ];
}

const withoutForms = ({ anyOf, oneOf, ...node }: Node): Node => node;

/** Forms that a field tells apart have fields of their own. Of others a field is required that each form requires. */
function ofForms(forms: readonly Node[], at: string): string[] {
  const names = Object.keys(forms[0]?.properties ?? {});
  const name = names.find((one) => forms.length > 1 && forms.every((form) => labels(form, one)));
  if (name !== undefined) {
    return forms.flatMap((form) =>
      (labels(form, name) ?? []).flatMap((label) => pathsIn(form, `${at}<${name}=${label}>`)),
    );
  }
  const [first = [], ...others] = forms.map((form) => pathsIn(form, at));
  const ofAll = first.filter((path) => others.every((paths) => paths.includes(path)));
  const optional = (path: string) => (path.endsWith("?") ? path : `${path}?`);
  const rest = [first, ...others].flat().filter((path) => !ofAll.includes(path));
  return [...ofAll, ...rest.map(optional)];
}

function labels({ properties = {} }: Node, name: string): readonly unknown[] | undefined {
  const value = properties[name];
  return value?.const === undefined ? value?.enum : [value.const];
}

/** The fields of this version. */
export const storedFields = (): StoredFields =>
  Object.fromEntries(
    Object.entries({ ...STORED_KINDS, ...STORED_FILES }).map(([kind, reading]) => [
      kind,
      reading === "no schema" ? [] : fieldsOf(reading),
    ]),
  );

/** Returns what a field is in: an object, an element of a list or map, or a form. */
const containerOf = (field: string): string => field.slice(0, Math.max(0, field.lastIndexOf(".")));

/**
 * Returns the fields that `now` requires, and that items of the released version need not have. What the release did not
 * have at all, a kind, a form or an optional object, may require what it likes.
 */
export function newlyRequired(released: StoredFields, now: StoredFields): string[] {
  return Object.entries(now).flatMap(([kind, fields]) => {
    const known = released[kind] ?? [];
    const containers = new Set(known.map(containerOf));
    return fields
      .filter((field) => !field.endsWith("?") && !known.includes(field))
      .filter((field) => containers.has(containerOf(field)))
      .map((field) => `${kind}: ${field}`);
  });
}

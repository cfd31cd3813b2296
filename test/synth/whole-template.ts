import { NestedStack, type Stack } from "aws-cdk-lib";
import { Template } from "aws-cdk-lib/assertions";

type Json = Readonly<Record<string, unknown>>;
type Content = {
  readonly Resources: Readonly<Record<string, { readonly Properties?: Json }>>;
  readonly Outputs?: Readonly<Record<string, { readonly Value: unknown }>>;
};
type Part = { readonly id: string; readonly content: Content };

/** The nested stacks of a stack. */
export const partsOf = (stack: Stack): NestedStack[] =>
  stack.node.children.filter((child): child is NestedStack => NestedStack.isNestedStack(child));

/**
 * Merges the template of a stack with those of its nested stacks. Parameters and outputs of a nested stack are replaced
 * by their values, so that tests need not know in which nested stack a function is.
 */
export function wholeTemplate(stack: Stack): Template {
  const own = Template.fromStack(stack).toJSON() as Content;
  const parts = partsOf(stack).map((part): Part => {
    const id = stack.resolve(part.nestedStackResource?.logicalId) as string;
    const content = Template.fromStack(part).toJSON() as Content;
    const parameters = parametersOf(own, id);
    const given = replaced(content, (one) => {
      const { Ref } = one as { Ref?: string };
      return Ref !== undefined && Ref in parameters ? parameters[Ref] : one;
    });
    return { id, content: given as Content };
  });
  if (parts.length === 0) return Template.fromJSON(own);
  const resources = Object.entries(own.Resources).filter(
    ([id]) => !parts.some((part) => part.id === id),
  );
  const outer = Object.fromEntries(resources);
  const inner = parts.flatMap(({ content }) => Object.entries(content.Resources));
  const twice = inner.filter(([id]) => id in outer);
  if (twice.length > 0) throw new Error(`two resources have the name ${twice[0]?.[0]}`);
  return Template.fromJSON({
    ...own,
    Resources: { ...(withoutParts(outer, parts) as object), ...Object.fromEntries(inner) },
  });
}

const parametersOf = ({ Resources }: Content, id: string): Json =>
  (Resources[id]?.Properties?.["Parameters"] ?? {}) as Json;

/** Replaces outputs of parts by their values, and a dependency on a part by one on each resource of the part. */
const withoutParts = (value: unknown, parts: readonly Part[]) =>
  replaced(value, (one) => {
    const { DependsOn, "Fn::GetAtt": attribute } = one as Reference;
    if (attribute !== undefined) return outputOf(attribute, parts) ?? one;
    if (DependsOn === undefined) return one;
    const all = [DependsOn].flat().flatMap((id) => {
      const part = parts.find((other) => other.id === id);
      return part ? Object.keys(part.content.Resources) : [id];
    });
    return { ...(one as object), DependsOn: all };
  });

type Reference = {
  readonly DependsOn?: string | string[];
  readonly "Fn::GetAtt"?: readonly [id: string, attribute: string];
};

const outputOf = ([id, attribute]: readonly [string, string], parts: readonly Part[]): unknown =>
  parts.find((part) => part.id === id)?.content.Outputs?.[attribute.replace("Outputs.", "")]?.Value;

function replaced(value: unknown, change: (one: object) => unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => replaced(one, change));
  if (typeof value !== "object" || value === null) return value;
  const inner = Object.entries(value).map(([key, one]) => [key, replaced(one, change)]);
  return change(Object.fromEntries(inner));
}

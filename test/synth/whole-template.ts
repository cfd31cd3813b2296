import { NestedStack, type Stack } from "aws-cdk-lib";
import { Template } from "aws-cdk-lib/assertions";

type Json = Readonly<Record<string, unknown>>;
type Content = {
  readonly Resources: Readonly<Record<string, { readonly Properties?: Json }>>;
  readonly Outputs?: Readonly<Record<string, { readonly Value: unknown }>>;
};

/** The nested stacks of a stack. */
export const partsOf = (stack: Stack): NestedStack[] =>
  stack.node.children.filter((child): child is NestedStack => NestedStack.isNestedStack(child));

/**
 * A stack and its nested stacks as one template, in which a parameter of a part is what it stands for:
 * what is asked about a function does not depend on the part that it is in.
 */
export function wholeTemplate(stack: Stack): Template {
  const own = Template.fromStack(stack).toJSON() as Content;
  const parts = partsOf(stack).map((part) => ({
    id: stack.resolve(part.nestedStackResource?.logicalId) as string,
    content: Template.fromStack(part).toJSON() as Content,
  }));
  if (parts.length === 0) return Template.fromJSON(own);
  const resources = Object.entries(own.Resources).filter(
    ([id]) => !parts.some((part) => part.id === id),
  );
  const outer = Object.fromEntries(resources);
  const inner = parts.flatMap(({ id, content }) =>
    Object.entries(standingFor(content.Resources, parametersOf(own, id)) as object),
  );
  const twice = inner.filter(([id]) => id in outer);
  if (twice.length > 0) throw new Error(`two resources have the name ${twice[0]?.[0]}`);
  return Template.fromJSON({
    ...own,
    Resources: { ...(waitingForAll(outer, parts) as object), ...Object.fromEntries(inner) },
  });
}

const parametersOf = ({ Resources }: Content, id: string): Json =>
  (Resources[id]?.Properties?.["Parameters"] ?? {}) as Json;

/** The same with each reference to a parameter replaced. */
const standingFor = (value: unknown, parameters: Json): unknown =>
  replaced(value, (one) => {
    const { Ref } = one as { Ref?: string };
    return Ref !== undefined && Ref in parameters ? parameters[Ref] : one;
  });

/** Who waits for a part waits for all that is in it. */
const waitingForAll = (value: unknown, parts: readonly { id: string; content: Content }[]) =>
  replaced(value, (one) => {
    const { DependsOn } = one as { DependsOn?: string | string[] };
    if (DependsOn === undefined) return one;
    const all = [DependsOn].flat().flatMap((id) => {
      const part = parts.find((other) => other.id === id);
      return part ? Object.keys(part.content.Resources) : [id];
    });
    return { ...(one as object), DependsOn: all };
  });

function replaced(value: unknown, change: (one: object) => unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => replaced(one, change));
  if (typeof value !== "object" || value === null) return value;
  const inner = Object.entries(value).map(([key, one]) => [key, replaced(one, change)]);
  return change(Object.fromEntries(inner));
}

import type { Template } from "aws-cdk-lib/assertions";

type Json = Readonly<Record<string, unknown>>;
type Stack = { readonly name: string; readonly template: Template };

/** What a template points to: resources of its own, and exports and outputs of other stacks. */
type References = {
  readonly own: readonly string[];
  readonly imports: readonly string[];
  readonly outputs: readonly { readonly stack: string; readonly output: string }[];
};

function referencesIn(value: unknown): References {
  const found = pairsIn(value);
  const of = (name: string) => found.filter(([key]) => key === name).map(([, inner]) => inner);
  return {
    own: [...of("Ref"), ...of("Fn::GetAtt").map(firstOf), ...of("DependsOn").flat()].map(String),
    imports: of("Fn::ImportValue").map(String),
    outputs: of("Fn::GetStackOutput").map((inner) => {
      const { StackName, OutputName } = inner as { StackName: string; OutputName: string };
      return { stack: StackName, output: OutputName };
    }),
  };
}

const firstOf = (list: unknown): unknown => (Array.isArray(list) ? list[0] : list);

/** Every key with its value, at every depth. */
function pairsIn(value: unknown): [key: string, value: unknown][] {
  if (typeof value !== "object" || value === null) return [];
  const own = Array.isArray(value) ? [] : Object.entries(value);
  return [...own, ...Object.values(value).flatMap(pairsIn)];
}

/** Everything that stacks, deployed in this order into an empty account, would not find. */
export function danglingReferences(stacks: readonly Stack[]): string[] {
  const exported = new Set<string>();
  const published = new Set<string>();
  return stacks.flatMap(({ name, template }) => {
    const json = template.toJSON() as { Resources: Json; Outputs?: Json; Parameters?: Json };
    const known = new Set(Object.keys({ ...json.Resources, ...json.Parameters }));
    const { own, imports, outputs } = referencesIn(json);
    const missing = [
      ...own.filter((id) => !id.startsWith("AWS::") && !known.has(id)),
      ...imports.filter((id) => !exported.has(id)),
      ...outputs.filter((o) => !published.has(`${o.stack} ${o.output}`)).map((o) => o.output),
    ];
    for (const [id, output] of Object.entries(json.Outputs ?? {})) {
      published.add(`${name} ${id}`);
      const { Export } = output as { Export?: { Name: string } };
      if (Export) exported.add(Export.Name);
    }
    return missing.map((id) => `${name}: ${id}`);
  });
}

/** The resources of a template that wait for each other in a circle, if any do. */
export function circle(template: Template): string[] {
  const resources: Json = template.toJSON()["Resources"];
  const waiting = new Map(
    Object.entries(resources).map(([id, resource]) => [
      id,
      new Set(referencesIn(resource).own.filter((other) => other in resources)),
    ]),
  );
  for (let ready = free(waiting); ready.length > 0; ready = free(waiting)) {
    for (const id of ready) waiting.delete(id);
    for (const others of waiting.values()) for (const id of ready) others.delete(id);
  }
  return [...waiting.keys()];
}

const free = (waiting: ReadonlyMap<string, ReadonlySet<string>>): string[] =>
  [...waiting].filter(([, others]) => others.size === 0).map(([id]) => id);

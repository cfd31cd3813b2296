import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export type TemplateFunction = {
  readonly description: string;
  /** The environment: texts as they are; references as the local stack has them, or under an address that answers. */
  readonly environment: Readonly<Record<string, string>>;
};

type Template = {
  readonly Resources: Readonly<
    Record<string, { readonly Type: string; readonly Properties?: Properties }>
  >;
};
type Properties = {
  readonly Description?: string;
  readonly Environment?: { readonly Variables?: Readonly<Record<string, unknown>> };
};

/** Reads all functions of a folder of templates; `answers` is the address of what has no local server. */
export function functionsIn(folder: string, answers: string): readonly TemplateFunction[] {
  const files = readdirSync(folder).filter((name) => name.endsWith("template.json"));
  return files.flatMap((file) => {
    const { Resources } = JSON.parse(readFileSync(join(folder, file), "utf8")) as Template;
    return Object.values(Resources).flatMap(({ Type, Properties = {} }) =>
      Type === "AWS::Lambda::Function"
        ? [
            {
              description: Properties.Description ?? "",
              environment: environmentOf(Properties.Environment?.Variables ?? {}, answers),
            },
          ]
        : [],
    );
  });
}

const environmentOf = (
  variables: Readonly<Record<string, unknown>>,
  answers: string,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [
      name,
      typeof value === "string" ? value : (process.env[name] ?? `${answers}/${name}`),
    ]),
  );

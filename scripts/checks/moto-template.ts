/** The resource types that moto supports; other types are left out, and reported. */
const EMULATED = new Set([
  "AWS::CloudFormation::Stack",
  "AWS::CloudWatch::Dashboard",
  "AWS::DynamoDB::Table",
  "AWS::Events::EventBus",
  "AWS::IAM::Policy",
  "AWS::IAM::Role",
  "AWS::Lambda::EventSourceMapping",
  "AWS::Lambda::Function",
  "AWS::Lambda::Permission",
  "AWS::Logs::LogGroup",
  "AWS::S3::Bucket",
  "AWS::SNS::Topic",
  "AWS::SQS::Queue",
]);

type Resource = {
  readonly Type: string;
  readonly Properties?: Record<string, unknown>;
  readonly Metadata?: Record<string, unknown>;
  readonly DependsOn?: string | readonly string[];
  readonly Condition?: string;
  readonly DeletionPolicy?: string;
};

export type Template = {
  readonly Resources: Record<string, Resource>;
  readonly Parameters?: Record<string, { readonly Type: string }>;
  readonly Outputs?: Record<string, unknown>;
  readonly Conditions?: Record<string, unknown>;
};

type Made = { readonly template: Template; readonly leftOut: readonly string[] };

/**
 * Converts a template for moto. A global table with one region becomes a table, functions have no code, and nested
 * templates are at `urlOf`. Unsupported types are left out, with the references to them.
 */
export function forMoto(template: Template, urlOf: (file: string) => string): Made {
  const known = Object.entries(template.Resources).map(
    ([id, resource]) => [id, emulated(resource, urlOf)] as const,
  );
  const made = new Set(known.flatMap(([id, { Type }]) => (EMULATED.has(Type) ? [id] : [])));
  const included = known.filter(([id, resource]) => made.has(id) && mayUse(made, resource));
  const ids = new Set(included.map(([id]) => id));
  const parameters = Object.entries(template.Parameters ?? {}).filter(
    ([, { Type }]) => !Type.startsWith("AWS::SSM"),
  );
  for (const [id] of parameters) ids.add(id);
  return {
    template: {
      Parameters: Object.fromEntries(parameters),
      ...(template.Conditions ? { Conditions: template.Conditions } : {}),
      Resources: Object.fromEntries(
        included.map(([id, one]) => [id, within(ids, withOrder(ids, one))]),
      ),
      Outputs: within(ids, template.Outputs ?? {}),
    },
    leftOut: known.flatMap(([id, { Type }]) => (ids.has(id) ? [] : [Type])),
  };
}

/** True if the permission refers to an existing function. */
const mayUse = (made: ReadonlySet<string>, { Type, Properties = {} }: Resource): boolean =>
  Type !== "AWS::Lambda::Permission" || made.has(referredBy(Properties["FunctionName"]) ?? "");

function emulated(resource: Resource, urlOf: (file: string) => string): Resource {
  const { Type, Properties = {}, Metadata = {} } = resource;
  switch (Type) {
    case "AWS::DynamoDB::GlobalTable":
      return { ...resource, Type: "AWS::DynamoDB::Table", Properties: tableOf(Properties) };
    case "AWS::Lambda::Function":
      return {
        ...resource,
        Properties: { ...Properties, Code: { ZipFile: "export const handler = () => {};" } },
      };
    case "AWS::CloudFormation::Stack":
      return {
        ...resource,
        Properties: { ...Properties, TemplateURL: urlOf(String(Metadata["aws:asset:path"])) },
      };
    default:
      return resource;
  }
}

/** Properties that a table and a global table share. */
const TABLE = [
  "TableName",
  "AttributeDefinitions",
  "KeySchema",
  "BillingMode",
  "StreamSpecification",
  "TimeToLiveSpecification",
];

const tableOf = (properties: Record<string, unknown>): Record<string, unknown> => ({
  ...Object.fromEntries(
    TABLE.flatMap((name) => (name in properties ? [[name, properties[name]]] : [])),
  ),
  GlobalSecondaryIndexes: ((properties["GlobalSecondaryIndexes"] ?? []) as Resource[]).map(
    ({ IndexName, KeySchema, Projection }: Record<string, unknown>) => ({
      IndexName,
      KeySchema,
      Projection,
    }),
  ),
});

/** Keeps only dependencies on existing resources. */
const withOrder = (
  ids: ReadonlySet<string>,
  { DependsOn = [], ...resource }: Resource,
): Resource => ({
  ...resource,
  DependsOn: [DependsOn].flat().filter((id) => ids.has(id)),
});

/** Replaces references to missing resources by ARNs, which policies require. */
function within<T>(ids: ReadonlySet<string>, value: T): T {
  const text = JSON.stringify(value, (_, part: unknown) => {
    const id = referredBy(part);
    return id === undefined || ids.has(id) || id.startsWith("AWS::")
      ? part
      : `arn:aws:none:::${id}`;
  });
  return JSON.parse(text) as T;
}

function referredBy(part: unknown): string | undefined {
  if (typeof part !== "object" || part === null || Object.keys(part).length !== 1) return undefined;
  const { Ref, "Fn::GetAtt": got } = part as { Ref?: string; "Fn::GetAtt"?: string[] | string };
  return Ref ?? (Array.isArray(got) ? got[0] : got?.split(".")[0]);
}

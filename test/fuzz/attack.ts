import type { Target } from "./operations.ts";

/** One bad request, as it goes over the wire. */
export type Attack = {
  /** What it does, to be told when it gets through. */
  readonly name: string;
  readonly operationId: string;
  readonly method: string;
  /** Path and query, escaped or not: sent as it is. */
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: Buffer;
};

/** Attacks of one kind on one field; each is made when its turn comes, for some are large. */
export type Group = readonly (() => Attack)[];

/** What the attacked account has, so that requests get past the first check. */
export type World = {
  readonly key: string;
  readonly otherKeys: readonly string[];
  /** Instead of `key`, where an operation asks for one of another kind. */
  readonly keys: Readonly<Record<string, string>>;
  /** Access tokens, where an operation takes the session of a person alone. */
  readonly sessions: Readonly<Record<string, string>>;
  /** Values of path parameters, by operation. */
  readonly ids: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Bodies that are no JSON, by operation. */
  readonly messages: Readonly<Record<string, Buffer>>;
};

export const JSON_BODY = ["Content-Type", "application/json"] as const;

/** The request of the document's examples, which would be taken, with what an attack changes. */
export function requestTo(world: World, target: Target, changes: Partial<Attack> = {}): Attack {
  const [body] = target.bodies;
  const message = world.messages[target.operationId];
  return {
    name: target.operationId,
    operationId: target.operationId,
    method: target.method,
    url: `${pathOf(world, target)}${queryOf(world, target)}`,
    headers: [credentials(world, target), ...(body === undefined ? [] : [JSON_BODY])],
    ...(body === undefined ? {} : { body: Buffer.from(JSON.stringify(body)) }),
    ...(message && { body: message }),
    ...changes,
  };
}

/** The header of a key, or of a session where no key is taken. */
function credentials(world: World, target: Target): readonly [name: string, value: string] {
  const session = world.sessions[target.operationId];
  return session ? ["Authorization", `Bearer ${session}`] : ["X-API-Key", keyFor(world, target)];
}

const keyFor = ({ key, keys }: World, { operationId }: Target): string => keys[operationId] ?? key;

/** The path with the ids of things that are there, but for one segment. */
export const pathOf = (
  world: World,
  { path, operationId, parameters }: Target,
  name?: string,
  segment = "",
): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => {
    if (parameter === name) return segment;
    const example = parameters.find((one) => one.name === parameter)?.example;
    return encodeURIComponent(world.ids[operationId]?.[parameter] ?? String(example ?? "x"));
  });

/** The parameters that the endpoint cannot do without, but for one. */
export function queryOf(world: World, target: Target, name?: string, value = ""): string {
  const { operationId, parameters } = target;
  const known = world.ids[operationId] ?? {};
  const pairs = parameters
    .filter(
      (parameter) => parameter.in === "query" && (parameter.required || parameter.name === name),
    )
    .map(
      (parameter) =>
        `${parameter.name}=${parameter.name === name ? value : String(known[parameter.name] ?? parameter.example ?? "")}`,
    );
  return pairs.length > 0 ? `?${pairs.join("&")}` : "";
}

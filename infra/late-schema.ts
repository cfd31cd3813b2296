/**
 * Builds a schema, or an object of schemas, at its first use. Bundles contain this function: most requests use few of
 * the schemas of a function, and a process would build them all before its first response.
 */
export function lateSchema<T extends object>(build: () => T): T {
  let built: T | undefined;
  const schema = (): T => {
    built ??= build();
    return built;
  };
  return new Proxy({} as T, {
    // Without the receiver: the members of a schema bind themselves to it.
    get: (_, name) => Reflect.get(schema(), name),
    has: (_, name) => Reflect.has(schema(), name),
    ownKeys: () => Reflect.ownKeys(schema()),
    getOwnPropertyDescriptor: (_, name) => Reflect.getOwnPropertyDescriptor(schema(), name),
  });
}

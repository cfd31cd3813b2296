type Count = { calls: number; read: number; write: number };

/** By what a call is about: of the table the kind of items and the command, of files the command. */
export type CallCounts = ReadonlyMap<string, Count>;

/** The units of the table. */
export function unitsOf(counts: CallCounts): { readonly read: number; readonly write: number } {
  const all = [...counts.values()];
  const sum = (units: "read" | "write") => all.reduce((total, one) => total + one[units], 0);
  return { read: sum("read"), write: sum("write") };
}

/** How often something was asked for. */
export const callsOf = (counts: CallCounts, name: string): number => counts.get(name)?.calls ?? 0;

/**
 * Counts what the stores of this process ask for from now on, with the units that the table tells.
 * @returns what was asked for since the last look
 */
export async function countsOf(): Promise<() => CallCounts> {
  const { dynamo } = await import("../../shared/platform/dynamodb/client.ts");
  const { s3 } = await import("../../shared/platform/s3/client.ts");
  const counts = new Map<string, Count>();
  const note = (name: string, units: number, isWrite: boolean) => {
    const count = counts.get(name) ?? { calls: 0, read: 0, write: 0 };
    count.calls += 1;
    count[isWrite ? "write" : "read"] += units;
    counts.set(name, count);
  };
  dynamo.middlewareStack.add(
    (next, { commandName = "" }) =>
      async (args) => {
        Object.assign(args.input, { ReturnConsumedCapacity: "TOTAL" });
        const result = await next(args);
        const name = `${kindOf(args.input)} ${commandName.replace("Command", "")}`;
        note(name, consumedIn(result.output), /Write|Put|Update|Delete/.test(commandName));
        return result;
      },
    { step: "initialize", name: "counts" },
  );
  s3.middlewareStack.add(
    (next, { commandName = "" }) =>
      async (args) => {
        note(`file ${commandName.replace("Command", "")}`, 0, false);
        return next(args);
      },
    { step: "initialize", name: "counts" },
  );
  return () => {
    const taken = new Map(counts);
    counts.clear();
    return taken;
  };
}

/** The kind of the first item that a call names: how its partition begins. */
const kindOf = (input: unknown): string =>
  /"([A-Z][A-Z_]+)#/.exec(JSON.stringify(input))?.[1] ?? "other";

function consumedIn(output: unknown): number {
  const { ConsumedCapacity } = output as { ConsumedCapacity?: unknown };
  return [ConsumedCapacity].flat().reduce<number>((total, one) => {
    return total + ((one as { CapacityUnits?: number } | undefined)?.CapacityUnits ?? 0);
  }, 0);
}

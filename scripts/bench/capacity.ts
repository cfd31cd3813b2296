import type { dynamo as client } from "../../shared/platform/dynamodb/client.ts";

/** Capacity units the table counted since the last look. */
export type Meter = { readonly take: () => { read: number; write: number } };

const isWrite = (command = ""): boolean => /Write|Put|Update/.test(command);

/** Lets every call of the stores say what it consumed. */
export function meterOf(dynamo: typeof client): Meter {
  const sum = { read: 0, write: 0 };
  dynamo.middlewareStack.add(
    (next, context) => async (args) => {
      Object.assign(args.input, { ReturnConsumedCapacity: "TOTAL" });
      const result = await next(args);
      const { ConsumedCapacity } = result.output as { ConsumedCapacity?: unknown };
      const units = [ConsumedCapacity].flat().reduce<number>((total, one) => {
        return total + ((one as { CapacityUnits?: number } | undefined)?.CapacityUnits ?? 0);
      }, 0);
      sum[isWrite(context.commandName) ? "write" : "read"] += units;
      return result;
    },
    { step: "initialize", name: "meter" },
  );
  return {
    take: () => {
      const taken = { ...sum };
      Object.assign(sum, { read: 0, write: 0 });
      return taken;
    },
  };
}

import { AsyncLocalStorage } from "node:async_hooks";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { dynamo, TABLE_CALLS } from "../../../shared/platform/dynamodb/client.ts";

type Command = Parameters<typeof dynamo.send>[0];

/** Records the commands that `work` sends to the table, and none of what else runs in this process. */
export const recordCommands = async (work: () => Promise<unknown>): Promise<Command[]> =>
  (await recordWaves(work)).flat();

/** Records commands as `recordCommands`, in lists: the commands of a list began before any of that list had ended. */
export async function recordWaves(work: () => Promise<unknown>): Promise<Command[][]> {
  const waves: Command[][] = [];
  let hasEnded = true;
  const send = dynamo.send.bind(dynamo) as (command: Command) => Promise<never>;
  const working = new AsyncLocalStorage<true>();
  const recording = (command: Command) => {
    if (!working.getStore()) return send(command);
    if (hasEnded) waves.push([]);
    hasEnded = false;
    waves.at(-1)?.push(command);
    return send(command).finally(() => {
      hasEnded = true;
    });
  };
  Object.assign(dynamo, { send: recording });
  await working.run(true, work).finally(() => Reflect.deleteProperty(dynamo, "send"));
  return waves;
}

/**
 * Sends commands as a program without this service would: through lib-dynamodb, straight to the engine.
 * @returns a function that sends a copy of a command with the given input
 */
export function engineCaller(endpoint: string) {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({ ...TABLE_CALLS, endpoint }));
  return (command: Command, input: object = command.input): Promise<unknown> => {
    const Made = command.constructor as new (input: object) => Command;
    return client.send(new Made(input));
  };
}

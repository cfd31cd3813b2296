import { AsyncLocalStorage } from "node:async_hooks";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { dynamo, TABLE_CALLS } from "../../../shared/platform/dynamodb/client.ts";

type Command = Parameters<typeof dynamo.send>[0];

/** Records the commands that `work` sends to the table, and none of what else runs in this process. */
export async function recordCommands(work: () => Promise<unknown>): Promise<Command[]> {
  const commands: Command[] = [];
  const send = dynamo.send.bind(dynamo) as (command: Command) => Promise<never>;
  const working = new AsyncLocalStorage<true>();
  const recording = (command: Command) => {
    if (working.getStore()) commands.push(command);
    return send(command);
  };
  Object.assign(dynamo, { send: recording });
  await working.run(true, work).finally(() => Reflect.deleteProperty(dynamo, "send"));
  return commands;
}

/** Calls of the table: how many, and in how many turns, because later ones wait for the responses of earlier ones. */
type Turns = { readonly turns: number; readonly calls: number };

/**
 * Counts the calls that `work` sends to the table, and their turns. Holds each call until the work waits for its calls
 * alone, and sends the held ones together, so that the count depends on no clock.
 */
export async function countTurns(work: () => Promise<unknown>): Promise<Turns> {
  const send = dynamo.send.bind(dynamo) as (command: Command) => Promise<unknown>;
  let held: (() => Promise<() => void>)[] = [];
  let [turns, calls] = [0, 0];
  const release = async () => {
    const turn = held;
    held = [];
    turns += 1;
    calls += turn.length;
    const answers = await Promise.all(turn.map((call) => call()));
    for (const answer of answers) answer();
  };
  const holding = (command: Command) =>
    new Promise((resolve, reject) => {
      if (held.length === 0) setImmediate(release);
      held.push(() =>
        send(command).then(
          (answer) => () => resolve(answer),
          (error) => () => reject(error),
        ),
      );
    });
  Object.assign(dynamo, { send: holding });
  await work().finally(() => Reflect.deleteProperty(dynamo, "send"));
  return { turns, calls };
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

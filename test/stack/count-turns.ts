import { dynamo } from "../../shared/platform/dynamodb/client.ts";

type Command = Parameters<typeof dynamo.send>[0];

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
      // A call of the next round of the event loop has waited for no answer either.
      if (held.length === 0) setImmediate(() => setImmediate(release));
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

import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import * as library from "@aws-sdk/lib-dynamodb";
import { dynamo, TABLE_CALLS } from "../../shared/platform/dynamodb/client.ts";

/** A call of the table: the name of the SDK's command, and what was sent with it, as plain values. */
type TableCall = { readonly name: string; readonly input: object };

/** The calls that `work` makes. */
export async function callsOf(work: () => Promise<unknown>): Promise<TableCall[]> {
  const calls: TableCall[] = [];
  dynamo.middlewareStack.add(
    (next, { commandName = "" }) =>
      (args) => {
        calls.push({ name: commandName, input: structuredClone(args.input) });
        return next(args);
      },
    { step: "initialize", name: "recorder", priority: "high" },
  );
  await work();
  dynamo.middlewareStack.remove("recorder");
  return calls;
}

type Command = Parameters<typeof dynamo.send>[0];

/** How somebody without this service would call the table: the SDK as it comes, with its document client. */
export function sdkByHand(): (call: TableCall) => Promise<unknown> {
  const client = library.DynamoDBDocumentClient.from(new DynamoDBClient(TABLE_CALLS));
  return ({ name, input }) => client.send(commandOf(name, input));
}

/** `GetItemCommand` is `GetCommand` in the document client, `TransactWriteItemsCommand` `TransactWriteCommand`. */
function commandOf(name: string, input: object): Command {
  const commands = library as unknown as Record<string, new (input: object) => Command>;
  const Made = commands[name.replace(/Items?Command$/, "Command")];
  if (!Made) throw new Error(`the document client has no ${name}`);
  return new Made(input);
}

import { readFile } from "node:fs/promises";
import type { CalculationRequest } from "../generated.ts";
import { argumentsOf, type Command, objectIn, UsageError } from "./command.ts";

/** Calculates a price and stores nothing. */
export const calculate: Command = {
  usage: "calculate <request as JSON, or a file with it>",
  run: async (args, { client, say, signal }) => {
    const [given] = argumentsOf(args, {}).positionals;
    if (given === undefined) throw new UsageError("name one request");
    const text = given.trimStart().startsWith("{") ? given : await textOf(given);
    // The service judges the fields, and names each fault.
    const request = objectIn(text, "the request") as unknown as CalculationRequest;
    const quote = await client.calculateVat({ body: { ...request, store: false } }, { signal });
    say(JSON.stringify(quote, null, 2));
    return 0;
  },
};

const textOf = (file: string): Promise<string> =>
  readFile(file, "utf8").catch(() => {
    throw new UsageError(`there is no file ${file}`);
  });

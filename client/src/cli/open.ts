import { spawn } from "node:child_process";
import { argumentsOf, type Command } from "./command.ts";

/** The program that opens an address in the browser. */
const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};

/** Opens a page of the console, and says its address, for machines without a browser. */
export const open: Command = {
  usage: "open [overview|returns|imports|review|settings]",
  run: async (args, { baseUrl, say }) => {
    const [page] = argumentsOf(args, {}).positionals;
    const url = `${baseUrl}/console${page ? `#${encodeURIComponent(page)}` : ""}`;
    say(url);
    const [program, ...before] = OPENERS[process.platform] ?? ["xdg-open"];
    const opener = spawn(program, [...before, url], { detached: true, stdio: "ignore" });
    opener.on("error", () => {});
    opener.unref();
    return 0;
  },
};

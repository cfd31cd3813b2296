import { spawn } from "node:child_process";
import { argumentsOf, type Command, UsageError } from "./command.ts";

/** The pages of an account. For a name that it does not have, the console shows the overview. */
export const PAGES: readonly string[] = [
  "overview",
  "period",
  "filing",
  "imports",
  "review",
  "records",
  "connections",
  "movements",
  "vat-numbers",
  "notifications",
  "webhooks",
  "settings",
];

/** A page and its parts, such as a scheme with its period or the id of an import. */
const ADDRESS = /^[a-z-]+(?:\/[\w-]+)*$/;

/** The program that opens an address in the browser. */
const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};

/** Opens a page of the console, and says its address, for machines without a browser. */
export const open: Command = {
  usage: `open [${PAGES.join("|")}]`,
  run: async (args, { baseUrl, say }) => {
    const [page] = argumentsOf(args, {}).positionals;
    if (page !== undefined && !isPage(page)) {
      throw new UsageError(`there is no page ${page}: name one of ${PAGES.join(", ")}`);
    }
    const url = `${baseUrl}/console${page === undefined ? "" : `#/${page}`}`;
    say(url);
    const [program, ...before] = OPENERS[process.platform] ?? ["xdg-open"];
    const opener = spawn(program, [...before, url], { detached: true, stdio: "ignore" });
    opener.on("error", () => {});
    opener.unref();
    return 0;
  },
};

const isPage = (page: string): boolean =>
  ADDRESS.test(page) && PAGES.includes(page.split("/")[0] ?? "");

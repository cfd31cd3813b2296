import { parseArgs } from "node:util";

export type Settings = {
  readonly url: string;
  readonly key: string | undefined;
  readonly sessionFile: string | undefined;
  readonly account: string | undefined;
  readonly allowWrites: boolean;
};

export const USAGE = `usage: eu-vat-mcp [--allow-writes]
Serves MCP on stdin and stdout. Settings are variables of the environment:
  EU_VAT_URL           address of the service, such as https://vat.example
  EU_VAT_KEY           an API key; a read-only key is enough to read
  EU_VAT_SESSION_FILE  in place of a key: a file with {"refresh_token": "…"} of a person
  EU_VAT_ACCOUNT       with a session: the account of tools that name none
--allow-writes lists four tools that write after a person has confirmed.`;

/**
 * Reads the settings of this process.
 * @throws Error with the reason, for a person
 */
export function settingsOf(args: readonly string[], env: NodeJS.ProcessEnv): Settings {
  const options = { "allow-writes": { type: "boolean", default: false } } as const;
  const { values } = parseArgs({ args: [...args], options });
  const { EU_VAT_URL: url, EU_VAT_KEY: key, EU_VAT_SESSION_FILE: sessionFile } = env;
  if (!url || !URL.canParse(url)) throw new Error("EU_VAT_URL must be the address of the service");
  if (!isSafe(new URL(url))) throw new Error("EU_VAT_URL must begin with https://");
  if (Boolean(key) === Boolean(sessionFile)) {
    throw new Error("set either EU_VAT_KEY or EU_VAT_SESSION_FILE");
  }
  return {
    url,
    key: key || undefined,
    sessionFile: sessionFile || undefined,
    account: env["EU_VAT_ACCOUNT"] || undefined,
    allowWrites: values["allow-writes"],
  };
}

/** True for https, and for http on this machine: the credential must not cross a network in the clear. */
const isSafe = ({ protocol, hostname }: URL): boolean =>
  protocol === "https:" || ["localhost", "127.0.0.1", "[::1]"].includes(hostname);

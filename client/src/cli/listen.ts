import type { VatClient } from "../create-client.ts";
import type { Webhook, WebhookDelivery } from "../generated.ts";
import { signedHeaders } from "../verify-webhook.ts";
import { argumentsOf, type Command, type Terminal, UsageError } from "./command.ts";

type EventType = Webhook["events"][number];

/** True for each type, so that one that the service adds fails the types of this file. */
const TYPES: Readonly<Record<EventType, true>> = {
  "connection.failing": true,
  "import.completed": true,
  "late_change.recorded": true,
  "period.filed": true,
  "period.locked": true,
  "rates.changed": true,
  "recount.completed": true,
  "return.due_soon": true,
  "return.overdue": true,
  "return.unpaid": true,
  "threshold.crossed": true,
};

/**
 * Posts the messages of the account to an address of this machine, signed as the service signs them, until it is asked to
 * end. The webhook that it adds for that goes with it, or a day later by itself.
 */
export const listen: Command = {
  usage: "listen --to <http://127.0.0.1:port/path> [--events <type,type>]",
  run: async (args, terminal) => {
    const options = { to: { type: "string" }, events: { type: "string" } } as const;
    const { to, events } = argumentsOf(args, options, 0).values;
    if (!to || !isSafe(to)) {
      throw new UsageError(
        "--to must be an address of this machine, such as http://127.0.0.1:4242/webhooks, or begin with https://",
      );
    }
    const { client, say } = terminal;
    const body = { delivery: "poll", events: typesIn(events), description: "vat listen" } as const;
    const { id, secret } = await client.createWebhook({ body });
    say(`secret: ${secret}`);
    try {
      await forward({ id, secret, to }, terminal);
    } finally {
      await client.deleteWebhook({ path: { id } });
    }
    return 0;
  },
};

/** The names of this machine, as URLs have them: 127.1 is 127.0.0.1 there. */
const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/** True for https, and for http on this machine: the figures of an account must not cross a network in the clear. */
export function isSafe(to: string): boolean {
  if (!URL.canParse(to)) return false;
  const { protocol, hostname } = new URL(to);
  return protocol === "https:" || (protocol === "http:" && LOOPBACK.test(hostname));
}

function typesIn(text: string | undefined): EventType[] {
  const all = Object.keys(TYPES) as EventType[];
  if (text === undefined) return all;
  const named = text.split(",").filter(Boolean);
  const unknown = named.filter((name) => !(name in TYPES));
  if (named.length > 0 && unknown.length === 0) return named as EventType[];
  throw new UsageError(`--events must be of ${all.join(", ")}, not ${unknown.join(", ")}`);
}

type Forwarding = { readonly id: string; readonly secret: string; readonly to: string };

/** Forwards each message once, in the order in which they come. */
async function forward({ id, secret, to }: Forwarding, { client, say, signal }: Terminal) {
  const seen = new Set<string>();
  while (!signal.aborted) {
    for (const message of await arrived(client, id, seen, signal)) {
      seen.add(message.id);
      say(`${message.type} ${message.id}: ${await posted(message, secret, to)}`);
    }
  }
}

/**
 * Returns messages that have not been seen. Ids sort by the time of the event, and a message may be made a little later
 * than one that happened after it: messages of the last minutes are looked for again before it waits for new ones.
 */
async function arrived(
  client: VatClient,
  id: string,
  seen: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<WebhookDelivery[]> {
  const known = [...seen].sort();
  const after = async (start: string, wait: number) => {
    const query = { after: start, wait, limit: 200 };
    try {
      const { items } = await client.listWebhookDeliveries({ path: { id }, query }, { signal });
      return items.filter((message) => !seen.has(message.id));
    } catch (error) {
      if (signal.aborted) return [];
      throw error;
    }
  };
  const late = await after(known.at(-MOST_LATE) ?? "first", 0);
  return late.length > 0 ? late : after(known.at(-1) ?? "first", LONGEST_WAIT);
}

/** Number of messages before the last one among which a late one may come: more than an account sends in minutes. */
const MOST_LATE = 100;

/** The longest time in seconds that the service waits for a message. */
const LONGEST_WAIT = 20;

/** Posts a message, signed as the service signs; returns what became of it, in words. A redirect is not followed, as there. */
async function posted({ id, payload }: WebhookDelivery, secret: string, to: string) {
  const headers = await signedHeaders(id, payload, secret, new Date());
  try {
    const { status } = await fetch(to, {
      method: "POST",
      headers,
      body: payload,
      redirect: "manual",
    });
    return String(status);
  } catch (error) {
    const { cause } = error as { cause?: unknown };
    return `no answer: ${String(cause ?? error)}`;
  }
}

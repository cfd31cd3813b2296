import { seeded } from "../ledgers.ts";
import { type Request, SHARES, shop } from "./shop.ts";

export type Traffic = {
  /** Milliseconds that the requests of each kind took, those that failed included. */
  readonly taken: ReadonlyMap<string, number[]>;
  /** What was not answered with 200, once each. */
  readonly errors: readonly string[];
};

export type Caller = { readonly url: string; readonly keys: readonly string[] };

/** Sends mixed requests for `seconds`, from two callers for each key, one after the other each. */
export async function sendTraffic({ url, keys }: Caller, seconds: number): Promise<Traffic> {
  const end = performance.now() + seconds * 1_000;
  const taken = new Map<string, number[]>();
  const errors: string[] = [];
  const call = async (key: string, kind: string, request: Request) => {
    const start = performance.now();
    const error = await errorOf(url, key, request);
    const times = taken.get(kind) ?? [];
    taken.set(kind, times);
    times.push(performance.now() - start);
    if (error) errors.push(`${kind}: ${error}`);
  };
  const callers = keys.flatMap((key, n) => {
    const dice = seeded(n + 1);
    const kinds = Object.entries(shop(dice));
    const caller = async () => {
      while (performance.now() < end) {
        const [kind, next] = kinds[drawn(dice)] as (typeof kinds)[number];
        await call(key, kind, next());
      }
    };
    return [caller(), caller()];
  });
  await Promise.all(callers);
  return { taken, errors };
}

/** The place of one of the shares, by its size. */
function drawn(dice: () => number): number {
  let left = dice() * SHARES.reduce((sum, share) => sum + share, 0);
  return SHARES.findIndex((share) => {
    left -= share;
    return left < 0;
  });
}

async function errorOf(
  url: string,
  key: string,
  { path, body }: Request,
): Promise<string | undefined> {
  try {
    const response = await fetch(`${url}${path}`, {
      method: body ? "POST" : "GET",
      headers: { "X-API-Key": key, "Content-Type": "application/json" },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    return response.status === 200 ? undefined : `${response.status} ${text}`;
  } catch (error) {
    return String(error);
  }
}

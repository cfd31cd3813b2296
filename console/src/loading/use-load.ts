import { useCallback, useEffect, useState } from "preact/hooks";
import { AuthenticationError } from "../../../client/src/eu-vat-client.ts";
import { useSession } from "../session/console-context.ts";

export type Loading<T> = { readonly again: () => void } & (
  | { readonly state: "loading" }
  | { readonly state: "failed"; readonly failure: unknown }
  | { readonly state: "ready"; readonly value: T }
);

/**
 * Loads a value, and reloads it when `key` changes or `again` is called. Drops outdated responses. A rejected API key
 * ends the session.
 */
export function useLoad<T>(key: string, load: (signal: AbortSignal) => Promise<T>): Loading<T> {
  const { keyRefused } = useSession();
  const [round, setRound] = useState(0);
  const again = useCallback(() => setRound((round) => round + 1), []);
  const asked = `${key} ${round}`;
  const [cached, setCached] = useState<Cached<T>>();
  useEffect(() => {
    const control = new AbortController();
    const finish = (loading: Loading<T>) => {
      if (!control.signal.aborted) setCached({ key, asked, loading });
    };
    load(control.signal).then(
      (value) => finish({ state: "ready", value, again }),
      (failure: unknown) => {
        if (failure instanceof AuthenticationError) keyRefused();
        finish({ state: "failed", failure, again });
      },
    );
    return () => control.abort();
  }, [asked]);
  // During a reload the page shows the previous value.
  const isShown =
    cached?.asked === asked || (cached?.key === key && cached.loading.state === "ready");
  return cached && isShown ? cached.loading : { state: "loading", again };
}

type Cached<T> = { readonly key: string; readonly asked: string; readonly loading: Loading<T> };

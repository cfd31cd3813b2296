import { createContext } from "preact";
import { useContext, useEffect, useMemo } from "preact/hooks";
import type { DueReturn } from "../../../client/src/eu-vat-client.ts";
import type { Loading } from "../loading/use-load.ts";
import type { OverviewFacts } from "./load-overview.ts";

/** The overview of the account, which the navigation counts from. */
export const OverviewContext = createContext<Loading<OverviewFacts>>({
  state: "loading",
  again: () => undefined,
});

export const useOverview = (): Loading<OverviewFacts> => useContext(OverviewContext);

/** Returns a function that loads the overview again, after an action that may have changed it. */
export function useOverviewAgain(): () => void {
  const overview = useOverview();
  return overview.state === "loading" ? () => undefined : overview.again;
}

/** The returns of the overview; undefined where they are not known. */
export type KnownReturns = readonly DueReturn[] | undefined;

/** Returns the returns of the overview, once its first load has ended. */
export function useKnownReturns(): Promise<KnownReturns> {
  const overview = useOverview();
  const first = useMemo(() => Promise.withResolvers<KnownReturns>(), []);
  const returns = overview.state === "ready" ? overview.value.returns : undefined;
  useEffect(() => {
    if (overview.state !== "loading") first.resolve(returns);
  }, [overview.state]);
  return returns ? Promise.resolve(returns) : first.promise;
}

import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Loading } from "../loading/use-load.ts";
import type { OverviewFacts } from "./load-overview.ts";

/** The overview of the account, which the navigation counts from. */
export const OverviewContext = createContext<Loading<OverviewFacts>>({ state: "loading" });

export const useOverview = (): Loading<OverviewFacts> => useContext(OverviewContext);

/** Returns a function that loads the overview again, after an action that may have changed it. */
export function useOverviewAgain(): () => void {
  const overview = useOverview();
  return overview.state === "loading" ? () => undefined : overview.again;
}

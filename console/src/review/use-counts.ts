import { useEffect, useMemo } from "preact/hooks";
import { useLoad } from "../loading/use-load.ts";
import { useOverview } from "../overview/overview-context.ts";
import { useSession } from "../session/console-context.ts";
import { largerCounts, loadFindings, openCounts, type ReviewCounts } from "./load-counts.ts";

/**
 * Returns the number of events by kind once it is known; the page does not wait for it.
 * @param isListed true once the list is there, which the counts would slow down.
 * @param decisions number of decisions so far: the findings are counted again after each, as the overview is.
 */
export function useCounts(isListed: boolean, decisions: number): ReviewCounts | undefined {
  const { client, account } = useSession();
  const overview = useOverview();
  const facts = isListed && overview.state === "ready" ? overview.value : undefined;
  const findings = useLoad(`review counts ${account} ${facts?.overview.as_of}`, async (signal) =>
    facts ? loadFindings(client, facts.returns, signal) : undefined,
  );
  useEffect(() => {
    if (decisions > 0) findings.again();
  }, [decisions]);
  const counted = findings.state === "ready" ? findings.value : undefined;
  return useMemo(
    () => counted && facts && largerCounts(openCounts(facts.returns), counted),
    [counted, facts],
  );
}

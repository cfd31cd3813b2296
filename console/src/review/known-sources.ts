import { useLoad } from "../loading/use-load.ts";
import { useSession } from "../session/console-context.ts";

/** A shop or channel of events, by its tag and its name. */
type KnownSource = { readonly source: string; readonly name: string };

/** Returns the sources that have a name, and those of imports; empty until they are there. */
export function useKnownSources(): readonly KnownSource[] {
  const { client, account } = useSession();
  const known = useLoad(`sources ${account}`, async (signal) => {
    const [named, imports] = await Promise.all([
      client.listSources({}, { signal }),
      client.listImports({}, { signal }),
    ]);
    return withoutRepeats([
      ...named.items.map((sourceProfile) => ({
        source: sourceProfile.source_key,
        name: sourceProfile.display_name,
      })),
      ...imports.items.map(({ source_id }) => ({ source: source_id, name: source_id })),
    ]);
  });
  return known.state === "ready" ? known.value : [];
}

/** Keeps the first of each tag. */
const withoutRepeats = (sources: readonly KnownSource[]): KnownSource[] =>
  sources.filter(
    ({ source }, at) => sources.findIndex((knownSource) => knownSource.source === source) === at,
  );

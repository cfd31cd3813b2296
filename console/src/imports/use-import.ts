import type { ImportReport } from "../../../client/src/eu-vat-client.ts";
import type { Loading } from "../loading/use-load.ts";
import { usePolled } from "../loading/use-polled.ts";
import { useSession } from "../session/console-context.ts";
import { isAtWork } from "./import-action-rules.ts";

/** Loads an import, and polls it while the service processes it. */
export function useImport(id: string): Loading<ImportReport> {
  const { client } = useSession();
  return usePolled(
    `import ${id}`,
    (signal) => client.getImport({ path: { id } }, { signal }),
    isAtWork,
  );
}

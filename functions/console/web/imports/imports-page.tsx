import "./imports.css";
import { useReader, useSession } from "../session/console-context.ts";
import { ImportList } from "./import-list.tsx";
import { ImportPage } from "./import-page.tsx";
import { NewImportCard } from "./new-import-card.tsx";

/** Displays a form for a new import and the list of imports, or one import. */
export function ImportsPage({ id }: { readonly id: string | undefined }) {
  const { say } = useReader();
  const { mayWrite } = useSession();
  if (id) return <ImportPage id={id} />;
  return (
    <>
      <h1>{say("nav.imports")}</h1>
      <p>{say("imports.lead")}</p>
      <div class="stack">
        {mayWrite && <NewImportCard />}
        <ImportList />
      </div>
    </>
  );
}

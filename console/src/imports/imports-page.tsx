import "./imports.css";
import { EnterSale } from "../entries/enter-sale.tsx";
import { Card } from "../parts/card.tsx";
import { PageTitle } from "../parts/page-title.tsx";
import { useReader, useSession } from "../session/console-context.ts";
import { addressOf } from "../shell/page.ts";
import { AskCard } from "./ask-card.tsx";
import { ImportList } from "./import-list.tsx";
import { ImportPage } from "./import-page.tsx";
import { NewImport } from "./new-import.tsx";

/** Displays a form for a new import and the list of imports, or one import. */
export function ImportsPage({ id }: { readonly id: string | undefined }) {
  const { say } = useReader();
  const { may } = useSession();
  if (id) return <ImportPage id={id} />;
  return (
    <>
      <PageTitle lead={say("imports.lead")} actions={<EnterSale />}>
        {say("nav.imports")}
      </PageTitle>
      <div class="stack">
        {may("createImport") && (
          <Card title={say("imports.new")}>
            <NewImport />
          </Card>
        )}
        <ImportList />
        <AskCard />
        <p>
          <a href={addressOf({ name: "movements" })}>{say("movements.toList")}</a>
        </p>
      </div>
    </>
  );
}

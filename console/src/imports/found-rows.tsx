import type { Import } from "../../../client/src/eu-vat-client.ts";
import { openLink } from "../downloads/save.ts";
import { ActionButton } from "../loading/action-button.tsx";
import { Card } from "../parts/card.tsx";
import { useReader, useSession } from "../session/console-context.ts";
import { FindingGroupRows } from "./finding-group.tsx";
import { findingGroups, needsHelp } from "./finding-groups.ts";

type FoundRowsProps = {
  readonly of: Import;
  /** Called once an event was entered for a row. */
  readonly onChanged: () => void;
};

/** Lists the rows with findings, grouped by reason, and saves all of them as a file. */
export function FoundRows({ of, onChanged }: FoundRowsProps) {
  const { say } = useReader();
  const shared = { of, onChanged };
  const groups = findingGroups(of);
  const helping = groups.filter(needsHelp);
  const others = groups.filter((group) => !needsHelp(group));
  return (
    <Card title={say("found.title")} aside={groups.length > 0 && <SaveFindings id={of.id} />}>
      {groups.length === 0 && <p class="muted">{say("found.none")}</p>}
      {helping.map((group, at) => (
        <FindingGroupRows key={group.reason} {...shared} group={group} isOpenAtFirst={at === 0} />
      ))}
      {others.length > 0 && <h3>{say("found.others")}</h3>}
      {others.map((group) => (
        <FindingGroupRows key={group.reason} {...shared} group={group} isOpenAtFirst={false} />
      ))}
    </Card>
  );
}

function SaveFindings({ id }: { readonly id: string }) {
  const { say } = useReader();
  const { client } = useSession();
  async function save() {
    const query = { redirect: "false" } as const;
    openLink((await client.downloadFindings({ path: { id }, query })).location);
  }
  return <ActionButton act={save}>{say("found.save")}</ActionButton>;
}

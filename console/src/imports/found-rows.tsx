import type { Import } from "../../../client/src/eu-vat-client.ts";
import { openLink } from "../downloads/save.ts";
import { ActionButton } from "../loading/action-button.tsx";
import { Card } from "../parts/card.tsx";
import { Notice } from "../parts/notice.tsx";
import { useReader, useSession } from "../session/console-context.ts";
import { addressOf } from "../shell/page.ts";
import { FindingGroupRows } from "./finding-group.tsx";
import { checkIn, type FindingGroup, findingGroups, needsHelp } from "./finding-groups.ts";

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
  const warned = groups.filter(({ reason }) => checkIn(reason));
  const others = groups.filter((group) => !needsHelp(group) && !checkIn(group.reason));
  return (
    <Card title={say("found.title")} aside={groups.length > 0 && <SaveFindings id={of.id} />}>
      {groups.length === 0 && <p class="muted">{say("found.none")}</p>}
      {helping.map((group, at) => (
        <FindingGroupRows key={group.reason} {...shared} group={group} isOpenAtFirst={at === 0} />
      ))}
      {warned.length > 0 && <Warned of={of} groups={warned} />}
      {warned.map((group) => (
        <FindingGroupRows key={group.reason} {...shared} group={group} isOpenAtFirst={false} />
      ))}
      {others.length > 0 && <h3>{say("found.others")}</h3>}
      {others.map((group) => (
        <FindingGroupRows key={group.reason} {...shared} group={group} isOpenAtFirst={false} />
      ))}
    </Card>
  );
}

type WarnedProps = { readonly of: Import; readonly groups: readonly FindingGroup[] };

/** Says how many warnings the ledger gave to rows that it took. Review lists their events once they are booked. */
function Warned({ of, groups }: WarnedProps) {
  const { say } = useReader();
  const count = groups.reduce((sum, group) => sum + group.count, 0);
  const [first] = groups;
  return (
    <Notice level="warn">
      {say.many("found.warned", count)}{" "}
      {of.status === "completed" && first && (
        <a href={addressOf({ name: "review", kind: checkIn(first.reason) })}>
          {say("imports.review")}
        </a>
      )}
    </Notice>
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

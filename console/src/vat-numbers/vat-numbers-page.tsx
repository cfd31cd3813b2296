import { useState } from "preact/hooks";
import type { VatNumberCheck } from "../../../client/src/eu-vat-client.ts";
import { fullPage } from "../paging/full-page.ts";
import { Paged } from "../paging/paged.tsx";
import { usePages } from "../paging/use-pages.ts";
import { Badge } from "../parts/badge.tsx";
import { Card } from "../parts/card.tsx";
import { Choice } from "../parts/choice.tsx";
import { type Column, DataTable } from "../parts/data-table.tsx";
import { Field } from "../parts/field.tsx";
import type { Level } from "../parts/level.ts";
import { NeedsRole } from "../parts/needs-role.tsx";
import { PageTitle } from "../parts/page-title.tsx";
import { useReader, useSession } from "../session/console-context.ts";
import type { Say } from "../texts/say.ts";
import { CheckForm } from "./check-form.tsx";

/** Checks VAT numbers of customers in VIES, and lists the checks with their evidence. */
export function VatNumbersPage() {
  const { say } = useReader();
  const { may } = useSession();
  const [status, setStatus] = useState<Status>();
  const [round, setRound] = useState(0);
  return (
    <>
      <PageTitle lead={say("vies.lead")}>{say("nav.vat-numbers")}</PageTitle>
      <div class="stack">
        <NeedsRole operation="checkVatNumber" />
        {may("checkVatNumber") && <CheckForm onChecked={() => setRound((round) => round + 1)} />}
        <Card title={say("checks.title")}>
          <Field label={say("due.state")} width="narrow">
            <Choice
              none={say("vies.every")}
              options={STATUSES.map((known) => [known, say(`vies.${known}`)])}
              onChoose={setStatus}
            />
          </Field>
          <Checks key={`${status} ${round}`} status={status} />
        </Card>
      </div>
    </>
  );
}

type Status = VatNumberCheck["status"];

const LEVELS: Readonly<Record<Status, Level>> = {
  valid: "good",
  invalid: "bad",
  pending: "info",
  unanswered: "warn",
};

const STATUSES = Object.keys(LEVELS) as readonly Status[];

function Checks({ status }: { readonly status: Status | undefined }) {
  const { say } = useReader();
  const { client } = useSession();
  const query = status ? { status } : {};
  const checks = usePages(`checks ${status}`, ({ cursor }, signal) =>
    fullPage(
      (paging) => client.listVatNumberChecks({ query: { ...query, ...paging } }, { signal }),
      cursor,
    ),
  );
  const columns = useColumns();
  return (
    <Paged name={say("checks.title")} of={checks}>
      {({ items }) => (
        <DataTable
          caption={say("checks.title")}
          columns={columns}
          rows={items}
          keyOf={({ id }) => id}
          empty={say("vies.none")}
        />
      )}
    </Paged>
  );
}

/** Returns the text of a reason of VIES, which names some limits by two codes. */
const reasonIn = (reason: string, say: Say): string =>
  say.known(`vies.${reason.replace(/_TIME$/, "")}`) ?? reason;

function useColumns(): Column<VatNumberCheck>[] {
  const { say, format } = useReader();
  return [
    {
      head: say("vies.number"),
      cell: (vatNumberCheck) => <bdi>{vatNumberCheck.vat_number_masked}</bdi>,
    },
    {
      head: say("due.state"),
      cell: ({ status }) => <Badge level={LEVELS[status]}>{say(`vies.short.${status}`)}</Badge>,
    },
    { head: say("vies.asked"), cell: ({ asked_at }) => format.instant(asked_at) },
    {
      head: say("vies.answered"),
      cell: ({ answered_at }) => (answered_at ? format.instant(answered_at) : ""),
    },
    {
      head: say("vies.consultation"),
      cell: ({ consultation_number: number }) => number && <bdi class="mark">{number}</bdi>,
    },
    {
      head: say("clients.reference"),
      cell: ({ requester_vat_number_masked: number }) => number && <bdi>{number}</bdi>,
    },
    {
      head: say("vies.reason"),
      cell: ({ reason, attempts }) =>
        reason ? say.many("vies.attempts", attempts, { reason: reasonIn(reason, say) }) : "",
    },
    { head: say("vies.id"), cell: ({ id }) => <bdi class="mark">{id}</bdi> },
  ];
}

import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { commitSupplyEventsRow } from "../../shared/api/rows-apart.ts";
import { commitApart } from "../../shared/flows/commit-apart.ts";
import { commitEvents } from "../../shared/flows/commit-events.ts";
import { bodyApart, CommitAnswer, CommitQuery } from "../../shared/ledger/apart-schema.ts";
import { submittedEvents } from "../../shared/ledger/commit.ts";
import { eventIdAt } from "../../shared/ledger/event-id-at.ts";
import { futureDateFaults } from "../../shared/ledger/event-rules.ts";
import { itemsRead } from "../../shared/ledger/items-apart.ts";
import { CommitRequest } from "../../shared/ledger/schema.ts";

export const handler = accountEndpoint({
  route: commitSupplyEventsRow,
  query: CommitQuery,
  body: CommitRequest,
  bodyFaults: futureDateFaults,
  bodyApart,
  eventIdAt,
  sourceTag: true,
  output: CommitAnswer,
  run: async ({ query, body, account, sourceTag, now, today }) => {
    const dry_run = query.dry_run === "true";
    if (query.on_error === "skip") {
      return commitApart(account, itemsRead(body, today, sourceTag), now, dry_run);
    }
    const placeOf = (at: number, field: string) => ({
      field: "events" in body ? `events.${at}.${field}` : field,
    });
    const events = submittedEvents(body, sourceTag);
    return { items: await commitEvents(account, events, now, { dry_run, placeOf }) };
  },
});

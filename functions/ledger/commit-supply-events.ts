import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { commitSupplyEventsRow } from "../../shared/api/rows-apart.ts";
import { commitEvents } from "../../shared/flows/commit-events.ts";
import { submittedEvents } from "../../shared/ledger/commit.ts";
import { futureDateFaults } from "../../shared/ledger/event-rules.ts";
import { CommitRequest, CommitResponse } from "../../shared/ledger/schema.ts";

export const handler = accountEndpoint({
  route: commitSupplyEventsRow,
  body: CommitRequest,
  bodyFaults: futureDateFaults,
  sourceTag: true,
  output: CommitResponse,
  run: async ({ body, account, sourceTag, now }) => ({
    items: await commitEvents(account, submittedEvents(body, sourceTag), now),
  }),
});

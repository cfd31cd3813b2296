import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { routes } from "../../shared/api/routes.ts";
import { loadProfile } from "../../shared/store/account-profiles.ts";
import { fingerprintOf } from "../../shared/store/fingerprint.ts";
import { commitEvents } from "../../shared/store/ledger.ts";
import { committedItems, submittedEvents } from "../../shared/supplies/commit.ts";
import { futureDateFaults } from "../../shared/supplies/event-rules.ts";
import { newRecord } from "../../shared/supplies/record.ts";
import { CommitRequest, CommitResponse } from "../../shared/supplies/schema.ts";

export const handler = accountEndpoint({
  route: routes.commitSupplyEvents,
  body: CommitRequest,
  bodyFaults: futureDateFaults,
  sourceTag: true,
  output: CommitResponse,
  run: async ({ body, account, sourceTag, now }) => {
    const profile = await loadProfile(account);
    const commit_id = crypto.randomUUID();
    const records = submittedEvents(body, sourceTag).map((event) =>
      newRecord(event, {
        profile,
        commit_id,
        committed_at: now.toISOString(),
        fingerprint: fingerprintOf(event),
      }),
    );
    const stored = await commitEvents(account, records);
    return { items: committedItems(stored, commit_id) };
  },
});

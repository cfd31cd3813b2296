import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { routes } from "../../shared/api/routes.ts";
import { artifactsOf } from "../../shared/exports/artifacts.ts";
import { loadSettledUnionReport } from "../../shared/flows/union-report.ts";
import { LockedPeriodDetail } from "../../shared/locks/schema.ts";
import { shownWithExports } from "../../shared/locks/shown.ts";
import { lockDraft } from "../../shared/locks/snapshot.ts";
import { refuseLock } from "../../shared/locks/state.ts";
import { unionPreview } from "../../shared/returns/preview.ts";
import { PERIOD_FAULTS, PeriodQuery } from "../../shared/returns/schema.ts";
import { storeArtifacts } from "../../shared/store/artifacts.ts";
import { contentSha256, saveLock } from "../../shared/store/lock-chain.ts";
import { loadLock } from "../../shared/store/locked-periods.ts";

export const handler = accountEndpoint({
  route: routes.lockPeriod,
  query: PeriodQuery,
  faultCodes: PERIOD_FAULTS,
  output: LockedPeriodDetail,
  status: 201,
  run: async ({ query: { period: quarter }, account, keyId, now, today }) => {
    refuseLock(await loadLock(account, quarter.key), quarter, today);
    const report = await loadSettledUnionReport(account, quarter);
    const preview = unionPreview(report);
    const locked_at = now.toISOString();
    const artifacts = artifactsOf(preview, quarter, locked_at);
    const draft = lockDraft({
      preview,
      quarter,
      rates: report.rates,
      // The files before the snapshot that names them: a crash in between leaves nothing half locked.
      exports: await storeArtifacts(account, quarter, artifacts, now),
      content_sha256: contentSha256(preview),
      lock_id: crypto.randomUUID(),
      locked_at,
      locked_by: keyId,
    });
    return shownWithExports(await saveLock(account, draft));
  },
});

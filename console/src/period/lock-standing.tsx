import { Notice } from "../parts/notice.tsx";
import { useReader } from "../session/console-context.ts";
import { addressOf } from "../shell/page.ts";
import { FiledOn } from "./filed-on.tsx";
import type { Lock } from "./load-period.ts";
import type { ReturnIdentity } from "./return-identity.ts";

type LockStatusProps = { readonly lock: Lock; readonly identity: ReturnIdentity };

/** Displays the instants of lock and filing, the change since, and the returns that declare it. */
export function LockStatus({ lock, identity }: LockStatusProps) {
  const { say, format } = useReader();
  const { filed, changed_since_lock: change } = lock;
  return (
    <>
      <p>{say("standing.locked", { instant: format.instant(lock.locked_at) })}</p>
      {lock.submitted_on && (
        <p>{say("standing.submitted", { day: format.day(lock.submitted_on) })}</p>
      )}
      {filed && (
        <p>
          <FiledOn filed={filed} />
        </p>
      )}
      {change?.changed !== false && (
        <Notice level="warn">
          <ChangeSince lock={lock} /> <DeclaredIn lock={lock} identity={identity} />
        </Notice>
      )}
    </>
  );
}

function ChangeSince({ lock }: Pick<LockStatusProps, "lock">) {
  const { say, format } = useReader();
  const { changed_since_lock: change, return_currency } = lock;
  if (!change) return <>{say("standing.notCompared")}</>;
  const vat = change.totals.payable_vat_minor;
  if (vat === 0) return <>{say("standing.samePayable")}</>;
  return <>{say("standing.changed", { amount: format.change(vat, return_currency) })}</>;
}

function DeclaredIn({ lock: { declared_in: periods }, identity: { scheme } }: LockStatusProps) {
  const { say, format } = useReader();
  if (!periods) return <>{say("standing.nothingToDeclare")}</>;
  if (periods.length === 0) return <>{say("standing.declaredNowhere")}</>;
  return (
    <>
      {say("standing.declaredIn")}{" "}
      {periods.map((period, n) => (
        <span key={period}>
          {n > 0 && ", "}
          <a href={addressOf({ name: "period", scheme, period })}>{format.period(period)}</a>
        </span>
      ))}
    </>
  );
}

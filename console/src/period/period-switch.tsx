import { useId } from "preact/hooks";
import { dayOf } from "../../../shared/core/calendar/dates.ts";
import { Choice } from "../parts/choice.tsx";
import { Notice } from "../parts/notice.tsx";
import { useReader } from "../session/console-context.ts";
import { addressOf, type ReturnPage, SCHEMES, schemeName } from "../shell/page.ts";
import { kindOf, periodsOf } from "./period-choice.ts";
import type { ReturnIdentity } from "./return-identity.ts";

type UnknownPeriodProps = { readonly asked: string | undefined; readonly shown: string };

/** Says that another period is shown than the address asks for, which is none of the scheme's. */
export function UnknownPeriod({ asked, shown }: UnknownPeriodProps) {
  const { say, format } = useReader();
  if (asked === undefined || asked === shown) return null;
  return (
    <Notice level="warn">{say("period.unknown", { asked, shown: format.period(shown) })}</Notice>
  );
}

/** Displays the choice of scheme and period. */
export function PeriodSwitch({
  scheme,
  period,
  page,
}: ReturnIdentity & { readonly page: ReturnPage }) {
  const { say, format } = useReader();
  const id = useId();
  const periods = periodsOf(scheme, dayOf(new Date()));
  const at = periods.findIndex(({ key }) => key === period);
  const [later, earlier] = [periods[at - 1], periods[at + 1]];
  const addressFor = (key: string) => addressOf({ name: page, scheme, period: key });
  return (
    <div class="switch">
      <nav aria-label={say("period.schemes")}>
        <ul>
          {SCHEMES.map((schemeSlug) => (
            <li key={schemeSlug}>
              <a
                href={addressOf({
                  name: page,
                  scheme: schemeSlug,
                  period: kindOf(schemeSlug) === kindOf(scheme) ? period : undefined,
                })}
                aria-current={schemeSlug === scheme ? "true" : undefined}
              >
                {schemeName(schemeSlug, say)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div class="steps">
        {earlier && <a href={addressFor(earlier.key)}>{say("period.earlier")}</a>}
        <label for={id}>{say("period.label")}</label>
        <Choice
          id={id}
          value={period}
          options={periods.map(({ key }) => [key, format.period(key)])}
          onChoose={(key) => {
            if (key) location.hash = addressFor(key);
          }}
        />
        {later && <a href={addressFor(later.key)}>{say("period.later")}</a>}
      </div>
    </div>
  );
}

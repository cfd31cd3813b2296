import { Notice } from "../parts/notice.tsx";
import type { PeriodFacts } from "../period/load-period.ts";
import { useReader } from "../session/console-context.ts";
import { type Finding, findingText } from "./finding-text.ts";
import type { FileChoice } from "./load-filing.ts";
import { acceptName } from "./portal-file-request.ts";

type PortalFindingsProps = { readonly choice: FileChoice; readonly shown: PeriodFacts["shown"] };

/** Displays what keeps the portal from taking the return, and what to know before the file is submitted. */
export function PortalFindings({ choice: { checked }, shown }: PortalFindingsProps) {
  const { say } = useReader();
  return (
    <>
      {checked.reasons.length > 0 && (
        <Notice level="bad">
          <p>{say("portal.against")}</p>
          <FindingList findings={checked.reasons} shown={shown} />
        </Notice>
      )}
      {checked.consents.length > 0 && (
        <Notice level="warn">
          <p>{say("portal.toAccept")}</p>
          <FindingList findings={checked.consents} shown={shown} />
          {[...new Set(checked.consents.map(({ rule }) => rule))].map((rule) => (
            <label key={rule}>
              <input type="checkbox" name={acceptName(rule)} required />{" "}
              {say.code(`accept.${rule}`)}
            </label>
          ))}
        </Notice>
      )}
      {checked.warnings.length > 0 && (
        <Notice level="warn">
          <p>{say("portal.before")}</p>
          <FindingList findings={checked.warnings} shown={shown} />
        </Notice>
      )}
    </>
  );
}

type FindingListProps = Pick<PortalFindingsProps, "shown"> & {
  readonly findings: readonly Finding[];
};

function FindingList({ findings, shown }: FindingListProps) {
  const words = useReader();
  return (
    <ul>
      {findings.map((finding) => (
        <li key={`${finding.field} ${finding.rule}`}>{findingText(finding, shown, words)}</li>
      ))}
    </ul>
  );
}

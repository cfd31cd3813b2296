import type { ComponentChildren } from "preact";
import { useReader, useSession } from "../session/console-context.ts";
import { usePrintedMargin } from "./printed-pages.ts";

type PageTitleProps = {
  readonly children: ComponentChildren;
  /** The purpose of the page, in one sentence. */
  readonly lead?: string | undefined;
  /** The actions of the page; one of them is the primary one. */
  readonly actions?: ComponentChildren;
};

/** Displays the heading of a page, under the name of the client. */
export function PageTitle({ children, lead, actions }: PageTitleProps) {
  const { say } = useReader();
  const { account, name } = useSession();
  usePrintedMargin("client", name);
  return (
    <header class="page-title">
      <div>
        <p class="muted small of-client">
          <span class="unseen">{say(account ? "account.client" : "people.organisation")} </span>
          <bdi>{name}</bdi>
        </p>
        <h1 tabIndex={-1}>{children}</h1>
        {lead && <p class="lead">{lead}</p>}
      </div>
      {actions && <div class="buttons">{actions}</div>}
    </header>
  );
}

import type { ComponentChildren } from "preact";
import { CopyButton } from "./copy-button.tsx";
import { Notice } from "./notice.tsx";

type ShownOnceProps = {
  readonly lead: ComponentChildren;
  readonly secret: string;
  /** Further buttons. */
  readonly children?: ComponentChildren;
};

/** Displays what cannot be displayed again, with a button that copies it. */
export function ShownOnce({ lead, secret, children }: ShownOnceProps) {
  return (
    <Notice level="good">
      <p>{lead}</p>
      <p class="lines">
        <code>{secret}</code>
      </p>
      <p class="buttons">
        <CopyButton text={secret} />
        {children}
      </p>
    </Notice>
  );
}

import type { ComponentChildren } from "preact";
import { Icon } from "../parts/icon.tsx";
import { useReader, useSession } from "../session/console-context.ts";
import { Navigation } from "./navigation.tsx";
import type { Page } from "./page.ts";

type SidebarProps = {
  readonly page: Page;
  /** On a telephone, where it is a drawer. */
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly preferring: ComponentChildren;
  readonly onSignOut: () => void;
};

/** Displays the client, the links to the pages, and the menu of the account. */
export function Sidebar({ page, isOpen, onClose, preferring, onSignOut }: SidebarProps) {
  const { say } = useReader();
  const { account, name } = useSession();
  return (
    <>
      {isOpen && (
        <button
          type="button"
          class="behind-drawer"
          tabIndex={-1}
          aria-label={say("dialog.close")}
          onClick={onClose}
        />
      )}
      <aside
        class={isOpen ? "sidebar open" : "sidebar"}
        onKeyDown={({ key }) => {
          if (key === "Escape") onClose();
        }}
      >
        <div class="client">
          <p class="brand">{say("app.name")}</p>
          <p class="client-name">
            <bdi>{name}</bdi>
          </p>
          {name !== account && (
            <p class="muted small">
              <bdi>{account}</bdi>
            </p>
          )}
        </div>
        <Navigation page={page} />
        <details class="account-menu">
          <summary>{say("account.menu")}</summary>
          {preferring}
          <button type="button" class="quiet" onClick={onSignOut}>
            <Icon name="sign-out" /> {say("signOut")}
          </button>
        </details>
      </aside>
    </>
  );
}

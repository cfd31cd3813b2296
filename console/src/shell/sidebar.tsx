import type { ComponentChildren } from "preact";
import { Icon } from "../parts/icon.tsx";
import { useReader } from "../session/console-context.ts";

export type SidebarProps = {
  /** The name over the links: of the client, or of the organisation. */
  readonly head: ComponentChildren;
  readonly navigation: ComponentChildren;
  /** The choice of language and theme. */
  readonly preferring: ComponentChildren;
  /** Links of the account menu. */
  readonly menu?: ComponentChildren;
  readonly onSignOut: () => void;
  readonly onSearch: () => void;
};

type DrawerProps = {
  /** On a telephone, where it is a drawer. */
  readonly isOpen: boolean;
  readonly onClose: () => void;
};

/** Displays the client, the links to the pages, and the menu of the account. */
export function Sidebar(props: SidebarProps & DrawerProps) {
  const { head, navigation, preferring, menu, onSignOut, onSearch, isOpen, onClose } = props;
  const { say } = useReader();
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
          {head}
        </div>
        <button
          type="button"
          class="search-field"
          aria-keyshortcuts="/ Control+K"
          onClick={onSearch}
        >
          <Icon name="search" /> {say("search.label")}
          <span class="key" aria-hidden="true">
            /
          </span>
        </button>
        {navigation}
        <details class="account-menu">
          <summary>{say("account.menu")}</summary>
          {menu}
          {preferring}
          <button type="button" class="quiet" onClick={onSignOut}>
            <Icon name="sign-out" /> {say("signOut")}
          </button>
        </details>
      </aside>
    </>
  );
}

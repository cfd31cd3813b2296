import archive from "lucide/dist/esm/icons/archive.mjs";
import arrowRight from "lucide/dist/esm/icons/arrow-right.mjs";
import bell from "lucide/dist/esm/icons/bell.mjs";
import building from "lucide/dist/esm/icons/building.mjs";
import chevronDown from "lucide/dist/esm/icons/chevron-down.mjs";
import chevronUp from "lucide/dist/esm/icons/chevron-up.mjs";
import check from "lucide/dist/esm/icons/circle-check.mjs";
import dashboard from "lucide/dist/esm/icons/layout-dashboard.mjs";
import review from "lucide/dist/esm/icons/list-checks.mjs";
import signOut from "lucide/dist/esm/icons/log-out.mjs";
import menu from "lucide/dist/esm/icons/menu.mjs";
import plug from "lucide/dist/esm/icons/plug.mjs";
import receipt from "lucide/dist/esm/icons/receipt-text.mjs";
import settings from "lucide/dist/esm/icons/settings.mjs";
import upload from "lucide/dist/esm/icons/upload.mjs";
import users from "lucide/dist/esm/icons/users.mjs";
import webhook from "lucide/dist/esm/icons/webhook.mjs";
import close from "lucide/dist/esm/icons/x.mjs";
import { createElement } from "preact";

const ICONS = {
  archive,
  "arrow-right": arrowRight,
  bell,
  building,
  check,
  "chevron-down": chevronDown,
  "chevron-up": chevronUp,
  close,
  dashboard,
  menu,
  plug,
  receipt,
  review,
  settings,
  "sign-out": signOut,
  upload,
  users,
  webhook,
};
export type IconName = keyof typeof ICONS;

/** Displays an icon beside a text that says the same; screen readers skip it. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      {ICONS[name].map(([tag, attributes], n) => createElement(tag, { ...attributes, key: n }))}
    </svg>
  );
}

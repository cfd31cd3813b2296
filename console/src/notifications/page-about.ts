import type { AccountNotification } from "../../../client/src/eu-vat-client.ts";
import { addressAbout } from "../../../shared/notifications/page-about.ts";
import { type Page, pageAt } from "../shell/page.ts";

type About = Pick<AccountNotification, "kind" | "about">;

type AboutPage = Page & {
  readonly name: "period" | "filing" | "webhooks" | "connections" | "imports" | "overview";
};

export const pageAbout = (about: About): AboutPage => pageAt(addressAbout(about)) as AboutPage;

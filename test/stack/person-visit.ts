import type { Browser, Page } from "playwright-core";
import { expect, inject } from "vitest";
import { call } from "./api.ts";
import { type Look, openPage, settled } from "./browser.ts";
import { noteSecrets } from "./kept-logs.ts";

/** A browser with the issuer at which persons sign in. */
export type Entrance = { readonly browser: Browser; readonly issuer: string };

/** The issuer of the stack. */
export async function issuerOfStack(): Promise<string> {
  type SignIn = { readonly provider: { readonly issuer: string } };
  return (await call<SignIn>(undefined, "GET", "/v1/sign-in")).body.provider.issuer;
}

/** A person at a browser of their own, whose clicks in the console are counted. */
export class Person {
  clicks = 0;
  readonly page: Page;
  readonly #wrongs: readonly string[];
  readonly #issuer: string;

  constructor(
    { page, wrongs }: { readonly page: Page; readonly wrongs: readonly string[] },
    issuer: string,
  ) {
    this.page = page;
    this.#wrongs = wrongs;
    this.#issuer = issuer;
  }

  async click(name: string | RegExp, role: "button" | "link" = "button"): Promise<void> {
    this.clicks += 1;
    await this.page.getByRole(role, { name }).click();
  }

  /** Answers the question that a click asks, which is a click of its own. */
  async agree(name: string | RegExp): Promise<void> {
    await this.click(name);
    this.clicks += 1;
    await this.page.locator("dialog .danger").click();
  }

  async select(label: string, choice: string): Promise<void> {
    this.clicks += 1;
    await this.page.getByLabel(label, { exact: true }).selectOption({ label: choice });
  }

  async upload(label: string, text: string): Promise<void> {
    this.clicks += 1;
    await this.page.getByLabel(label).setInputFiles(csvFile(text));
  }

  /** The pages of the issuer are no part of the console. */
  get wrongs(): readonly string[] {
    const elsewhere = [`asks ${this.#issuer}/`, "asks https://fonts.googleapis.com/"];
    return this.#wrongs.filter((one) => !elsewhere.some((place) => one.startsWith(place)));
  }

  heading = (name: string | RegExp) => this.page.getByRole("heading", { level: 1, name }).waitFor();

  async leave(): Promise<void> {
    expect(this.wrongs).toEqual([]);
    await this.page.context().close();
  }
}

export const csvFile = (text: string) => ({
  name: "clients.csv",
  mimeType: "text/csv",
  buffer: Buffer.from(text),
});

/** Opens the console, and signs in at the issuer of the stack under a name. */
export async function signedInPerson(
  { browser, issuer }: Entrance,
  name: string,
  look: Look,
  address = "",
): Promise<Person> {
  const opened = await openPage(browser, inject("stack").url, look, address);
  const person = new Person(opened, issuer);
  const { page } = person;
  await page.getByRole("button", { name: /company account$|^Mit Ihrem Firmenkonto/ }).click();
  await page.locator("input[name=login]").fill(name);
  await page.locator("input[name=password]").fill("none");
  await page.locator("button[type=submit]").click();
  await page.locator("button[type=submit]", { hasText: "Continue" }).click();
  await page.locator(".sidebar nav, .sidebar .client").first().waitFor({ state: "attached" });
  await settled(person);
  return person;
}

/** Makes a link by which a person joins with a role, and returns its address after the page. */
export async function invitation(
  owner: Person,
  role: string,
  client = "All clients",
): Promise<string> {
  owner.clicks += 1;
  await owner.page.getByLabel("Role", { exact: true }).selectOption(role);
  await owner.page.getByLabel("Clients", { exact: true }).selectOption({ label: client });
  await owner.click("Make the link");
  const link = await owner.page.locator(".notice code").textContent();
  noteSecrets([link?.slice(-43) ?? ""]);
  await owner.page.reload();
  await settled(owner);
  return new URL(link ?? "").hash;
}

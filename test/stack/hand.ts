import { readFileSync } from "node:fs";
import type { Locator } from "playwright-core";
import { expect } from "vitest";

/** A person's hand: it counts its clicks, and the fields that it fills. */
export class Hand {
  clicks = 0;
  fields = 0;

  async click(target: Locator): Promise<void> {
    this.clicks += 1;
    await target.click();
  }

  async fill(target: Locator, text: string): Promise<void> {
    this.fields += 1;
    await target.fill(text);
  }

  async select(target: Locator, label: string): Promise<void> {
    this.fields += 1;
    await target.selectOption({ label });
  }

  /** Chooses a file in the window of the machine, which a click opens. */
  async choose(target: Locator, name: string, text: string): Promise<void> {
    this.clicks += 1;
    await target.setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(text) });
  }

  /** The table of journeys in docs/console.md has these counts. */
  expectAsDocumented(journey: string): void {
    const page = readFileSync("docs/console.md", "utf8");
    expect(page).toContain(`| ${journey} | ${this.clicks} | ${this.fields} |`);
  }
}

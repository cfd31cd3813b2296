import { describe, expect, it } from "vitest";
import { withAmountsTogether } from "../../../console/src/notifications/amounts.ts";

describe("The text of a notification", () => {
  it.each([
    ["Zu zahlen: 16.664,55 € + 120,00 SEK.", "Zu zahlen: 16.664,55\u00A0€ + 120,00\u00A0SEK."],
    ["€12.00 + SEK 5.00 for Q2 2026", "€12.00 + SEK\u00A05.00 for Q2 2026"],
    ["Der Schwellenwert von 10.000 Euro", "Der Schwellenwert von 10.000 Euro"],
  ])("keeps an amount and its currency on one line: %s", (written, shown) => {
    expect(withAmountsTogether(written)).toBe(shown);
  });
});

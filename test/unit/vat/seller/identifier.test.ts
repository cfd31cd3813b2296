import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import {
  MaskedIdentifier,
  maskIdentifier,
  normalized,
} from "../../../../shared/vat/seller/identifier.ts";

test.for([
  ["DE811907980", "DE*******80"],
  ["ATU12345678", "AT*******78"],
  ["EL123456789", "EL*******89"],
  ["NL123456789B01", "NL**********01"],
  ["IM2761234561", "IM276*****61"],
  ["IN3721234567", "IN372*****67"],
  ["EU276123456", "EU276****56"],
  ["XI123456789", "XI*******89"],
  ["XIGD001", "XI*****"],
  ["RO123456", "RO****56"],
  ["RO12345", "RO*****"],
  ["RO12", "RO**"],
] as const)("%s is kept as %s", ([number, mask]) => {
  expect(maskIdentifier(number)).toBe(mask);
});

test.for([
  ["de 811.907-980", "DE811907980"],
  ["GR123456789", "EL123456789"],
  ["gr 123 456 789", "EL123456789"],
  ["EL123456789", "EL123456789"],
  ["im276-123456-1", "IM2761234561"],
  ["\tFR XX 123456789\n", "FRXX123456789"],
] as const)("%j is read as %s", ([given, number]) => {
  expect(normalized(given)).toBe(number);
});

describe("a mask of a valid number", () => {
  const digits = (n: number) => fc.stringMatching(new RegExp(`^\\d{${n}}$`));
  const number = fc.oneof(
    digits(9).map((body) => `DE${body}`),
    digits(7).map((body) => `IM276${body}`),
    digits(6).map((body) => `EU276${body}`),
    fc.integer({ min: 2, max: 10 }).chain((n) => digits(n).map((body) => `RO${body}`)),
  );

  it("hides at least four characters, or the whole body", () => {
    fc.assert(
      fc.property(number, (whole) => {
        const mask = maskIdentifier(whole);
        expect(mask).toHaveLength(whole.length);
        const hidden = mask.split("*").length - 1;
        expect(hidden >= 4 || hidden === whole.length - 2).toBe(true);
      }),
    );
  });

  it("is the same for all numbers that differ in the hidden part only", () => {
    fc.assert(
      fc.property(digits(7), digits(7), (one, other) => {
        expect(maskIdentifier(`DE${one}42`)).toBe(maskIdentifier(`DE${other}42`));
      }),
    );
  });

  it("can be sent back", () => {
    fc.assert(
      fc.property(number, (whole) => {
        expect(MaskedIdentifier.safeParse(maskIdentifier(whole)).success).toBe(true);
      }),
    );
  });
});

test.for(["*", "DE*******80", "ATU***78", "XX****1234", "RO**", `${"*".repeat(31)}123456789`])(
  "%s is taken for a mask",
  (masked) => expect(MaskedIdentifier.safeParse(masked).success).toBe(true),
);

test.for([
  ["", "empty"],
  ["DE811907980", "nothing hidden"],
  ["DE811907980*", "a whole number with an asterisk"],
  ["RO1234567890**", "a whole number with asterisks"],
  ["DK1234567*", "nine of ten characters visible"],
  ["DE81190****", "more than half of the number visible"],
  ["DE 811***", "a blank"],
  ["DE•••80", "another sign"],
  ["Ä**", "another letter"],
  ["*".repeat(41), "too long"],
] as const)("%s is no mask: %s", ([masked]) => {
  const parsed = MaskedIdentifier.safeParse(masked);
  expect(parsed.success).toBe(false);
  if (masked.length > 4) expect(parsed.error?.message).not.toContain(masked);
});

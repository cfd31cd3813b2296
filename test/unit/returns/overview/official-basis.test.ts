import { expect, it } from "vitest";
import { officialBasis } from "../../../../shared/returns/overview/official-basis.ts";

/*
 * A reference and its link are written apart from each other: an article of the directive with a link
 * to a regulation would send a reader to the wrong law.
 */
const ACTS: readonly [name: RegExp, celex: RegExp][] = [
  [/^Directive 2006\/112\/EC,/, /CELEX:02006L0112-\d{8}$/],
  [/^Implementing Regulation \(EU\) No 282\/2011,/, /CELEX:02011R0282-\d{8}$/],
  [/^Implementing Regulation \(EU\) 2020\/194,/, /CELEX:32020R0194$/],
  [/^Delegated Regulation \(EU\) 2015\/2446,/, /CELEX:32015R2446$/],
  [/^Implementing Regulation \(EU\) 2015\/2447,/, /CELEX:32015R2447$/],
];

it("links every article to the act that it names, in EUR-Lex", () => {
  const misled = officialBasis().filter(({ reference, url }) => {
    const act = ACTS.find(([name]) => name.test(reference));
    return !act?.[1].test(url) || !url.startsWith("https://eur-lex.europa.eu/");
  });
  expect(misled).toEqual([]);
});

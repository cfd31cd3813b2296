import * as z from "zod";

export const RuleAnchor = z
  .strictObject({
    reference: z.string().describe("Act and article of the rule"),
    title: z.string().describe("Subject of the rule in words"),
    url: z.url(),
  })
  .meta({ id: "RuleAnchor", description: "A rule that the report rests on" });
export type RuleAnchor = z.output<typeof RuleAnchor>;

const act = (celex: string): string =>
  `https://eur-lex.europa.eu/legal-content/EN/TXT/?uri=CELEX:${celex}`;

/** Consolidated texts, because the cited articles are amendments of 2017, 2019 and 2020. */
const VAT_DIRECTIVE = act("02006L0112-20250414");
const IMPLEMENTING_REGULATION = act("02011R0282-20250414");
const RETURN_REGULATION = act("32020R0194");
const CUSTOMS_DELEGATED = act("32015R2446");
const CUSTOMS_IMPLEMENTING = act("32015R2447");

const directive = (articles: string, title: string): RuleAnchor => ({
  reference: `Directive 2006/112/EC, ${articles}`,
  title,
  url: VAT_DIRECTIVE,
});

const UNION: readonly RuleAnchor[] = [
  directive("Art. 59c", "Annual threshold of EUR 10,000 for taxation at destination"),
  directive("Art. 369a to 369k", "Union scheme: who may use it, registration, records"),
  directive("Art. 369f", "Quarterly return, due at the end of the following month; nil returns"),
  directive(
    "Art. 369g",
    "Content of the Union return: Member States, rates, dispatch, corrections",
  ),
  directive("Art. 369h", "Currency of the Union return; rate of the quarter's last day"),
];

const IMPORT: readonly RuleAnchor[] = [
  directive(
    "Art. 369l to 369x",
    "Import scheme: goods up to EUR 150, not subject to excise; intermediaries",
  ),
  directive("Art. 369s", "Monthly return, due at the end of the following month; nil returns"),
  directive("Art. 369t", "Content of the import return; corrections in later returns"),
  directive("Art. 369v", "Currency of the import return; rate of the month's last day"),
  {
    reference: "Delegated Regulation (EU) 2015/2446, Art. 1(48)",
    title: "Intrinsic value of a consignment",
    url: CUSTOMS_DELEGATED,
  },
  {
    reference: "Implementing Regulation (EU) 2015/2447, Art. 146",
    title: "Rates that convert a consignment's value for customs",
    url: CUSTOMS_IMPLEMENTING,
  },
];

const BOTH: readonly RuleAnchor[] = [
  {
    reference: "Implementing Regulation (EU) No 282/2011, Art. 57a to 63c",
    title:
      "Special schemes: periods, corrections within three years (Art. 61), no rounding (Art. 60)",
    url: IMPLEMENTING_REGULATION,
  },
  {
    reference: "Implementing Regulation (EU) 2020/194, Art. 4 and Annex III",
    title: "Message of the returns: sections, corrections, balances",
    url: RETURN_REGULATION,
  },
];

/** Returns the legal basis of both workspaces. Links lead to EUR-Lex; no article is quoted. */
export const officialBasis = (): RuleAnchor[] => [...UNION, ...IMPORT, ...BOTH];

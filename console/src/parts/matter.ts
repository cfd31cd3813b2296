import type { Page } from "../shell/page.ts";
import type { TextKey } from "../texts/en.ts";
import type { Level } from "./level.ts";

/** Something that needs attention. */
export type Matter = {
  readonly level: Level;
  readonly text: string;
  /** The page on which the matter can be resolved. */
  readonly to: Page | undefined;
  /** The text of the link to that page. */
  readonly action: TextKey;
};

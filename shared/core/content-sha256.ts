import { frozenContent } from "../returns/locks/snapshot.ts";
import type { Return } from "../returns/schema.ts";
import { fingerprintOf } from "./hash.ts";

/** SHA-256 of what a return declares; see frozenContent. */
export const contentSha256 = (report: Return): string => fingerprintOf(frozenContent(report));

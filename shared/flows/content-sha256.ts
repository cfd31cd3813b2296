import { frozenContent } from "../locks/snapshot.ts";
import type { Return } from "../returns/schema.ts";
import { fingerprintOf } from "../store/fingerprint.ts";

/** SHA-256 of what a return declares; see frozenContent. */
export const contentSha256 = (report: Return): string => fingerprintOf(frozenContent(report));

import type { Author } from "../../shared/accounts/setting-changes.ts";

/** Of a change that no request has asked for. */
export const atHand = (now: Date = new Date()): Author => ({ now, key_id: null });

import type { Author } from "../../shared/changes/setting-change.ts";

/** Of a change that no request has asked for. */
export const atHand = (now: Date = new Date()): Author => ({ now, key_id: null });

import type { AuthorId } from "../../shared/core/ids.ts";

/** The public part of an API key. */
export const keyIdOf = (key: string): AuthorId => key.split("_")[2] as AuthorId;

/** All that follows it: a secret may hold the character that parts a key. */
export const secretOf = (key: string): string => key.split("_").slice(3).join("_");

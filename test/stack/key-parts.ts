/** The public part of an API key. */
export const keyIdOf = (key: string): string => key.split("_")[2] as string;

/** All that follows it: a secret may hold the character that parts a key. */
export const secretOf = (key: string): string => key.split("_").slice(3).join("_");

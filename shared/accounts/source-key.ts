/** A raw source tag: 1 to 100 letters, digits, underscores, hyphens and slashes. */
export const SOURCE_KEY_FORM = /^[A-Za-z0-9_\-/]{1,100}$/;

export const SOURCE_KEY_RULE = "1 to 100 letters, digits, _ - /";

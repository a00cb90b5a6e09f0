/** Returns rich text with `between` in the place of each of its tags; entities stay as they are written. */
export const withoutTags = (html: string, between = ' '): string => html.replaceAll(/<[^<>]*>/g, between);

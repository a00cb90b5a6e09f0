/** Returns rich text with `replacement` in the place of each of its tags; entities stay as they are written. */
export const stripTags = (html: string, replacement = ' '): string => html.replaceAll(/<[^<>]*>/g, replacement);

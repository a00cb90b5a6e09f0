/** Rich text as it reads, without its marks. */
export const plainOf = (html: string): string =>
  html
    .replaceAll(/<(br|\/p|\/h[1-6]|\/li|\/div)[^<>]*>/gi, '\n')
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();

/** What of this site is no public page: no frame ever shows it, the console's own least of all. */
const NO_PAGE = /^\/(?:admin|user|api|docs|storage|assets|socket\.io|setup|openapi\.json|401|404)(?:[/?#]|$)/i;

/** Whether a path of this site leads to no public page. */
export const isNoPublicPage = (path: string): boolean => NO_PAGE.test(path);

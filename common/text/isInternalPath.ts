/** What of this site is no public page: no frame ever shows it, the console's own least of all. */
const INTERNAL_PATHS = /^\/(?:admin|user|api|docs|storage|assets|socket\.io|setup|openapi\.json|401|404)(?:[/?#]|$)/i;

/** Whether a path of this site leads to no public page. */
export const isInternalPath = (path: string): boolean => INTERNAL_PATHS.test(path);

/** Paths of this site that are not public pages and must never be embedded in a frame. */
const INTERNAL_PATHS = /^\/(?:admin|user|api|docs|storage|assets|socket\.io|setup|openapi\.json|401|404)(?:[/?#]|$)/i;

/** Whether a path of this site leads to no public page. */
export const isInternalPath = (path: string): boolean => INTERNAL_PATHS.test(path);

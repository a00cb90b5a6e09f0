/** Joins the modules that pages load first into few chunks: fewer requests, and gzip finds more repetitions in a large file. */

/**
 * Answers the imports of a module.
 * @typedef {(id: string) => Pick<import('vite').Rolldown.ModuleInfo, 'importedIds' | 'dynamicallyImportedIds'> | null} GetImports
 */

/** When a page loads a module. */
const FIRST = 2;
const LATER = 1;
const NEVER = 0;

/**
 * All modules that a page reaches by its imports.
 * @param {string} page
 * @param {GetImports} getImports
 * @param {boolean} later by dynamic imports too
 */
function reach(page, getImports, later) {
  const ids = new Set([page]);
  // A set that grows is walked to its new end.
  for (const id of ids) {
    const imports = getImports(id);
    for (const next of imports?.importedIds ?? []) ids.add(next);
    if (later) for (const next of imports?.dynamicallyImportedIds ?? []) ids.add(next);
  }
  return ids;
}

/**
 * When each page loads a module.
 * @param {readonly string[]} pages
 * @param {GetImports} getImports
 * @returns {(id: string) => number[]}
 */
function loadTimes(pages, getImports) {
  const reached = pages.map((page) => ({
    first: reach(page, getImports, false),
    ever: reach(page, getImports, true),
  }));
  return (id) =>
    reached.map(({ first, ever }) => {
      if (first.has(id)) return FIRST;
      return ever.has(id) ? LATER : NEVER;
    });
}

/**
 * All combinations of times that a module can have on so many pages.
 * @param {number} count
 * @returns {number[][]}
 */
const allTimes = (count) =>
  count === 0 ? [[]] : allTimes(count - 1).flatMap((times) => [FIRST, LATER, NEVER].map((time) => [...times, time]));

/** @param {readonly number[]} times */
const sum = (times) => times.reduce((total, time) => total + time, 0);

/**
 * One group for all modules that the same pages load at the same time, so no page loads a module that it does not need.
 * Packages that all pages load first are a separate group, which browsers keep when only the product has changed. The
 * bundler adds to a group the modules that its modules import. These are loaded as early and by as many pages, so their own
 * group has a higher sum and chooses first. Modules that no page loads first are left to the bundler.
 * @param {readonly string[]} pages
 * @returns {import('vite').Rolldown.CodeSplittingGroup[]}
 */
export function initialChunks(pages) {
  /** @type {ReturnType<typeof loadTimes> | undefined} */
  let timesOf;
  const groups = allTimes(pages.length)
    .filter((times) => times.includes(FIRST))
    .sort((one, other) => sum(other) - sum(one))
    .map((times) => ({ key: String(times), folder: '' }));
  const packages = { key: String(pages.map(() => FIRST)), folder: '/node_modules/' };
  return [packages, ...groups].map(({ key, folder }, position, { length }) => ({
    name: (id, context) => {
      timesOf ??= loadTimes(pages, (one) => context.getModuleInfo(one));
      return id.includes(folder) && String(timesOf(id)) === key ? `first${position}` : null;
    },
    debugName: `first${position}`,
    priority: length - position,
  }));
}

/** Semantic versions (semver.org) of modules, and the version ranges of requirements, such as `>=1.2.0 <2.0.0` and `^1.4.0`. */
import semver from 'semver';

/** Whether a text is a version without a prefix and without build metadata, such as `1.4.0` or `1.4.0-beta.2`. */
export const isVersion = (text: string): boolean => semver.valid(text) === text;

/** Negative when `a` is older than `b`, 0 when they are the same version. A text that is not a version is older than all versions. */
export function compareVersions(a: string, b: string): number {
  if (!isVersion(a) || !isVersion(b)) return Number(isVersion(a)) - Number(isVersion(b));
  return semver.compare(a, b);
}

/** Whether a text is a list of whole versions, each with an operator (`>=`, `<=`, `>`, `<`, `^`) or none, separated by single spaces. */
export const isVersionRange = (range: string): boolean =>
  range.split(' ').every((comparator) => isVersion(comparator.replace(/^(?:>=|<=|>|<|\^)/, '')));

/** Whether all comparators of a range accept a version. A text that is not a range accepts no version. */
export const satisfiesRange = (version: string, range: string): boolean =>
  isVersion(version) && isVersionRange(range) && semver.satisfies(version, range, { includePrerelease: true });

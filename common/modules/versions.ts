/** Versions of modules (semver.org) and the ranges that requirements name, such as `>=1.2.0 <2.0.0` and `^1.4.0`. */

interface Version {
  readonly numbers: readonly [number, number, number];
  /** The identifiers after the hyphen; empty for a release. */
  readonly prerelease: readonly string[];
}

const VERSION = /^(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})(?:-([0-9A-Za-z.]{1,30}))?$/;

function parseVersion(text: string): Version | undefined {
  const [, major, minor, patch, prerelease] = VERSION.exec(text) ?? [];
  if (major === undefined) return undefined;
  return {
    numbers: [Number(major), Number(minor), Number(patch)],
    prerelease: prerelease === undefined ? [] : prerelease.split('.'),
  };
}

export const isVersion = (text: string): boolean => parseVersion(text) !== undefined;

const isNumeric = (identifier: string): boolean => /^\d+$/.test(identifier);
function compareIdentifiers(a: string | undefined, b: string | undefined): number {
  if (a === undefined || b === undefined) return a === b ? 0 : a === undefined ? -1 : 1;
  if (isNumeric(a) && isNumeric(b)) return Number(a) - Number(b);
  if (isNumeric(a) !== isNumeric(b)) return isNumeric(a) ? -1 : 1;
  return a === b ? 0 : a < b ? -1 : 1;
}

function comparePrereleases(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return b.length - a.length;
  for (let index = 0; index < Math.max(a.length, b.length); index += 1) {
    const difference = compareIdentifiers(a[index], b[index]);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Negative when `a` is older than `b`, 0 when they are the same version. Texts that are no versions are older than all others. */
export function compareVersions(a: string, b: string): number {
  const [one, other] = [parseVersion(a), parseVersion(b)];
  if (one === undefined || other === undefined) return Number(one !== undefined) - Number(other !== undefined);
  for (const index of [0, 1, 2] as const) {
    const difference = one.numbers[index] - other.numbers[index];
    if (difference !== 0) return difference;
  }
  return comparePrereleases(one.prerelease, other.prerelease);
}

const OPERATORS: Readonly<Record<string, (difference: number) => boolean>> = {
  '>=': (difference) => difference >= 0,
  '<=': (difference) => difference <= 0,
  '>': (difference) => difference > 0,
  '<': (difference) => difference < 0,
  '': (difference) => difference === 0,
};

/** `^1.4.0` accepts what is compatible: the same first number that is not 0. */
function isCompatible(version: string, least: string): boolean {
  const [found, wanted] = [parseVersion(version), parseVersion(least)];
  if (found === undefined || wanted === undefined || compareVersions(version, least) < 0) return false;
  const significant = wanted.numbers.findIndex((number) => number > 0);
  const length = (significant < 0 ? 2 : significant) + 1;
  return wanted.numbers.slice(0, length).every((number, index) => number === found.numbers[index]);
}

interface Comparator {
  readonly operator: string;
  readonly version: string;
}
function parseRange(range: string): readonly Comparator[] | undefined {
  const comparators = range.split(' ').map((part) => {
    const [, operator = '', version = ''] = /^(>=|<=|>|<|\^|)(.+)$/.exec(part) ?? [];
    return { operator, version };
  });
  return comparators.every(({ version }) => isVersion(version)) ? comparators : undefined;
}

export const isVersionRange = (range: string): boolean => parseRange(range) !== undefined;

/** Whether a version lies in a range: all its comparators accept it. A text that is no range accepts nothing. */
export const satisfiesRange = (version: string, range: string): boolean =>
  isVersion(version) &&
  (parseRange(range)?.every(({ operator, version: bound }) =>
    operator === '^' ? isCompatible(version, bound) : OPERATORS[operator]?.(compareVersions(version, bound)) === true,
  ) ??
    false);

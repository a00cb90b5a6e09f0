/**
 * A test names the rows of `server/docs/specification-rows.tsv` that it proves in a comment above it, `// @spec P2-006 P2-009`,
 * and the parts of the code that it covers in another one, `// @covers route /admin, fault auth.wrong`.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import type { RouteObject } from 'react-router';
import { user } from '../../../common/entities/user';
import { ISSUE_CODES } from '../../../common/entity/issue';
import { getColumns } from '../../../common/entity/columns';
import { LIMITS } from '../../../common/limits';
import { MEMBER_SCREENS } from '../../../common/memberScreens';
import { console as consoleLabels } from '../../../common/locales/en/console';
import type { adminLayout } from '../../../common/locales/en/adminLayout';
import { FAULTS, faultSpec, type FaultCode } from '../../../common/protocol/faults';
import { routes } from '../../admin/routes';
import { SCREENS } from '../../member/routes';
import { DEFAULT_LAYOUT, LAYOUT_MODES } from '../../shared/store/layout';
import { NOT_FOUND_PATH, FORBIDDEN_PATH, APP_PATHS } from '../../shared/routing/safeRedirects';
import { STORAGE_KEYS } from '../../shared/store/storage';
import { PROGRESS } from '../../ui/ProgressBar';
import { COVERED_ROWS } from './coveredRows';
import { readTags, testFiles } from './tags';

const tags = testFiles().flatMap(readTags);
const rows = new Set(
  readFileSync('server/docs/specification-rows.tsv', 'utf8')
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t')[0] ?? '')
    .filter((id) => id !== ''),
);
const specTags = tags.filter(({ kind }) => kind === 'spec');
const coverTags = tags.filter(({ kind }) => kind === 'covers');

/** All paths of the console's router. */
const getPaths = (nodes: readonly RouteObject[], base = ''): readonly string[] =>
  nodes.flatMap(({ path, index, children }) => {
    const fullPath = path === undefined ? base : path.startsWith('/') || base === '' ? path : `${base}/${path}`;
    if (children) return getPaths(children, fullPath);
    return path === undefined && index !== true ? [] : [fullPath];
  });

/** HTTP statuses whose faults need a test; so do the faults of the client, of navigation and of sessions. */
const STATUSES = new Set([302, 400, 401, 403, 404, 408, 409, 500, 501, 502, 503, 504, 505]);
const testedFaults = (Object.keys(FAULTS) as FaultCode[]).filter(
  (code) =>
    STATUSES.has(faultSpec(code).http) ||
    /^(?:client|navigation|auth|form|module|market|oidc|compat)\.|^import\.(?!too_large$)|^upload\.(?:incomplete|type|too_large)$|^member\.disabled$/.test(
      code,
    ) ||
    /^design\.(?:active|grant_beyond_parent|grant_to_none|has_design|name_in_use|not_newest|of_module|referred|table_busy|values_missing|values_repeated)$|^job\.busy$|^preview\./.test(
      code,
    ),
);
/** Issue codes that forms of several entities share. */
const SHARED_ISSUES =
  /^(?:required|account|password|password_repeat|password_old|captcha|mobile|name|url|link|email|self_parent|too_short|too_long)$/;
const TAB_ACTIONS = [
  'reload',
  'close',
  'others',
  'all',
  'full',
] as const satisfies readonly (keyof typeof adminLayout.tabs)[];
const TESTED_LIMITS = Object.keys(LIMITS).filter((name) =>
  /^(?:account|password|captcha)M|^clientTimeoutMs$/.test(name),
);

/** Issue codes of forms that members fill in. */
const MEMBER_ISSUES =
  /^(?:required|account|password|password_repeat|password_old|captcha|code_wrong|mobile|name|email|too_short|too_long)$/;
/** Patterns of the columns of a member. */
const memberPatterns = [...getColumns(user).values()].flatMap(
  ({ kind, options }) => options.pattern ?? (kind === 'password' ? kind : []),
);
const memberRules = [
  ...memberPatterns,
  ...ISSUE_CODES.filter((code) => MEMBER_ISSUES.test(code)),
  ...TESTED_LIMITS.filter((name) => name !== 'clientTimeoutMs'),
  ...testedFaults.filter((code) =>
    /^upload\.(?:incomplete|type|too_large)$|^member\.disabled$|^access\.denied$|^auth\.needed$/.test(code),
  ),
  ...MEMBER_SCREENS.map((screen) => `account/${screen}`),
];
/** Folder of the tests that cover a member rule in the browser and on the server. */
const SIDES = { browser: 'client/', server: 'server/' } as const;

/** Names that tests must cover, by kind. */
const requiredNames: Readonly<Record<string, readonly string[]>> = {
  route: getPaths(routes),
  member: [
    APP_PATHS.member.home,
    APP_PATHS.member.loading,
    APP_PATHS.member.login,
    NOT_FOUND_PATH,
    FORBIDDEN_PATH,
    ...Object.keys(SCREENS),
  ],
  title: Object.keys(consoleLabels.title),
  tab: TAB_ACTIONS,
  fault: testedFaults,
  issue: ISSUE_CODES.filter((code) => SHARED_ISSUES.test(code)),
  limit: TESTED_LIMITS,
  key: Object.keys(STORAGE_KEYS),
  mode: LAYOUT_MODES,
  layout: Object.keys(DEFAULT_LAYOUT),
  progress: Object.keys(PROGRESS),
  greeting: Object.keys(consoleLabels.overview.greeting),
  browser: memberRules,
  server: memberRules,
};

describe('specification tags', () => {
  it('are directly above a test', () => {
    expect(tags.filter(({ isAboveTest }) => !isAboveTest)).toEqual([]);
  });

  it('name rows that the specification has', () => {
    expect(rows.size).toBeGreaterThan(800);
    expect(specTags.filter(({ name }) => !rows.has(name))).toEqual([]);
  });

  it('no row of the specification loses its tests', () => {
    const tagged = new Set(specTags.map(({ name }) => name));
    expect(COVERED_ROWS.filter((row) => !tagged.has(row))).toEqual([]);
    expect(COVERED_ROWS.filter((row) => !rows.has(row))).toEqual([]);
  });

  it('belong to the list of covered rows', () => {
    const listed = new Set(COVERED_ROWS);
    expect(specTags.filter(({ name }) => !listed.has(name))).toEqual([]);
  });

  it.each(Object.entries(requiredNames))('cover every %s there is, and none that is gone', (kind, names) => {
    const covered = coverTags.map(({ name }) => name).filter((name) => name.startsWith(`${kind} `));
    expect(names.length).toBeGreaterThan(0);
    expect([...new Set(covered)].sort()).toEqual([...new Set(names)].map((name) => `${kind} ${name}`).sort());
  });

  it.each(Object.entries(SIDES))('cover the member rules of the %s in its own tests', (side, folder) => {
    const files = coverTags.filter(({ name }) => name.startsWith(`${side} `)).map(({ file }) => file);
    expect(files.length).toBeGreaterThan(0);
    expect(files.filter((file) => !file.startsWith(folder))).toEqual([]);
  });

  it('`@covers` tags name only known kinds', () => {
    const kinds = coverTags.map(({ name }) => name.split(' ')[0] ?? '');
    expect([...new Set(kinds)].filter((kind) => !Object.hasOwn(requiredNames, kind))).toEqual([]);
  });
});

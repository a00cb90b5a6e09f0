/**
 * Each line of the specification about the frame names the test that fails without it (points 2 and 5 to 9), and each about
 * members two of them (points 5 and 6): in the browser and on the server. The tables are held to the tests, whose titles and
 * words they must find, and to the code, which may hold nothing they do not name.
 */
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import type { RouteObject } from 'react-router';
import ts from 'typescript';
import { user } from '../../../common/entities/user';
import { ISSUE_CODES } from '../../../common/entity/issue';
import { columnsOf } from '../../../common/entity/columns';
import { LIMITS } from '../../../common/limits';
import { MEMBER_SCREENS } from '../../../common/memberScreens';
import { console as consoleWords } from '../../../common/locales/en/console';
import type { frame } from '../../../common/locales/en/frame';
import { FAULTS, faultSpec, type FaultCode } from '../../../common/protocol/faults';
import { routes } from '../../admin/routes';
import { SCREENS } from '../../member/routes';
import { DEFAULT_LAYOUT, LAYOUT_MODES } from '../../shared/store/layout';
import { NOT_FOUND_PATH, FORBIDDEN_PATH, APP_PATHS } from '../../shared/auth/safeRedirects';
import { STORAGE_KEYS } from '../../shared/store/storage';
import { PROGRESS } from '../../ui/ProgressBar';
import { ADDRESSES } from './addresses';
import { CONSTANTS } from './constants';
import { MEMBERS_ENTER } from './membersEnter';
import { MEMBERS_MAY } from './membersMay';
import { MESSAGES } from './messages';

const MEMBERS = [...MEMBERS_ENTER, ...MEMBERS_MAY];
const PROOFS = [...ADDRESSES, ...MESSAGES, ...CONSTANTS, ...MEMBERS];

interface Tests {
  /** What each test of a file does, by its title as it is written. */
  readonly bodies: ReadonlyMap<string, string>;
  /** What stands around them: tables they walk through, and helpers. */
  readonly around: string;
}
const written = (title: ts.Expression | undefined): string | undefined => {
  if (title === undefined) return undefined;
  if (ts.isStringLiteralLike(title)) return title.text;
  return ts.isTemplateExpression(title)
    ? title
        .getText()
        .slice(1, -1)
        .replaceAll(/\$\{[^}]*\}/g, '%s')
    : undefined;
};

function testsIn(file: string): Tests {
  const text = readFileSync(file, 'utf8');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const bodies = new Map<string, string>();
  let around = text;
  const visit = (node: ts.Node): void => {
    const callee = ts.isCallExpression(node) ? node.expression.getText() : '';
    if (ts.isCallExpression(node) && (callee === 'it' || callee.startsWith('it.each('))) {
      const title = written(node.arguments[0]);
      if (title !== undefined) {
        const body = node.getText();
        around = around.replace(body, '');
        bodies.set(title, body.replace(node.arguments[0]?.getText() ?? '', ''));
        return;
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { bodies, around };
}
const files = new Map(
  [...new Set(PROOFS.map(({ file }) => file))].map((file) => [file, existsSync(file) ? testsIn(file) : undefined]),
);

/** Whole addresses of the console's router. */
const pathsOf = (some: readonly RouteObject[], base = ''): readonly string[] =>
  some.flatMap(({ path, index, children }) => {
    const whole = path === undefined ? base : path.startsWith('/') || base === '' ? path : `${base}/${path}`;
    if (children) return pathsOf(children, whole);
    return path === undefined && index !== true ? [] : [whole];
  });

/** Statuses of point 8; the browser's own faults and those of sessions belong to the frame too. */
const STATUSES = new Set([302, 400, 401, 403, 404, 408, 409, 500, 501, 502, 503, 504, 505]);
const ownFaults = (Object.keys(FAULTS) as FaultCode[]).filter(
  (code) =>
    STATUSES.has(faultSpec(code).http) ||
    /^(?:client|navigation|auth)\.|^upload\.(?:incomplete|type|too_large)$|^member\.disabled$/.test(code),
);
/** Complaints at a field that point 5 names; the others belong to single nouns. */
const POINT_5 =
  /^(?:required|account|password|password_repeat|password_old|captcha|mobile|name|url|link|email|self_parent|too_short|too_long)$/;
const TAB_ACTS = ['reload', 'close', 'others', 'all', 'full'] as const satisfies readonly (keyof typeof frame.tabs)[];
const LIMITED = Object.keys(LIMITS).filter((name) => /^(?:account|password|captcha)M|^clientTimeout$/.test(name));

/** Complaints at what members enter: of point 5 all but those of menu rules and links, and codes besides. */
const OF_MEMBERS =
  /^(?:required|account|password|password_repeat|password_old|captcha|code_wrong|mobile|name|email|too_short|too_long)$/;
/** What a member is made of has the shapes its definition gives. */
const shapes = [...columnsOf(user).values()].flatMap(
  ({ kind, options }) => options.pattern ?? (kind === 'password' ? kind : []),
);
const rulesOfMembers = [
  ...shapes,
  ...ISSUE_CODES.filter((code) => OF_MEMBERS.test(code)),
  ...LIMITED.filter((name) => name !== 'clientTimeout'),
  ...ownFaults.filter((code) =>
    /^upload\.(?:incomplete|type|too_large)$|^member\.disabled$|^access\.denied$|^auth\.needed$/.test(code),
  ),
  ...MEMBER_SCREENS.map((screen) => `account/${screen}`),
];
/** Where the tests of a side stand. */
const FLOORS = { browser: 'client/', server: 'server/' } as const;

const demanded: Readonly<Record<string, readonly string[]>> = {
  route: pathsOf(routes),
  member: [
    APP_PATHS.user.home,
    APP_PATHS.user.loading,
    APP_PATHS.user.login,
    NOT_FOUND_PATH,
    FORBIDDEN_PATH,
    ...Object.keys(SCREENS),
  ],
  title: Object.keys(consoleWords.title),
  tab: TAB_ACTS,
  fault: ownFaults,
  issue: ISSUE_CODES.filter((code) => POINT_5.test(code)),
  limit: LIMITED,
  key: Object.keys(STORAGE_KEYS),
  mode: LAYOUT_MODES,
  layout: Object.keys(DEFAULT_LAYOUT),
  progress: Object.keys(PROGRESS),
  greeting: Object.keys(consoleWords.overview.greeting),
  browser: rulesOfMembers,
  server: rulesOfMembers,
};

describe('the specification', () => {
  it.each(PROOFS.map((proof) => [proof.line, proof.value, proof] as const))(
    '%s: %s',
    (_line, _value, { file, title, value }) => {
      const tests = files.get(file);
      expect([file, tests !== undefined]).toEqual([file, true]);
      expect([...(tests?.bodies.keys() ?? [])]).toContain(title);
      const held = [tests?.bodies.get(title), tests?.around].some((text) => text?.includes(value));
      expect([value, held ? 'is held to' : `is not in “${title}” of ${file}`]).toEqual([value, 'is held to']);
    },
  );

  it.each(Object.entries(demanded))('names every %s there is, and none that is gone', (kind, names) => {
    const named = PROOFS.flatMap(({ of }) => of).filter((one) => one.startsWith(`${kind} `));
    expect(names.length).toBeGreaterThan(0);
    expect([...new Set(named)].sort()).toEqual([...new Set(names)].map((name) => `${kind} ${name}`).sort());
  });

  it.each(Object.entries(FLOORS))('of members has its proofs of the %s there', (side, floor) => {
    const rows = MEMBERS.filter(({ of }) => of.some((one) => one.startsWith(`${side} `)));
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.map(({ file }) => file).filter((file) => !file.startsWith(floor))).toEqual([]);
  });

  it('speaks of nothing else', () => {
    const kinds = PROOFS.flatMap(({ of }) => of).map((one) => one.split(' ')[0] ?? '');
    expect([...new Set(kinds)].filter((kind) => !Object.hasOwn(demanded, kind))).toEqual([]);
  });
});

/** The screens of the console and the addresses of menu rules: read by the server, which checks rules, and by the console, which follows them. */

/** Screens of the console that show no entity. An entity's screen has the entity's name. */
export const ADMIN_SCREENS = ['dashboard', 'profile', 'explain', 'terminal', 'market'] as const;
export type AdminScreen = (typeof ADMIN_SCREENS)[number];

/** Whether the console has a screen of that name which shows no entity. */
export const isAdminScreen = (name: string): name is AdminScreen => ADMIN_SCREENS.some((screen) => screen === name);

/** The part of a menu rule that says where it leads. */
export interface RuleRoute {
  readonly name: string;
  readonly path?: string | null | undefined;
  readonly component?: string | null | undefined;
}

/** The component that older rules hold: the screen of the entity the rule is named after. */
const LEGACY_ENTITY_COMPONENT = 'engine/EntityPage';

/** The screen a tab rule opens: the name of an entity or of a screen above. Without a component, the path names it. */
export function ruleScreen(rule: RuleRoute): string {
  if (rule.component === LEGACY_ENTITY_COMPONENT) return rule.name.toLowerCase();
  return rule.component || rulePath(rule);
}

/** The address of a rule below `/admin/`, in lower case. `news`, `/news` and `/admin/news` are one address; the name counts where there is no path. */
export const rulePath = ({ path, name }: RuleRoute): string =>
  (path || name)
    .toLowerCase()
    .replace(/^\//, '')
    .replace(/^admin\//, '')
    .replace(/\/$/, '');

/** The part of the address that names the open record. */
const RECORD_SEGMENT = /^(?:new|[1-9]\d{0,14})$/;
/** Whether the last part of an address names a record. */
export const isRecordSegment = (text: string): boolean => RECORD_SEGMENT.test(text);

/** First parts of addresses that the console keeps for itself. */
const RESERVED_SEGMENTS: ReadonlySet<string> = new Set(['', 'login', 'loading', 'wall', 'iframe']);

/** Whether a screen may have the address: plain parts, none of the console's own, and no record's address. */
export function isRulePath(path: string): boolean {
  const segments = path.split('/');
  return (
    segments.every((segment) => /^[a-z0-9_-][a-z0-9_.-]*$/.test(segment)) &&
    !RESERVED_SEGMENTS.has(segments[0] ?? '') &&
    !isRecordSegment(segments.at(-1) ?? '')
  );
}

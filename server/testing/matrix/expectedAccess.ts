/**
 * A second, small implementation of the access rules, for tests: who may call which route, see which rows and which columns.
 * It shares no line with the tested code: it maps definitions to verdicts.
 */
import type { AnyEntity } from '../../../common/entity/entity';
import { standardColumns } from '../../../common/entity/columns';

/** The properties of a caller that decide its access. */
export interface AccessProfile {
  readonly kind: 'guest' | 'member' | 'staff';
  readonly id: number;
  readonly companyId: number | null;
  /** Effective permissions after the groups above; `*` for all. */
  readonly permissions: ReadonlySet<string>;
  /** Ids of the admins whose rows are in scope; undefined for all rows. */
  readonly scopeIds: readonly number[] | undefined;
  /** Must enrol a second factor before anything else. */
  readonly mustEnrol?: true;
  /** A kiosk display: two routes, and exactly the lists of its cards. */
  readonly isKiosk?: true;
  /** A program with an API token. */
  readonly isToken?: true;
}
export type AccessVerdict = 'in' | 'denied' | 'sign in';
/** The callers that a route accepts. */
export type AccessRequirement = 'anyone' | 'member' | 'staff' | 'super' | 'nobody' | { readonly permissionKey: string };
export interface AccessRule {
  readonly requirement: AccessRequirement;
  readonly side: 'admin' | 'member';
  /** The route asks for a super admin before it refuses everybody. */
  readonly superOnly?: true;
  /** Closed to API tokens, whatever their permissions. */
  readonly personOnly?: boolean;
  /** The scope that an API token needs where the route requires no permission. */
  readonly scope?: string;
  readonly beforeEnrolment?: boolean;
  readonly allowsKiosk?: boolean;
}

/** Prefix of the permissions of an entity. */
const permissionPrefix = (spec: AnyEntity['spec'], name: string): string => spec.nodes ?? name;
const holdsPermission = ({ permissions }: AccessProfile, permissionKey: string): boolean =>
  permissions.has('*') || permissions.has(permissionKey);
const allowsVerb = ({ spec }: AnyEntity, profile: 'staff' | 'member' | 'guest', verb: string): boolean => {
  const access = spec.access[profile];
  return access === 'crud' || (access !== undefined && Object.hasOwn(access, verb));
};

/** The standard routes of an entity in the console: verb, method, action, permission. */
const GENERIC_ROUTES: readonly (readonly [
  verb: string,
  method: string,
  action: string,
  node: string,
  needsRecords?: true,
])[] = [
  ['read', 'GET', 'index', 'index'],
  ['read', 'GET', 'select', 'index'],
  ['read', 'GET', 'summary', 'index'],
  ['read', 'GET', 'edit', 'index'],
  ['read', 'GET', 'history', 'index', true],
  ['create', 'POST', 'add', 'add'],
  ['create', 'POST', 'batchAdd', 'add'],
  ['update', 'POST', 'edit', 'edit'],
  ['update', 'POST', 'batchEdit', 'edit', true],
  ['update', 'POST', 'revert', 'edit', true],
  ['update', 'POST', 'sortable', 'sortable', true],
  ['remove', 'POST', 'del', 'del', true],
  ['remove', 'DELETE', 'del', 'del', true],
  ['remove', 'POST', 'restore', 'restore', true],
  ['remove', 'POST', 'purge', 'purge', true],
];

/** The rules of every route that an entity must have, by method and path, such as `GET /livez`. */
export function entityRules(entity: AnyEntity): ReadonlyMap<string, AccessRule> {
  const { name, spec } = entity;
  const rules = new Map<string, AccessRule>();
  // Personal data and what only super admins may use are closed to API tokens.
  const personOnly = spec.personal === true || spec.superOnly === true;
  const getRequirement = (permissionAction: string): AccessRequirement =>
    spec.superOnly
      ? 'super'
      : spec.personal
        ? 'staff'
        : { permissionKey: `${permissionPrefix(spec, name)}/${permissionAction}` };
  const admin = (method: string, action: string, requirement: AccessRequirement) =>
    rules.set(`${method} /admin/${name}/${action}`, {
      requirement,
      side: 'admin',
      personOnly,
      ...(spec.superOnly ? { superOnly: true } : {}),
    });
  const isRecord = spec.base !== 'log' && !spec.personal;
  for (const [verb, method, action, permissionAction, needsRecords] of GENERIC_ROUTES)
    if (allowsVerb(entity, 'staff', verb) && (isRecord || !needsRecords) && !(action === 'history' && spec.noHistory))
      admin(method, action, getRequirement(permissionAction));
  // An export is open to people only.
  if (allowsVerb(entity, 'staff', 'read') && !spec.personal)
    rules.set(`GET /admin/${name}/export`, {
      requirement: getRequirement('index'),
      side: 'admin',
      personOnly: true,
    });
  if (spec.base === 'log' && spec.access.staff !== undefined)
    for (const method of ['POST', 'DELETE']) admin(method, 'del', 'nobody');
  for (const action of spec.actions ?? [])
    admin('POST', action, { permissionKey: spec.actionNodes?.[action] ?? `${permissionPrefix(spec, name)}/${action}` });
  const readRequirement = allowsVerb(entity, 'guest', 'read')
    ? 'anyone'
    : allowsVerb(entity, 'member', 'read')
      ? 'member'
      : undefined;
  if (readRequirement !== undefined)
    for (const action of ['index', 'edit'])
      rules.set(`GET /api/${name}/${action}`, { requirement: readRequirement, side: 'member' });
  return rules;
}

/** Routes outside entities that are open without a permission. A new one must be added here. */
const MODULE_ROUTES = `
GET /admin/profile/index staff person | GET /admin/profile/log staff person | POST /admin/profile/edit staff person
GET /admin/profile/sessions staff person | POST /admin/profile/revoke staff person | POST /admin/profile/revokeOthers staff person
POST /admin/Index/stepUp staff person enrolling | POST /admin/Index/stepUpPasskey staff person
POST /admin/ajax/clearCache super person | GET /admin/profile/factor staff person enrolling
POST /admin/profile/otpBegin staff person enrolling | POST /admin/profile/otpConfirm staff person enrolling
POST /admin/profile/otpRemove staff person enrolling | POST /admin/profile/recoveryRenew staff person enrolling
POST /admin/profile/passkeyBegin staff person enrolling | POST /admin/profile/passkeyAdd staff person enrolling
POST /admin/profile/passkeyRemove staff person enrolling
GET /admin/Index/index staff wall | GET /admin/Dashboard/dashboard staff person wall | POST /admin/Dashboard/arrange staff person
POST /admin/Dashboard/asOf staff person
POST /admin/data_import/upload staff person | GET /admin/data_import/preview staff person | POST /admin/data_import/check staff person
POST /admin/data_import/start staff person | POST /admin/data_import/cancel staff person | POST /admin/data_import/undo staff person
GET /admin/data_import/errors staff person | GET /admin/data_import/errorFile staff person
POST /admin/notice/read staff person | POST /admin/notice/readAll staff person | POST /admin/preference/set staff person
POST /admin/preference/favorites staff person | GET /admin/gettingStarted/index staff person | POST /admin/gettingStarted/dismiss staff person
GET /admin/comment/list staff person | GET /admin/comment/people staff person | POST /admin/comment/add staff person
POST /admin/comment/del staff person
POST /admin/history/undo staff | POST /admin/site/preview staff | GET /admin/draft/one staff person | POST /admin/draft/keep staff person
POST /admin/draft/drop staff person
POST /admin/ajax/uploadTicket staff files | POST /api/ajax/uploadTicket member
POST /admin/ajax/uploadReturn staff files | POST /api/ajax/uploadReturn member
POST /admin/Alioss/callback staff files | POST /api/Alioss/callback member
POST /admin/ajax/upload staff files | POST /admin/profile/passkeyRename staff person enrolling | GET /openapi.json staff
POST /admin/api_token/show api_token/index person | POST /admin/wall_screen/show wall_screen/index person
POST /admin/app/show app/reset_secret person | POST /admin/webhook/show webhook/index person | GET /admin/app/gateway app/index
GET /admin/app_plugin_version_api/reachability app_plugin_version_api/index | POST /admin/activation_code/series activation_code/add
GET /admin/admin_group/explain admin_group/index | GET /admin/history/set admin_log/index
GET /admin/ajax/buildSuffixSvg anyone | GET /api/ajax/buildSuffixSvg anyone
GET /admin/attachment/used attachment/index | GET /admin/attachment/orphans attachment/index
GET /admin/recycle_rule/add recycle_rule/index | GET /admin/sensitive_rule/add sensitive_rule/index
GET /admin/recycle_rule/test recycle_rule/index | GET /admin/sensitive_rule/test sensitive_rule/index
GET /admin/recycle_log/info recycle_log/index | GET /admin/sensitive_log/info sensitive_log/index
GET /admin/ajax/getTablePk staff | GET /admin/ajax/getTableFieldList staff
GET /admin/ajax/getTableList staff | GET /admin/ajax/getDatabaseConnectionList super person
GET /admin/routine.config/index config/index | POST /admin/routine.config/edit config/edit
GET /admin/user_group/rules user_group/index | GET /admin/ajax/area staff | GET /api/ajax/area anyone
GET /api/Index/index anyone | GET /api/user/index member | GET /api/module/page member | GET /api/account/sessions member person
POST /api/account/revoke member person | POST /api/account/revokeOthers member person | POST /api/account/seen member | POST /api/notice/read member
POST /api/notice/readAll member | POST /api/preference/set member | POST /api/ajax/upload member
GET /api/account/profile member | POST /api/account/profile member person | POST /api/account/verification member person
POST /api/user/secondFactor anyone | GET /api/account/factor member | POST /api/account/otpBegin member person
POST /api/account/otpConfirm member person | POST /api/account/otpRemove member person | POST /api/account/recoveryRenew member person
POST /api/account/changeBind member person | POST /api/account/changePassword member person
GET /api/account/statement member | GET /admin/user_money_log/shift user_money_log/index | GET /admin/user_money_log/bookingOptions user_money_log/add
GET /admin/user_money_log/statement user_money_log/index | GET /admin/user_score_log/statement user_score_log/index
GET /admin/user_money_log/add user_money_log/add | GET /admin/user_score_log/add user_score_log/add
GET /api/account/overview member | GET /api/account/balance member | GET /api/account/integral member
GET /api/account/dailyCheckIn member | POST /api/account/dailyCheckIn member | POST /api/Ems/send anyone | POST /api/Sms/send anyone
POST /admin/ajax/uploadBegin staff files | POST /admin/ajax/uploadPart staff files | POST /admin/ajax/uploadComplete staff files
POST /admin/ajax/uploadDrop staff files | GET /admin/ajax/uploadState staff files | POST /api/ajax/uploadBegin member
POST /api/ajax/uploadPart member | POST /api/ajax/uploadComplete member | POST /api/ajax/uploadDrop member
GET /api/ajax/uploadState member | GET /admin/view/index staff person | POST /admin/view/keep staff person | POST /admin/view/drop staff person
POST /admin/bulk/start staff person | GET /admin/bulk/state staff person | POST /admin/bulk/undo staff person
GET /admin/crud_design/preview super person | GET /admin/crud_design/code super person | GET /admin/crud_design/tables super person
POST /admin/crud_design/start super person | POST /admin/crud_design/read_sheet super person | POST /admin/crud_design/apply super person
GET /admin/crud_record/code super person | GET /admin/crud_design/columns super person | GET /admin/crud_record/effects super person
POST /admin/crud_record/rollback super person | POST /admin/crud_record/remove super person | POST /admin/crud_record/reinstate super person
POST /admin/job/cancel job/index person
GET /admin/module/state super person | GET /admin/module/review super person | GET /admin/module/rows super person
GET /admin/module/included super person | POST /admin/module/include super person
POST /admin/module/upload super person | POST /admin/module/discard super person | POST /admin/module/install super person
POST /admin/module/update super person | POST /admin/module/uninstall super person
POST /admin/module/changeState super person | POST /admin/module/dependentInstallComplete super person
GET /admin/moduleStore/modules super person | GET /admin/moduleStore/info super person | POST /admin/moduleStore/order super person
POST /admin/moduleStore/pay super person | POST /admin/moduleStore/install super person | POST /admin/moduleStore/uninstall super person | POST /admin/moduleStore/changeState super person
GET /admin/crud.Crud/databaseList super person | GET /admin/crud.Crud/getFileData super person | GET /admin/crud.Crud/checkCrudLog super person
POST /admin/crud.Crud/parseFieldData super person | POST /admin/crud.Crud/generateCheck super person | POST /admin/crud.Crud/logStart super person
POST /admin/crud.Crud/generate super person | POST /admin/crud.Crud/delete super person
GET /admin/market/sources super person | GET /admin/market/catalogue super person | GET /admin/market/plugin super person
GET /admin/market/picture super person | POST /admin/market/link super person | POST /admin/market/unlink super person
POST /admin/market/buy super person | POST /admin/market/download super person | POST /admin/market/check super person
POST /admin/plugin_version/package plugin_version/edit
POST /admin/market/rate super person | POST /admin/market/requestRefund super person
POST /admin/oidc/begin anyone | POST /admin/oidc/finish anyone | GET /admin/oidc/state staff person
POST /admin/oidc/beginLink staff person | POST /admin/oidc/link staff person | POST /admin/oidc/unlink staff person
GET /api/market/catalogue anyone | GET /api/market/plugin anyone | GET /api/market/versions anyone | GET /api/market/package anyone
GET /api/market/account anyone | POST /api/market/buy anyone | POST /api/market/rate anyone | POST /api/market/requestRefund anyone
GET /api/market/keys member | POST /api/market/addKey member person | POST /api/market/revokeKey member person
GET /api/entitlement/granted member
POST /api/activation_code/redeem member | POST /api/article/like anyone | GET /api/article/edit anyone
`;

export const MODULE_RULES: ReadonlyMap<string, AccessRule> = new Map(
  MODULE_ROUTES.split(/[|\n]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [method = '', path = '', requirement = '', ...marks] = line.split(' ');
      const realm = path.startsWith('/api/') ? 'member' : 'admin';
      const rule: AccessRule = {
        requirement: requirement.includes('/') ? { permissionKey: requirement } : (requirement as AccessRequirement),
        side: realm,
        personOnly: marks.includes('person'),
        ...(marks.includes('files') ? { scope: 'attachment/edit' } : {}),
        beforeEnrolment: marks.includes('enrolling'),
        allowsKiosk: marks.includes('wall'),
      };
      return [`${method} ${path}`, rule];
    }),
);

/** The expected verdict of a route, by the caller alone. */
export function expectedVerdict(
  profile: AccessProfile,
  { requirement, side, personOnly, scope, beforeEnrolment, allowsKiosk }: AccessRule,
): AccessVerdict {
  // A signed-in caller that must enrol is refused also where a guest is admitted.
  if (requirement === 'anyone') return side === 'admin' && (profile.mustEnrol || profile.isKiosk) ? 'denied' : 'in';
  if (profile.kind !== (side === 'admin' ? 'staff' : 'member')) return 'sign in';
  if (profile.mustEnrol && !beforeEnrolment) return 'denied';
  if (profile.isKiosk) return allowsKiosk ? 'in' : 'denied';
  if (requirement === 'nobody' || (personOnly && profile.isToken)) return 'denied';
  if (scope !== undefined && profile.isToken && !holdsPermission(profile, scope)) return 'denied';
  if (requirement === 'super') return profile.permissions.has('*') ? 'in' : 'denied';
  return typeof requirement === 'string' || holdsPermission(profile, requirement.permissionKey) ? 'in' : 'denied';
}

type StoredCells = Readonly<Record<string, unknown>>;

/** A predicate for the stored rows that a caller may read, deleted ones excluded; undefined when it may read none. */
export function readableRowsFor(
  profile: AccessProfile,
  entity: AnyEntity,
): ((row: StoredCells) => boolean) | undefined {
  const { spec, name } = entity;
  const access = spec.access[profile.kind];
  const isForPeople = spec.personal === true || spec.superOnly === true;
  if (access === undefined || profile.mustEnrol || profile.isKiosk || (profile.isToken && isForPeople))
    return undefined;
  if (spec.superOnly && !profile.permissions.has('*')) return undefined;
  const clause = access === 'crud' ? true : access['read'];
  if (clause === undefined) return undefined;
  if (profile.kind === 'staff' && !spec.personal && !holdsPermission(profile, `${permissionPrefix(spec, name)}/index`))
    return undefined;
  const conditions = Object.entries(clause === true ? {} : clause);
  return (row) =>
    conditions.every(([field, value]) => String(row[field]) === String(resolveActorValue(profile, value))) &&
    (profile.kind !== 'staff' ||
      spec.owner === undefined ||
      !profile.scopeIds ||
      profile.scopeIds.includes(Number(row[spec.owner])));
}
function resolveActorValue(profile: AccessProfile, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('actor' in value)) return value;
  return value.actor === 'id' ? profile.id : (profile.companyId ?? 'nobody');
}

/** The columns whose values a caller may see. */
export function visibleColumns(profile: AccessProfile, entity: AnyEntity): readonly string[] {
  const { spec, name } = entity;
  const standard = Object.keys(standardColumns(spec.base));
  return [...new Set([...standard, ...Object.keys(spec.fields)])].filter((column) => {
    const field = spec.fields[column];
    if (column === 'delete_time')
      return profile.kind === 'staff' && holdsPermission(profile, `${permissionPrefix(spec, name)}/restore`);
    if (!field) return column !== 'revision' || profile.kind === 'staff';
    const defaultSensitivity = field.kind === 'money' ? 'money' : spec.sensitivity;
    const sensitivity = field.kind === 'password' ? 'secret' : (field.options.sensitivity ?? defaultSensitivity);
    if (sensitivity === 'secret') return false;
    if (sensitivity === 'public') return true;
    if (sensitivity === 'internal') return profile.kind === 'staff';
    return profile.kind === 'member'
      ? spec.access.member !== undefined
      : holdsPermission(profile, `${permissionPrefix(spec, name)}/see_${sensitivity}`);
  });
}

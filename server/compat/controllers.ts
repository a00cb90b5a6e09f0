/** The table of translations: for each entity with a dotted name, its fields in the form of older clients, in both directions. */
import { asRecord, isObject, stringOrEmpty } from '../../common/json';
import { parseEntity } from '../../common/definition/parseEntity';
import { entityToDesign } from '../../common/designer/entityToDesign';
import { entityLabels } from '../../common/locales/entityLabels';
import { fault } from '../../common/protocol/faults';
import { findCompatEntity } from './compatNames';
import { formatCompatDesign } from './designer/designForm';
import { getRuleTitle, type RuleEntity } from './rules/ruleTitles';
import { getSuffix } from './fileForm';
import { shownByValue, shownFieldLabel, shownLogTitle, shownRuleTitle, type ShownColumn } from './query/shownColumns';
import { DEFAULT_AVATAR_PATH, fromCompatAvatar } from './olderClient';
import type { CompatRow, RowSource } from './rowSource';
import {
  backendFile,
  COMPAT_MEMBER_SCREENS,
  COMPAT_SCREENS,
  findClientIcon,
  memberFile,
  NEUTRAL_ICON,
} from './screens';

/** A field with other values. Both functions get values of any type, since clients send numbers as text. */
export interface FieldTranslation {
  readonly toCompat: (value: unknown, row: CompatRow, source: RowSource) => unknown;
  /** Returns undefined for a value that the client shows without one, and that is therefore not written. */
  readonly fromCompat?: (value: unknown, source: Pick<RowSource, 'origin'>) => unknown;
}

/** Columns of a referenced row, which these clients show as `as.column`. */
export interface Join {
  readonly as: string;
  /** Our field with the id. */
  readonly by: string;
  readonly entity: string;
  /** Our column by the column of these clients. */
  readonly columns: Readonly<Record<string, string>>;
}

export interface CompatController {
  readonly fields?: Readonly<Record<string, FieldTranslation>>;
  readonly joins?: readonly Join[];
  /** Columns that are computed from the row. */
  readonly computed?: (row: CompatRow, source: RowSource) => CompatRow;
  /** Our column by a column of these clients that a search or an order names. */
  readonly searched?: Readonly<Record<string, string>>;
  /** Columns that a search finds by the text that is shown instead of the stored one. */
  readonly shown?: Readonly<Record<string, ShownColumn>>;
  /** The one of them that the quick search finds too. */
  readonly quickSearchedColumn?: string;
  /** Values of fields that these clients leave empty. */
  readonly defaults?: CompatRow;
  /** The joined row whose columns the quick search finds too. */
  readonly quickJoin?: string;
  /** The rules whose translated titles the quick search finds. */
  readonly titledRules?: RuleEntity;
  /** The column with the titles of a tree. */
  readonly treeTitle?: string;
  /** Converts the fields of a body that these clients send in another form. */
  readonly fromCompatBody?: (body: CompatRow) => CompatRow;
  /** The entity of the rules that a group holds. */
  readonly ruleEntity?: RuleEntity;
}

const swap = (pairs: readonly (readonly [own: number, sent: string])[]): FieldTranslation => ({
  toCompat: (value) => pairs.find(([own]) => own === value)?.[1] ?? value,
  fromCompat: (value) => pairs.find(([, sent]) => sent === value)?.[0] ?? value,
});
const MEMBER_STATUS = [
  [0, 'disable'],
  [1, 'enable'],
] as const;
/** The status of a member as these clients show it. */
export const toMemberStatus = (status: unknown): unknown =>
  MEMBER_STATUS.find(([own]) => own === status)?.[1] ?? status;
const avatar: FieldTranslation = {
  toCompat: (value, _row, { origin, toUrl }) =>
    value === null || value === '' ? `${origin}${DEFAULT_AVATAR_PATH}` : toUrl(value),
  fromCompat: (value, { origin }) => fromCompatAvatar(value, origin),
};
const jsonText: FieldTranslation = {
  toCompat: (value) => (typeof value === 'string' ? value : JSON.stringify(value ?? {})),
};
const memberJoin = {
  as: 'user',
  by: 'user_id',
  entity: 'user',
  columns: { username: 'username', nickname: 'nickname' },
};
const adminJoin = {
  as: 'admin',
  by: 'admin_id',
  entity: 'admin',
  columns: { username: 'username', nickname: 'nickname' },
};

/** A rule without an icon has none in these clients either. */
const ruleIcon: FieldTranslation = {
  toCompat: (value) => (stringOrEmpty(value) === '' ? value : (findClientIcon(value) ?? NEUTRAL_ICON)),
};
/** Error: `compat.rule_type` for the types of rules of the second client that the member center does not have. */
const memberType: FieldTranslation = {
  toCompat: (value) => value,
  fromCompat: (value) => {
    if (!MISSING_TYPES.has(stringOrEmpty(value))) return value;
    throw fault('compat.rule_type', undefined, { fields: [{ path: 'type', code: 'choice' }] });
  },
};
const MISSING_TYPES: ReadonlySet<string> = new Set(['nav', 'nav_user_menu', 'button']);
/** Error: `compat.client_file` for a file of the client, which no screen of ours shows. */
function rejectClientFile(value: unknown): unknown {
  if (!stringOrEmpty(value).startsWith('/src/')) return value;
  throw fault('compat.client_file', undefined, { fields: [{ path: 'component', code: 'no_route' }] });
}

/** `/src/views/backend/auth/group/index.vue` and `admin_group`. */
const screenOfFile = new Map(
  [...COMPAT_SCREENS].flatMap(([screen, { files }]) => files.map((file) => [backendFile(file), screen] as const)),
);
const adminComponent: FieldTranslation = {
  toCompat: (value) => {
    const file = COMPAT_SCREENS.get(stringOrEmpty(value))?.files[0];
    return file === undefined ? value : backendFile(file);
  },
  fromCompat: (value) => screenOfFile.get(stringOrEmpty(value)) ?? rejectClientFile(value),
};
const screenOfMemberFile = new Map([...COMPAT_MEMBER_SCREENS].map((screen) => [memberFile(screen), screen]));
const memberComponent: FieldTranslation = {
  toCompat: (value) => (COMPAT_MEMBER_SCREENS.has(stringOrEmpty(value)) ? memberFile(stringOrEmpty(value)) : value),
  fromCompat: (value) => screenOfMemberFile.get(stringOrEmpty(value)) ?? rejectClientFile(value),
};

/** `{ username: 'Username' }` of `['username']`. */
const watchedFields: FieldTranslation = {
  toCompat: (value, row, { ctx }) => {
    const entity = ctx.services.registry.get(stringOrEmpty(row['data_table']));
    const labels = entity ? entityLabels(entity, ctx.lang).fields : {};
    const names = Array.isArray(value) ? value.map(String) : [];
    return Object.fromEntries(names.map((name) => [name, labels[name] ?? name]));
  },
};
const fieldTitle = (row: CompatRow, { ctx }: RowSource): string => {
  const entity = ctx.services.registry.get(stringOrEmpty(row['data_table']));
  const name = stringOrEmpty(row['data_field']);
  return (entity && entityLabels(entity, ctx.lang).fields[name]) ?? name;
};
/** The dotted name of a controller stands for the table that it edits. */
const controllerName: FieldTranslation = {
  toCompat: (value) => value,
  fromCompat: (value) => findCompatEntity(stringOrEmpty(value).toLowerCase()) ?? value,
};
/** The form sends the chosen fields as `fields: [{ name, value }]`. */
const toWatchedFields = ({ fields, ...body }: CompatRow): CompatRow => {
  if (!Array.isArray(fields)) return body;
  const names = fields.map((field: unknown) => (isObject(field) ? field['name'] : field));
  return { ...body, data_fields: names };
};

/** The design of a record of the designer, as it was then; lists, which do not have it, and other records show only the names. */
function getDesign({ table_name: name, source, table, fields }: CompatRow, { ctx }: RowSource): CompatRow {
  const current = ctx.services.registry.get(stringOrEmpty(name));
  const comment = current === undefined ? '' : entityLabels(current, ctx.lang).many;
  const isDesign = source !== 'code' && isObject(table) && isObject(fields);
  const parsed = isDesign ? parseEntity({ name, spec: { ...table, fields } }) : undefined;
  if (parsed === undefined || !('entity' in parsed)) return { table: { name, comment }, fields: [] };
  return { ...formatCompatDesign(entityToDesign(parsed.entity)) };
}

const shownTitle = (entity: RuleEntity): FieldTranslation => ({
  toCompat: (value, row, { ctx }) => {
    const [name, english, type] = [row['name'], row['title_en'], row['type']].map(stringOrEmpty);
    const texts = { title: stringOrEmpty(value), name: name ?? '', title_en: english ?? '', type: type ?? '' };
    return getRuleTitle(ctx, entity, texts);
  },
});

const ruleColumns = { name: 'name', controller_as: 'controller' };
/** The row that a log recorded, without its revision: a client shows each of its columns. */
const withoutRevision = (recorded: unknown): unknown => {
  const row = asRecord(recorded);
  if (row === undefined) return recorded;
  const { revision: _revision, ...columns } = row;
  return columns;
};
/** These clients show a value that was absent as an empty text. */
const toShownChange = (row: CompatRow): CompatRow =>
  Object.fromEntries(['before', 'after'].filter((name) => row[name] === null).map((name) => [name, '']));
const noConnection = () => ({ connection: '' });

/** By the name of our entity. */
export const COMPAT_CONTROLLERS: Readonly<Record<string, CompatController>> = {
  user: {
    fields: {
      avatar,
      status: swap(MEMBER_STATUS),
    },
    joins: [{ as: 'group', by: 'group_id', entity: 'user_group', columns: { name: 'name' } }],
    computed: ({ id, username }) => ({ nickname_text: `${stringOrEmpty(username)}(ID:${String(id)})` }),
  },
  user_group: { ruleEntity: 'user_rule' },
  user_rule: {
    fields: {
      component: memberComponent,
      icon: ruleIcon,
      type: memberType,
      title: shownTitle('user_rule'),
    },
    defaults: { weigh: 0 },
    treeTitle: 'title',
    titledRules: 'user_rule',
    shown: { title: shownRuleTitle('user_rule'), icon: shownByValue('icon', ruleIcon.toCompat) },
  },
  user_money_log: { joins: [memberJoin], quickJoin: memberJoin.as },
  user_score_log: { joins: [memberJoin], quickJoin: memberJoin.as },
  admin: {
    fields: { avatar },
    computed: ({ group_arr: groups }, { refs }) => ({
      group_name_arr: (Array.isArray(groups) ? groups : []).flatMap((id) => refs['admin_group']?.[String(id)] ?? []),
    }),
  },
  admin_group: { ruleEntity: 'menu_rule', treeTitle: 'name' },
  menu_rule: {
    fields: {
      component: adminComponent,
      icon: ruleIcon,
      title: shownTitle('menu_rule'),
    },
    defaults: { weigh: 0 },
    treeTitle: 'title',
    titledRules: 'menu_rule',
    shown: { title: shownRuleTitle('menu_rule'), icon: shownByValue('icon', ruleIcon.toCompat) },
  },
  admin_log: { fields: { data: jsonText }, shown: { title: shownLogTitle }, quickSearchedColumn: 'title' },
  attachment: {
    joins: [adminJoin, memberJoin],
    computed: ({ name, url }, { toUrl }) => ({ suffix: getSuffix(name), full_url: toUrl(url) }),
  },
  recycle_rule: {
    fields: { controller: controllerName },
    computed: (row) => ({ controller_as: row['controller'], ...noConnection() }),
  },
  recycle_log: {
    joins: [adminJoin, { as: 'recycle', by: 'recycle_id', entity: 'recycle_rule', columns: ruleColumns }],
    computed: ({ data, title }) => ({ data: data === undefined ? title : withoutRevision(data), ...noConnection() }),
    searched: { data: 'title' },
  },
  sensitive_rule: {
    fields: { controller: controllerName, data_fields: watchedFields },
    computed: (row) => ({ controller_as: row['controller'], ...noConnection() }),
    fromCompatBody: toWatchedFields,
  },
  sensitive_log: {
    joins: [adminJoin, { as: 'sensitive', by: 'sensitive_id', entity: 'sensitive_rule', columns: ruleColumns }],
    computed: (row, source) => ({ data_comment: fieldTitle(row, source), ...noConnection(), ...toShownChange(row) }),
    searched: { data_comment: 'data_field' },
    shown: { data_comment: shownFieldLabel(fieldTitle) },
  },
  // A list shows only the name of the table.
  crud_record: { computed: getDesign, searched: { table: 'table_name' } },
};

/** The spelling of columns in the first client. Rows have both. */
export const COLUMN_SPELLINGS: ReadonlyMap<string, string> = new Map([
  ['createtime', 'create_time'],
  ['updatetime', 'update_time'],
  ['lastlogintime', 'last_login_time'],
  ['lastloginip', 'last_login_ip'],
  ['lastuploadtime', 'last_upload_time'],
  ['jointime', 'join_time'],
  ['joinip', 'join_ip'],
]);

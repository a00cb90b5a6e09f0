/** OpenAPI schemas that follow from entity definitions: rows, request bodies, responses and query parameters. */
import type { AnyEntity } from '../../../common/entity/entity';
import { findColumn, getColumns, type Column } from '../../../common/entity/columns';
import { entityLabels, type EntityLabels } from '../../../common/locales/entityLabels';
import type { Lang } from '../../../common/lang';
import { LIMITS } from '../../../common/limits';
import type { PublicForm } from './routeRegistry';

export type Schema = Readonly<Record<string, unknown>>;

/** The text of a shared draft that the decision of a conflict replaces. */
const DECIDED_TEXT = {
  type: 'object',
  required: ['replaces'],
  properties: { replaces: { type: ['string', 'null'] } },
};
const ID: Schema = { type: 'integer', minimum: 1 };
const IDS: Schema = { type: 'array', maxItems: 500, items: ID };
/** Request bodies by the last part of the path; `row` is the reference to the entity's schema. */
export const REQUEST_BODIES: Readonly<Record<string, (row: string) => Schema>> = {
  add: (row) => ({ $ref: row }),
  batchAdd: (row) => ({
    type: 'object',
    required: ['list'],
    properties: { list: { type: 'array', maxItems: 500, items: { $ref: row } } },
  }),
  edit: (row) => ({
    allOf: [
      { $ref: row },
      {
        type: 'object',
        required: ['id'],
        properties: {
          id: ID,
          revision: { type: 'integer' },
          _base: { type: 'object' },
          _mid: { type: 'string', maxLength: 64 },
          _draft: { type: 'object', additionalProperties: { oneOf: [{ type: 'string' }, DECIDED_TEXT] } },
        },
      },
    ],
  }),
  del: () => ({ type: 'object', properties: { ids: IDS } }),
  restore: () => ({ type: 'object', required: ['ids'], properties: { ids: IDS } }),
  purge: () => ({ type: 'object', required: ['ids'], properties: { ids: IDS } }),
  sortable: () => ({
    type: 'object',
    required: ['id', 'targetId'],
    properties: { id: ID, targetId: ID, revision: { type: 'integer', minimum: 0 } },
  }),
};

const WRITTEN_ROW = (row: string): Schema => ({
  type: 'object',
  properties: {
    id: ID,
    revision: { type: 'integer' },
    row: { $ref: row },
    ignored: { type: 'array', items: { type: 'string' }, description: 'Keys that may not be written' },
    cleaned: { type: 'array', items: { type: 'string' }, description: 'Formatted texts something was taken out of' },
    removed: { type: 'array', items: { enum: ['images', 'elements'] }, description: 'What was taken out of them' },
    merged: { type: 'array', items: { type: 'string' }, description: 'Fields others had changed, kept as they are' },
    changes: {
      type: 'array',
      items: { type: 'object' },
      description: 'The same in full: `field, before, theirs, by, at`',
    },
    saved: { const: true, description: 'The change needed no approval and was made at once' },
    seq: CURSOR,
    cid: { type: 'string', description: 'The change-set' },
  },
});
const CURSOR: Schema = { type: 'string', description: 'Where the live channel goes on from' };
const REFERENCE_TITLES: Schema = {
  type: 'object',
  description: 'Titles of referenced rows: entity → id → title',
  additionalProperties: { type: 'object', additionalProperties: { type: 'string' } },
};
const LIST_RESULT = (row: string): Schema => ({
  type: 'object',
  properties: {
    list: { type: 'array', items: { $ref: row } },
    total: { type: 'integer' },
    total_capped: { const: true, description: 'There are more than were counted' },
    searched: {
      type: 'object',
      description: 'Quick search looked at the newest rows only, those from this id on',
      properties: { newest: { type: 'integer' }, from: { type: 'integer' } },
    },
    seq: CURSOR,
    epoch: { type: 'string' },
    refs: REFERENCE_TITLES,
    remark: { type: 'string' },
  },
});
const BULK_RESULT: Schema = {
  type: 'object',
  properties: {
    ids: IDS,
    skipped: {
      type: 'array',
      items: { type: 'object', properties: { id: ID, revision: { type: 'integer' }, gone: { type: 'boolean' } } },
    },
    seq: CURSOR,
    cid: { type: 'string' },
  },
};
/** The `data` of a successful response, by method and last part of the path. */
export const RESPONSE_DATA: Readonly<Record<string, (row: string) => Schema>> = {
  'GET index': LIST_RESULT,
  'GET select': LIST_RESULT,
  'GET edit': (row) => ({
    type: 'object',
    properties: { row: { $ref: row }, refs: REFERENCE_TITLES, seq: CURSOR, epoch: { type: 'string' } },
  }),
  'POST add': WRITTEN_ROW,
  'POST edit': WRITTEN_ROW,
  'POST batchAdd': (row) => ({ type: 'object', properties: { rows: { type: 'array', items: WRITTEN_ROW(row) } } }),
  'POST del': () => BULK_RESULT,
  'DELETE del': () => BULK_RESULT,
  'POST restore': () => BULK_RESULT,
  'POST purge': () => BULK_RESULT,
  'POST sortable': () => BULK_RESULT,
};

const INTEGER: Schema = { type: 'integer', minimum: 1 };
/** Query parameters by name; a name that is not listed is a plain text. */
export const QUERY_PARAMETERS: Readonly<Record<string, Schema>> = {
  id: { schema: ID, required: true },
  ids: { schema: IDS, style: 'form', explode: false },
  page: { schema: { ...INTEGER, default: 1 } },
  limit: { schema: { ...INTEGER, maximum: 200, default: 10 } },
  order: { schema: { type: 'string' }, description: 'Sort keys `field,asc` or `field,desc`, joined by `;`' },
  search: {
    schema: { type: 'array', items: { type: 'object' } },
    description: 'Conditions `search[i][field]`, `search[i][operator]`, `search[i][val]`',
  },
  quick_search: { schema: { type: 'string' }, description: 'A text in one of the searchable fields, or an id' },
  search_all: {
    schema: { type: 'boolean' },
    description: 'Quick search looks through the whole table instead of its newest rows',
  },
  asOf: {
    schema: { ...INTEGER, minimum: 0 },
    description:
      'Unix seconds: the rows as they were at the end of this second, with the current permissions. At the earliest the start of the history; not in the future',
  },
  initKey: { schema: { type: 'string' }, description: 'With `initValue`: the field that names the wanted rows' },
  initValue: { schema: { type: 'string' }, description: 'Ids of the wanted rows, joined by commas' },
};

/** A row as it is read and written. Which columns a caller may read or send depends on its permissions. */
export function rowSchema(entity: AnyEntity, lang: Lang): Schema {
  const labels = entityLabels(entity, lang);
  const visibleColumns = [...getColumns(entity).values()].filter(
    ({ sensitivity, readonly }) => sensitivity !== 'secret' || !readonly,
  );
  return {
    type: 'object',
    title: labels.one,
    properties: Object.fromEntries(visibleColumns.map((column) => [column.name, columnSchema(column, labels)])),
  };
}

const CONSENT_SCHEMA: Schema = {
  type: 'boolean',
  description: '`true`: the visitor agreed to the privacy policy; the time is stored',
};
/** The body of a public form: fields of an entity, and the fields that prove that a person sends it. */
export function formSchema({ entity, fields, hasConsent }: PublicForm): Schema {
  const labels = entityLabels(entity, 'en');
  const columns = fields.flatMap((name) => findColumn(entity, name) ?? []);
  return {
    type: 'object',
    title: labels.one,
    required: [
      ...columns.filter(({ options }) => options.required).map(({ name }) => name),
      ...(hasConsent ? ['consent'] : []),
    ],
    properties: {
      ...Object.fromEntries(columns.map((column) => [column.name, columnSchema(column, labels)])),
      ...(hasConsent ? { consent: CONSENT_SCHEMA } : {}),
      captchaId: { type: 'string', description: 'Asked for after several messages' },
      captcha: { type: 'string' },
    },
  };
}

function columnSchema(column: Column, { fields, help }: EntityLabels): Schema {
  const { name, kind, options, readonly, sensitivity } = column;
  const description = help[name];
  return {
    title: fields[name] ?? name,
    ...(description === undefined ? {} : { description }),
    ...typeSchema(column),
    ...(kind === 'choice' ? choiceSchema(column) : {}),
    ...(options.max !== undefined && kind === 'text' ? { maxLength: options.max } : {}),
    ...(readonly ? { readOnly: true } : {}),
    ...(sensitivity === 'secret' ? { writeOnly: true } : {}),
  };
}

const choiceSchema = ({ options: { values } }: Column): Schema => (values ? { enum: Object.values(values) } : {});

/** One item of a column that holds a list. */
function itemSchema(column: Column): Schema {
  const { kind, options } = column;
  if (kind === 'choices') return choiceSchema(column);
  if (kind === 'refs' || options.by === 'id') return ID;
  if (kind === 'city') return { type: 'string', pattern: '^[1-9]\\d{5}$' };
  return { type: 'string', ...(kind === 'array' ? { maxLength: options.max ?? LIMITS.textChars } : {}) };
}

function typeSchema(column: Column): Schema {
  const { kind, store } = column;
  if (kind === 'money') return { type: 'string', pattern: '^-?\\d+\\.\\d{2}$' };
  if (kind === 'json') return {};
  if (kind === 'key_values') return { type: 'object', additionalProperties: { type: 'string' } };
  if (store === 'json')
    return { type: 'array', items: itemSchema(column), maxItems: kind === 'city' ? 3 : LIMITS.listItems };
  if (kind === 'choice') return {};
  if (kind === 'date') return { type: ['string', 'null'], format: 'date' };
  if (store === 'integer') return { type: ['integer', 'null'] };
  return { type: [store === 'double' ? 'number' : 'string', 'null'] };
}

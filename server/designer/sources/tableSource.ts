/** The table that a design starts from: a designed entity, a built-in one, or another table of the database; and what is not taken over. */
import type { CompleteSettings } from '../../../common/designer/completeDesign';
import type { Design, DesignProblem } from '../../../common/designer/design';
import { entityToDesign, type CompleteDesign } from '../../../common/designer/entityToDesign';
import { findColumnIssues, type ColumnIssue } from '../../../common/designer/guess/findColumnIssues';
import { designFromTable, type TableColumn } from '../../../common/designer/guessFields';
import type { AnyEntity } from '../../../common/entity/entity';
import type { RuntimeRegistry } from '../../../common/entity/registry';
import type { Lang } from '../../../common/lang';
import { fault } from '../../../common/protocol/faults';
import type { Services } from '../../context';
import { introspectTable } from '../../db/schema/introspect';
import { SYSTEM_TABLES } from '../../db/schema/systemTables';
import type { TableShape } from '../../engine/schema/tableShape';
import { describeProblem } from '../describeProblems';
import { findDefinitionInForce } from '../definitionVersions';
import { findDesignProblems } from '../previewDesign';

interface SourceDeps {
  readonly services: Pick<Services, 'db'>;
  readonly registry: RuntimeRegistry;
}

/** A designed table is designed again under its own name; any other table is a template for a new one. */
export async function designOfTable({ services, registry }: SourceDeps, table: string, name?: string): Promise<Design> {
  const designed = await findDefinitionInForce(services.db, registry, table);
  if (designed !== null) return entityToDesign(designed);
  const entity = registry.builtIn.get(table);
  if (entity !== undefined) return templateOf(registry, entity, name ?? `${table}_copy`).design;
  return designFromTable(name ?? `${table}_copy`, columnsOfShape(await readForeignTable(services, table)));
}

/** Options that only make sense with the code of the built-in entity. */
export const CODE_OPTIONS = [
  'actions',
  'actionNodes',
  'nodes',
  'personal',
  'noHistory',
  'keptDays',
  'superOnly',
  'children',
  'publicId',
  'memberRule',
];
/** A built-in entity under another name, without what its own code does; references to itself follow the name. */
function asTemplate({ name: from, spec }: AnyEntity, name: string): AnyEntity {
  const fields = Object.fromEntries(
    Object.entries(spec.fields).map(([key, field]) => [key, withoutCode(field, from, name)]),
  );
  const keptOptions = Object.fromEntries(Object.entries(spec).filter(([option]) => !CODE_OPTIONS.includes(option)));
  const labels = { en: withoutActions(spec.labels.en), 'zh-cn': withoutActions(spec.labels['zh-cn']) };
  return { name, spec: { ...(keptOptions as AnyEntity['spec']), fields, labels } }; // only optional options are left out
}
const withoutActions = ({ $actions: _actions, ...labels }: AnyEntity['spec']['labels']['en']) => labels;
const withoutCode = (
  {
    kind,
    options: { readonly: _readonly, formerNames: _formerNames, ...options },
  }: AnyEntity['spec']['fields'][string],
  from: string,
  to: string,
) => ({ kind, options: options.to === from ? { ...options, to } : options });

const SYSTEM_TABLE_NAMES: ReadonlySet<string> = new Set(SYSTEM_TABLES.map(({ name }) => name));
export const isSystemTable = (name: string): boolean => SYSTEM_TABLE_NAMES.has(name);

const columnsOfShape = ({ columns, primary, indexes }: TableShape): readonly TableColumn[] =>
  columns.map(({ name, type, notNull, default: value }) => ({
    name,
    sqlType: type,
    nullable: !notNull,
    isPrimary: name === primary,
    isUnique: indexes.some((index) => index.unique && index.columns.length === 1 && index.columns[0] === name),
    comment: '',
    // An expression, such as a time, is read as NaN.
    default: value === null || Number.isNaN(value) ? null : String(value),
    ...(Number.isNaN(value) ? { hasExpression: true } : {}),
  }));

interface Template {
  readonly design: CompleteDesign;
  /** Fields that are not in the design, because no design can have them. */
  readonly leftOut: readonly DesignProblem[];
  /** Required fields that only its code fills: the form gets them. */
  readonly inForm: readonly string[];
}
const isOutsideForm = ({ code }: DesignProblem): boolean => code === 'required_not_in_form';
const setting = (settings: CompleteSettings, name: string): string => {
  const value: unknown = settings[name as keyof CompleteSettings];
  return typeof value === 'string' ? value : '';
};
/** Settings that name a field. */
const NAMING_SETTINGS = ['title_field', 'sort_field', 'owner_field', 'tree_field'];

/** A built-in entity as a design that can be applied: fields with values that only its own code can make are left out. */
function templateOf(registry: RuntimeRegistry, entity: AnyEntity, name: string): Template {
  let template: Template = { design: entityToDesign(asTemplate(entity, name)), leftOut: [], inForm: [] };
  const named = new Set(NAMING_SETTINGS.map((column) => setting(template.design.settings, column)));
  // The rules of definitions are checked once the fields have no problem of their own.
  for (let isChecked = false; !isChecked;) {
    const problems = findDesignProblems(template.design, registry).filter(
      (problem) =>
        template.design.fields.some(({ name: field }) => field === problem.field) &&
        (isOutsideForm(problem) || !named.has(problem.field ?? '')),
    );
    isChecked = problems.length === 0;
    if (!isChecked) template = withoutProblems(template, problems);
  }
  return template;
}

function withoutProblems({ design, leftOut, inForm }: Template, problems: readonly DesignProblem[]): Template {
  const refused = problems.filter((problem) => !isOutsideForm(problem));
  const omitted = new Set(refused.map(({ field }) => field));
  const added = problems.filter(isOutsideForm).map(({ field = '' }) => field);
  const fields = design.fields
    .filter((field) => !omitted.has(field.name))
    .map((field) => (added.includes(field.name) ? { ...field, in_form: 1 as const } : field));
  return {
    design: { ...design, fields },
    leftOut: [...leftOut, ...refused],
    inForm: [...inForm, ...added].filter((field) => !omitted.has(field)),
  };
}

/** What a design that starts from a table cannot take over. Error: `row.missing`. */
export async function findTableIssues(
  { services, registry }: SourceDeps,
  lang: Lang,
  table: string,
): Promise<readonly ColumnIssue[]> {
  if ((await findDefinitionInForce(services.db, registry, table)) !== null) return [];
  const entity = registry.builtIn.get(table);
  if (entity !== undefined) {
    const { leftOut, inForm } = templateOf(registry, entity, `${table}_copy`);
    const toIssue = ({ field = '', ...problem }: DesignProblem): ColumnIssue => {
      const params = { text: describeProblem(lang, problem) };
      return { column: field, reason: 'problem', params, isLeftOut: true };
    };
    return [
      ...leftOut.map(toIssue),
      ...inForm.map((column): ColumnIssue => ({ column, reason: 'in_form', isLeftOut: false })),
    ];
  }
  return findColumnIssues(columnsOfShape(await readForeignTable(services, table)));
}

async function readForeignTable({ db }: Pick<Services, 'db'>, table: string): Promise<TableShape> {
  const shape = isSystemTable(table) ? undefined : await introspectTable(db, db.dialect, table);
  if (shape === undefined) throw fault('row.missing');
  return shape;
}

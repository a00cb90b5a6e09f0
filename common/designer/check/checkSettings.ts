/** Checks the settings of the table of a design against its fields. */
import { listGuard, oneOfGuard, recordGuard, textGuard, type JsonGuard } from '../../definition/jsonGuards';
import { MAX_NAME_LENGTH } from '../../definition/lintDefinition';
import { entityAccessGuard } from '../../definition/parseEntity';
import { isEmpty } from '../../entity/readValue';
import { FIELD_KINDS } from '../../entity/fieldKinds';
import { truncate } from '../../text/normalize';
import { isLongText, ownSensitivity } from './checkField';
import { hasDefault, parseChoices } from '../fieldOptions';
import { parseOptions, type CompleteField, type CompleteSettings } from '../completeDesign';
import type { DesignProblem } from '../design';
import { STANDARD_LIST_COLUMNS } from '../designChoices';
import { isFieldKind } from '../designKinds';
import { tableProblem } from './designProblem';
import { PASSED_OPTIONS, type DESIGN_ONLY_OPTIONS } from '../designToEntity';

type Problems = Iterable<DesignProblem>;
type FieldsByName = ReadonlyMap<string, CompleteField>;

const namesGuard = listGuard(textGuard(MAX_NAME_LENGTH), 200);
/** Keys of `other_options` that only designs have, with the form of their values. `parseEntity` checks the others. */
const DESIGN_OPTIONS: Readonly<Record<string, JsonGuard>> = {
  sensitivity: oneOfGuard('money'),
  access: entityAccessGuard,
  listColumns: namesGuard,
  optionalColumns: namesGuard,
  translationOrder: namesGuard,
  actionLabels: recordGuard(recordGuard(textGuard(500), 20), 2),
  rowLabels: recordGuard(textGuard(500), 2),
} satisfies Readonly<Record<(typeof DESIGN_ONLY_OPTIONS)[number], JsonGuard>>;
const OTHER_OPTIONS: ReadonlySet<string> = new Set([...PASSED_OPTIONS, ...Object.keys(DESIGN_OPTIONS)]);
/** Options that have no effect without hooks of the server. */
const OPTIONS_WITH_CODE: ReadonlySet<string> = new Set(['actions', 'actionNodes']);
const quoted = (name: string): string => truncate(name, 60);

function* checkTableWords(settings: CompleteSettings, menuGroups: readonly string[]): Problems {
  const missing = (['one_en', 'many_en', 'one_zh', 'many_zh'] as const).find((column) => settings[column] === '');
  if (missing !== undefined) yield tableProblem('table_label_missing', missing);
  if (!menuGroups.includes(settings.menu)) yield tableProblem('menu_unknown', 'menu', { name: quoted(settings.menu) });
  if (isEmpty(settings.icon)) yield tableProblem('icon_missing', 'icon');
}

/** The sensitivity of a field, its own or that of the table. */
const getSensitivity = (field: CompleteField, { sensitivity, other_options }: CompleteSettings): string =>
  ownSensitivity(field) ?? (parseOptions(other_options)['sensitivity'] === 'money' ? 'money' : sensitivity);

function isTitle(field: CompleteField | undefined, settings: CompleteSettings): boolean {
  if (field === undefined || !isFieldKind(field.kind) || isLongText(field)) return false;
  const isHidden = ['secret', 'restricted'].includes(getSensitivity(field, settings));
  const isFilled =
    field.required === 1 || hasDefault(field, field.kind) || parseOptions(settings.other_options)['base'] === 'log';
  return FIELD_KINDS[field.kind].store !== 'json' && !isHidden && isFilled;
}

const isSortable = (field: CompleteField | undefined, settings: CompleteSettings): boolean =>
  field !== undefined &&
  isFieldKind(field.kind) &&
  FIELD_KINDS[field.kind].sortable &&
  field.is_sortable === 1 &&
  !isLongText(field) &&
  ['public', 'internal'].includes(getSensitivity(field, settings));

function* checkSpecialFields(settings: CompleteSettings, fields: FieldsByName): Problems {
  const { title_field: title, sort_field: sort, owner_field: owner, tree_field: tree } = settings;
  if (title === '') yield tableProblem('title_missing', 'title_field');
  else if (!isTitle(fields.get(title), settings))
    yield tableProblem('title_unfit', 'title_field', { name: quoted(title) });
  const isStandard = !fields.has(sort) && Object.hasOwn(STANDARD_LIST_COLUMNS, sort);
  if (sort !== '' && !isStandard && !isSortable(fields.get(sort), settings))
    yield tableProblem('sort_unfit', 'sort_field', { name: quoted(sort) });
  const refersTo = (name: string, target: string) =>
    fields.get(name)?.kind === 'ref' && fields.get(name)?.target === target;
  if (owner !== '' && !refersTo(owner, 'admin'))
    yield tableProblem('owner_unfit', 'owner_field', { name: quoted(owner) });
  if (tree !== '' && !refersTo(tree, settings.table_name))
    yield tableProblem('tree_unfit', 'tree_field', { name: quoted(tree) });
}

function* checkPublicRead(settings: CompleteSettings, fields: FieldsByName): Problems {
  const status = fields.get('status');
  const hasStatus = status?.kind === 'choice' && parseChoices(status).some((choice) => choice.value === 1);
  for (const column of ['member_read', 'guest_read'] as const)
    if (settings[column] === 'enabled' && !hasStatus && status?.kind !== 'switch')
      yield tableProblem('status_missing', column);
}

function* checkMergeGroups({ merge_groups: groups }: CompleteSettings, fields: FieldsByName): Problems {
  if (groups === null) return;
  const isGroup = (group: unknown): boolean =>
    Array.isArray(group) && group.length >= 2 && group.every((name) => typeof name === 'string' && fields.has(name));
  const list: readonly unknown[] = Array.isArray(groups) ? groups : [];
  const names = list.flatMap((group) => (Array.isArray(group) ? (group as readonly unknown[]) : []));
  if (!Array.isArray(groups) || !list.every(isGroup) || new Set(names).size !== names.length)
    yield tableProblem('merge_invalid', 'merge_groups');
}

function* checkOtherOptions({ other_options: options }: CompleteSettings): Problems {
  if (options === null) return;
  if (typeof options !== 'object' || Array.isArray(options)) {
    yield tableProblem('options_invalid', 'other_options');
    return;
  }
  for (const [name, value] of Object.entries(options)) {
    const option = truncate(name, 40);
    if (!OTHER_OPTIONS.has(name)) yield tableProblem('option_unknown', 'other_options', { option });
    else if (OPTIONS_WITH_CODE.has(name)) yield tableProblem('option_needs_code', 'other_options', { option });
    else if ((DESIGN_OPTIONS[name]?.(value, '').length ?? 0) > 0)
      yield tableProblem('option_invalid', 'other_options', { option });
  }
}

/** Everything wrong with the settings, apart from the name of the table. `fields`: without the primary key. */
export function* checkSettings(
  settings: CompleteSettings,
  fields: readonly CompleteField[],
  menuGroups: readonly string[],
): Problems {
  const byName = new Map(fields.map((field) => [field.name, field]));
  yield* checkTableWords(settings, menuGroups);
  yield* checkSpecialFields(settings, byName);
  yield* checkPublicRead(settings, byName);
  yield* checkMergeGroups(settings, byName);
  yield* checkOtherOptions(settings);
  const isListed = settings.standard_columns.length > 0 || fields.some((field) => field.in_list === 1);
  if (!isListed) yield tableProblem('list_empty', 'standard_columns');
}

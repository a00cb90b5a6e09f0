/** Checks one field of a design, without other fields. */
import type { Json } from '../../entity/field';
import type { Registry } from '../../entity/registry';
import type { FieldKind } from '../../entity/fieldKinds';
import { FIELD_KINDS } from '../../entity/fieldKinds';
import { getColumns } from '../../entity/columns';
import { DISPLAYS_BY_KIND } from '../../entity/lists/listOptions';
import { readValue } from '../../entity/readValue';
import { truncate } from '../../text/normalize';
import { checkChoices } from './checkChoices';
import {
  parseChoices,
  designToField,
  hasDefault,
  OTHER_FIELD_OPTIONS,
  TEXT_PATTERNS,
  usesColumn,
} from '../fieldOptions';
import { parseOptions, type CompleteField } from '../completeDesign';
import type { DesignProblem } from '../design';
import { isFieldKind } from '../designKinds';
import { fieldProblem, type ProblemCode } from './designProblem';

/** Longest text of a field, in characters. */
const MAX_TEXT = 20_000;
/** Longest text that is stored in the row and that has a normalized copy. */
const MAX_SHORT_TEXT = 1024;
const FORM_OPTIONS: readonly string[] = ['group', 'ungrouped'];

type Report = (code: ProblemCode, property: string, params?: DesignProblem['params']) => DesignProblem;

/** Whether a text field is too long to be unique, searched, listed or a title. */
export const isLongText = ({ kind, max }: Pick<CompleteField, 'kind' | 'max'>): boolean =>
  kind === 'rich_text' || (kind === 'text' && (max ?? 255) > MAX_SHORT_TEXT);
/** The sensitivity that a field declares or that follows from its kind; undefined when the entity decides. */
export const ownSensitivity = (field: CompleteField): string | undefined => {
  const other = parseOptions(field.other_options)['sensitivity'];
  if (field.kind === 'password' || other === 'secret') return 'secret';
  if (field.read_permission !== '') return 'restricted';
  return field.sensitivity ?? (field.kind === 'money' ? 'money' : undefined);
};
/** Whether a row always has a value without one being sent. */
const isFilled = (field: CompleteField): boolean => isFieldKind(field.kind) && hasDefault(field, field.kind);

function* checkWords(field: CompleteField, isCompanion: boolean, report: Report): Iterable<DesignProblem> {
  const isLabelled = field.label_en !== '' && field.label_zh !== '';
  const isDerived = isCompanion && field.label_en === '' && field.label_zh === '';
  if (!isLabelled && !isDerived) yield report('label_missing', field.label_en === '' ? 'label_en' : 'label_zh');
  if ((field.help_en === '') !== (field.help_zh === ''))
    yield report('help_one_language', field.help_en === '' ? 'help_en' : 'help_zh');
  const isChecked = isFieldKind(field.kind) && usesColumn(field.kind, 'invalid_en');
  if (isChecked && (field.invalid_en === '') !== (field.invalid_zh === ''))
    yield report('invalid_one_language', field.invalid_en === '' ? 'invalid_en' : 'invalid_zh');
  if ((field.heading_en === '') !== (field.heading_zh === ''))
    yield report('heading_one_language', field.heading_en === '' ? 'heading_en' : 'heading_zh');
}

function* checkBounds(field: CompleteField, kind: FieldKind, report: Report): Iterable<DesignProblem> {
  const { min, max } = field;
  if (!usesColumn(kind, 'max')) return;
  for (const [property, bound] of [
    ['min', min],
    ['max', max],
  ] as const)
    if (kind !== 'float' && bound !== null && !Number.isInteger(bound)) yield report('bound_not_whole', property);
  if (kind === 'integer' && field.step !== null && !Number.isInteger(field.step))
    yield report('step_not_whole', 'step');
  const isLength = kind === 'text';
  if (isLength && max !== null && (max < 1 || max > MAX_TEXT))
    yield report('length_out_of_bounds', 'max', { min: 1, max: MAX_TEXT });
  else if (isLength && min !== null && (min < 0 || min > (max ?? 255)))
    yield report('min_above_max', 'min', { min, max: max ?? 255 });
  else if (min !== null && max !== null && min > max) yield report('min_above_max', 'min', { min, max });
}

function* checkText(field: CompleteField, kind: FieldKind, report: Report): Iterable<DesignProblem> {
  if (kind === 'text' && field.pattern !== '' && !TEXT_PATTERNS.some((name) => name === field.pattern))
    yield report('pattern_unknown', 'pattern');
  if (kind !== 'text' || !isLongText(field)) return;
  if (field.is_unique === 1) yield report('unique_unfit', 'is_unique', { max: MAX_SHORT_TEXT });
  if (field.is_searched === 1) yield report('search_unfit', 'is_searched', { max: MAX_SHORT_TEXT });
}

/** The operators and the look of a list must be some that the kind has. */
function* checkListOptions(field: CompleteField, kind: FieldKind, report: Report): Iterable<DesignProblem> {
  const { operators, list_rendering: display } = field;
  const known: readonly Json[] = FIELD_KINDS[kind].operators;
  const isKnown = operators === null || (Array.isArray(operators) && operators.every((op: Json) => known.includes(op)));
  if (usesColumn(kind, 'operators') && !isKnown) yield report('operators_unfit', 'operators');
  if (
    display !== '' &&
    usesColumn(kind, 'list_rendering') &&
    !DISPLAYS_BY_KIND[kind]?.some((allowed) => allowed === display)
  )
    yield report('display_unfit', 'list_rendering');
}

/** Fields of the referred row that a list shows; those of the table itself are checked with the definition. */
function* checkTargetFields(field: CompleteField, kind: FieldKind, registry: Registry, table: string, report: Report) {
  const { target_fields: names, target } = field;
  if (!usesColumn(kind, 'target_fields') || names === null) return;
  const entity = target === table ? undefined : registry.get(target);
  const isFit = (name: Json): boolean => {
    if (typeof name !== 'string') return false;
    const column = entity && getColumns(entity).get(name);
    return entity === undefined || (column !== undefined && !column.long && isForStaff(column.sensitivity));
  };
  const list: readonly Json[] = Array.isArray(names) ? names : [null];
  if (list.length > MAX_TARGET_FIELDS || !list.every(isFit))
    yield report('target_fields_unfit', 'target_fields', { max: MAX_TARGET_FIELDS });
}
const MAX_TARGET_FIELDS = 4;
const isForStaff = (sensitivity: string): boolean => sensitivity === 'public' || sensitivity === 'internal';

function* checkTarget(field: CompleteField, kind: FieldKind, registry: Registry, table: string, report: Report) {
  if (!usesColumn(kind, 'target')) return;
  const { target } = field;
  if (target === '') yield report('target_missing', 'target');
  else if (target !== table && registry.get(target) === undefined)
    yield report('target_unknown', 'target', { name: target });
}

/** Kinds whose values are lists. */
const LIST_KINDS: ReadonlySet<FieldKind> = new Set(['choices', 'refs', 'city', 'images', 'files', 'array']);

/** Checks the default: as text or in the other options, it must be a value of the field. */
function* checkDefault(field: CompleteField, kind: FieldKind, report: Report): Iterable<DesignProblem> {
  if (!hasDefault(field, kind)) return;
  const { values, default: initial, ...options } = designToField(field, kind, false).options;
  const isTyped = usesColumn(kind, 'default_value') && field.default_value !== '';
  const shown = isTyped ? field.default_value : storedText(kind, initial ?? '');
  const property = isTyped ? 'default_value' : 'other_options';
  const invalid = report('default_invalid', property, { value: truncate(shown, 60) });
  if (kind === 'text' && initial === '') return;
  if (initial === undefined || (LIST_KINDS.has(kind) && !Array.isArray(initial))) {
    yield invalid;
    return;
  }
  if (kind === 'choice' || kind === 'choices') {
    const isList = Array.isArray(initial);
    const names: readonly unknown[] = isList ? initial : [initial];
    const isKnown = names.every((name) => typeof name === 'string' && Object.hasOwn(values ?? {}, name));
    if (isList !== (kind === 'choices') || !isKnown) yield invalid;
    return;
  }
  if ('issues' in readValue({ kind, options }, initial)) yield invalid;
  else if (storedText(kind, initial).includes('\\')) yield report('default_backslash', property);
}
/** The default as the text of an SQL literal. */
const storedText = (kind: FieldKind, value: Json): string =>
  FIELD_KINDS[kind].store !== 'json' && typeof value === 'string' ? value : JSON.stringify(value);

function* checkOtherOptions(field: CompleteField, report: Report): Iterable<DesignProblem> {
  const { other_options: options } = field;
  if (options === null) return;
  if (typeof options !== 'object' || Array.isArray(options)) {
    yield report('options_invalid', 'other_options');
    return;
  }
  const known: readonly string[] = [...OTHER_FIELD_OPTIONS, ...FORM_OPTIONS];
  for (const option of Object.keys(options))
    if (!known.includes(option)) yield report('option_unknown', 'other_options', { option: truncate(option, 40) });
}

function* checkPlace(field: CompleteField, report: Report): Iterable<DesignProblem> {
  const isReadonly = parseOptions(field.other_options)['readonly'] === true;
  if (field.required === 1 && field.in_form === 0 && !isFilled(field) && !isReadonly)
    yield report('required_not_in_form', 'in_form');
  const isLong = isLongText(field) || parseOptions(field.other_options)['long'] === true;
  if (field.in_list === 1 && (isLong || ownSensitivity(field) === 'secret')) yield report('list_unfit', 'in_list');
}

/** The context of the checks of a field. */
export interface FieldContext {
  readonly registry: Registry;
  /** The table of the design; it may refer to itself. */
  readonly table: string;
  /** Whether the field is the English companion of another. */
  readonly isCompanion: boolean;
}

/** Everything wrong with a field of the design by itself, apart from its name. */
export function* checkField(field: CompleteField, context: FieldContext): Iterable<DesignProblem> {
  const { kind } = field;
  const report: Report = (code, property, params) => fieldProblem(truncate(field.name, 60), code, property, params);
  yield* checkWords(field, context.isCompanion, report);
  if (!isFieldKind(kind)) return;
  yield* checkOtherOptions(field, report);
  const choiceProblems = [...checkChoices(field)];
  yield* choiceProblems;
  yield* checkBounds(field, kind, report);
  yield* checkText(field, kind, report);
  yield* checkTarget(field, kind, context.registry, context.table, report);
  yield* checkListOptions(field, kind, report);
  yield* checkTargetFields(field, kind, context.registry, context.table, report);
  yield* checkPlace(field, report);
  const hasSoundChoices = choiceProblems.length === 0 || parseChoices(field).length === 0;
  if (hasSoundChoices) yield* checkDefault(field, kind, report);
}

/** The form of an entity as columns of its design fields (headings, inputs beside each other), and back. */
import type { AnyEntity } from '../entity/entity';
import type { Json } from '../entity/field';
import { isUnsafeKey } from '../entity/findJsonIssue';
import { ENGLISH_GROUP } from '../entity/translations/companions';
import { parseOptions, type CompleteField } from './completeDesign';

type Form = AnyEntity['spec']['form'];
type Row = string | string[];
interface Group {
  readonly group: string;
  readonly rows: Row[];
}
/** The form of a design, and the headings of its groups in both languages. */
export interface DesignedForm {
  readonly form: Form;
  readonly headings: { readonly en: Readonly<Record<string, string>>; readonly zh: Readonly<Record<string, string>> };
}
/** The position of a field in the form, as columns and as entries of `other_options`. */
export interface FormPlace {
  readonly columns: Pick<CompleteField, 'beside_previous' | 'heading_en' | 'heading_zh'>;
  readonly other: Readonly<Record<string, Json>>;
}

/** The key of a group, from its English heading: unique within the form. */
function groupKey(heading: string, taken: ReadonlySet<string>): string {
  const words = heading.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const joined = words.join('_').slice(0, 36).replace(/_$/, '');
  const key = /^[a-z]/.test(joined) && joined !== ENGLISH_GROUP && !isUnsafeKey(joined) ? joined : 'group';
  if (!taken.has(key)) return key;
  let number = 2;
  while (taken.has(`${key}_${number}`)) number += 1;
  return `${key}_${number}`;
}

const givenKey = (field: CompleteField): string | undefined => {
  const key = parseOptions(field.other_options)['group'];
  return typeof key === 'string' && key !== '' ? key : undefined;
};
const beginsGroup = (field: CompleteField): boolean =>
  field.heading_en !== '' || field.heading_zh !== '' || givenKey(field) !== undefined;

/** Lays out the fields that are in the form, in their order. */
export function fieldsToForm(fields: readonly CompleteField[]): DesignedForm {
  const form: (Row | Group)[] = [];
  const taken = new Set<string>();
  const headings: { en: [string, string][]; zh: [string, string][] } = { en: [], zh: [] };
  let rows: (Row | Group)[] = form;
  for (const field of fields.filter((candidate) => candidate.in_form === 1)) {
    const isFirst = beginsGroup(field) || parseOptions(field.other_options)['ungrouped'] === true;
    if (beginsGroup(field)) {
      const group: Group = { group: givenKey(field) ?? groupKey(field.heading_en, taken), rows: [] };
      taken.add(group.group);
      if (field.heading_en !== '') headings.en.push([group.group, field.heading_en]);
      if (field.heading_zh !== '') headings.zh.push([group.group, field.heading_zh]);
      form.push(group);
      rows = group.rows;
    } else if (isFirst) rows = form;
    placeInput(rows, field.name, field.beside_previous === 1 && !isFirst);
  }
  return { form, headings: { en: Object.fromEntries(headings.en), zh: Object.fromEntries(headings.zh) } };
}

function placeInput(rows: (Row | Group)[], name: string, isBeside: boolean): void {
  const last = rows.at(-1);
  if (isBeside && typeof last === 'string') rows.splice(-1, 1, [last, name]);
  else if (isBeside && Array.isArray(last)) last.push(name);
  else rows.push(name);
}

const headingIn = (labels: AnyEntity['spec']['labels']['en'], group: string): string => {
  const groups: unknown = labels['$groups'];
  const heading: unknown = typeof groups === 'object' && groups !== null ? Reflect.get(groups, group) : undefined;
  return typeof heading === 'string' ? heading : '';
};

/** The place of every field of a form, in the order of the form. */
export function computeFormPlaces(form: Form, labels: AnyEntity['spec']['labels']): ReadonlyMap<string, FormPlace> {
  const places = new Map<string, FormPlace>();
  const taken = new Set<string>();
  let isInGroup = false;
  const addRows = (rows: readonly (string | readonly string[])[], first: FormPlace) => {
    let place = first;
    for (const row of rows)
      for (const [index, name] of (typeof row === 'string' ? [row] : row).entries()) {
        places.set(name, index === 0 ? place : BESIDE);
        place = PLAIN;
      }
  };
  for (const part of form) {
    if (typeof part === 'object' && 'rows' in part) {
      addRows(part.rows, placeOfGroup(part.group, labels, taken));
      isInGroup = true;
    } else {
      addRows([part], isInGroup ? { ...PLAIN, other: { ungrouped: true } } : PLAIN);
      isInGroup = false;
    }
  }
  return places;
}
const PLAIN: FormPlace = { columns: { beside_previous: 0, heading_en: '', heading_zh: '' }, other: {} };
const BESIDE: FormPlace = { ...PLAIN, columns: { ...PLAIN.columns, beside_previous: 1 } };

function placeOfGroup(key: string, labels: AnyEntity['spec']['labels'], taken: Set<string>): FormPlace {
  const english = headingIn(labels.en, key);
  const chinese = headingIn(labels['zh-cn'], key);
  const isDerived = (english !== '' || chinese !== '') && groupKey(english, taken) === key;
  taken.add(key);
  const columns = { beside_previous: 0, heading_en: english, heading_zh: chinese } as const;
  return { columns, other: isDerived ? {} : { group: key } };
}

/**
 * English companions of texts: an entity that names a field in `translations` also has the field `<name>_en`. The named field
 * holds Chinese, its companion English. Apart from its derived label a companion is a field like any other.
 */
import type { Field, FieldOptions } from '../field';
import { companionName, ENGLISH_GROUP } from './companions';

type FormRow = string | readonly string[];
/** The part of a specification that the expansion reads. */
interface TranslatableSpec {
  readonly fields: Readonly<Record<string, Field>>;
  readonly form: readonly (FormRow | { readonly group: string; readonly rows: readonly FormRow[] })[];
  readonly translations?: readonly string[];
}

/** The companion of a field: the same kind and options, but it may be empty and two rows may share its value. */
function getCompanion({ kind, options }: Field): Field {
  const { required: _required, unique: _unique, default: initial, ...rest } = options;
  const former = rest.formerNames && { formerNames: rest.formerNames.map(companionName) };
  const copied: FieldOptions = {
    ...rest,
    ...former,
    ...(kind === 'array' && initial !== undefined && { default: [] }),
  };
  return { kind, options: copied };
}

/** Adds the companions that are not declared to the fields, and a group with them to the end of the form. */
export function expandTranslations<S extends TranslatableSpec>(spec: S): S {
  const { fields, form, translations = [] } = spec;
  const added: Record<string, Field> = {};
  for (const name of translations) {
    const [field, companion] = [fields[name], companionName(name)];
    if (field && !fields[companion]) added[companion] = getCompanion(field);
  }
  const rows = Object.keys(added);
  return rows.length === 0
    ? spec
    : { ...spec, fields: { ...fields, ...added }, form: [...form, { group: ENGLISH_GROUP, rows }] };
}

/** Removes what `expandTranslations` adds, so that a printed definition declares its companions as a person would. */
export function collapseTranslations<S extends TranslatableSpec>(spec: S): S {
  const companions = new Set(spec.translations?.map(companionName));
  const fields = Object.fromEntries(Object.entries(spec.fields).filter(([name]) => !companions.has(name)));
  const collapsed = { ...spec, fields, form: spec.form.slice(0, -1) };
  return JSON.stringify(expandTranslations(collapsed)) === JSON.stringify(spec) ? collapsed : spec;
}

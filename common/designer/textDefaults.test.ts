/** The default of a text: a typed one counts, and an empty one is valid with every validation. */
import { describe, expect, it } from '@jest/globals';
import { lintDefinition } from '../definition/lintDefinition';
import { entities } from '../entities/index';
import { getColumns } from '../entity/columns';
import { createRegistry } from '../entity/registry';
import { initialValues, validate } from '../entity/validate';
import { checkDesign } from './checkDesign';
import type { CompleteField } from './completeDesign';
import { designToEntity } from './designToEntity';
import { TEXT_PATTERNS } from './fieldOptions';
import { guessField } from './guessFields';
import { fieldFromPalette, newDesign, PALETTE, type FieldItem } from './palette';

const items = PALETTE.flatMap((group) => group.items);
const context = { registry: createRegistry(entities), takenNames: new Set<string>(), menuGroups: ['developer'] };
const fromPalette = (key: string): CompleteField => {
  const item = items.find(
    (candidate): candidate is FieldItem => candidate.key === key && candidate.field !== undefined,
  );
  if (item === undefined) throw new Error(`no item ${key}`);
  return { ...fieldFromPalette(item, new Set()), name: 'phone' };
};
const fromSql = guessField({
  name: 'mobile',
  sqlType: 'varchar(11)',
  nullable: true,
  default: '',
  comment: '',
  isPrimary: false,
});
const design = (field: CompleteField) => {
  const { settings, fields } = newDesign('visit');
  return { settings: { ...settings, one_zh: '来访', many_zh: '来访' }, fields: [...fields, field] };
};
const define = (field: CompleteField) => designToEntity(design(field));
const getDefaultOf = (field: CompleteField) => define(field).spec.fields[field.name]?.options.default;

describe('the default of a text of a design', () => {
  it.each(TEXT_PATTERNS)('an empty one is valid with the validation %s, and new rows have it', (pattern) => {
    for (const field of [fromPalette('string'), fromPalette('textarea'), fromPalette('remark'), fromSql]) {
      const patterned = { ...field, pattern, min: 5 };
      expect(checkDesign(design(patterned), context)).toEqual([]);
      const entity = define(patterned);
      expect(lintDefinition(entity)).toEqual([]);
      const columns = [...getColumns(entity).values()];
      const made = validate(entity, { name: 'A' }, { mode: 'create', columns });
      expect([made.issues, made.clean[field.name]]).toEqual([[], '']);
      const wrong = validate(entity, { name: 'A', [field.name]: '?' }, { mode: 'create', columns });
      expect(wrong.issues).not.toEqual([]);
    }
  });

  it.each(['string', 'textarea', 'remark'])('a typed one replaces the empty one of “%s”', (key) => {
    const field = { ...fromPalette(key), default_value: 'hello' };
    expect(getDefaultOf(field)).toBe('hello');
    expect(initialValues(define(field))).toMatchObject({ phone: 'hello' });
  });

  it('a typed one that the field cannot have is reported at its own input', () => {
    const wrong = { ...fromPalette('string'), pattern: 'mobile', default_value: 'hello' };
    expect(checkDesign(design(wrong), context)).toEqual([
      { code: 'default_invalid', field: 'phone', property: 'default_value', params: { value: 'hello' } },
    ]);
    const stored = { ...wrong, default_value: '', other_options: { default: 'hello' } };
    expect(checkDesign(design(stored), context)).toEqual([
      { code: 'default_invalid', field: 'phone', property: 'other_options', params: { value: 'hello' } },
    ]);
  });

  it('an empty one does not fill a required or a unique text', () => {
    expect(getDefaultOf(fromPalette('string'))).toBe('');
    expect(getDefaultOf({ ...fromPalette('string'), required: 1 })).toBeUndefined();
    expect(getDefaultOf({ ...fromPalette('string'), is_unique: 1 })).toBeUndefined();
    expect(checkDesign(design({ ...fromPalette('string'), required: 1, in_form: 0 }), context)).toMatchObject([
      { code: 'required_not_in_form', field: 'phone' },
    ]);
  });
});

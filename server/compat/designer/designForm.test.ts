/** Fields of older clients as fields of a design: the chosen type decides, not what a name or a comment suggests. */
import { describe, expect, it } from '@jest/globals';
import { compatDesignInput, parseCompatDesign } from './designForm';

type Dialect = 'first' | 'second';
const getField = (dialect: Dialect, field: object, initial: string) =>
  dialect === 'first'
    ? { length: 0, default: initial === '' ? 'none' : initial, ...field }
    : { length: 0, default: initial, defaultType: initial === '' ? 'NONE' : 'INPUT', ...field };
const read = (field: object) => {
  const table = { name: 'crate', columnFields: ['kind'], formFields: ['kind'] };
  const id = { name: 'id', designType: 'pk', type: 'int', primaryKey: true };
  const title = { name: 'title', designType: 'string', type: 'varchar', length: 40 };
  const { fields } = parseCompatDesign(compatDesignInput.parse({ table, fields: [id, title, field] }));
  return fields.find(({ name }) => name !== 'id' && name !== 'title');
};

describe.each(['first', 'second'] as const)('a field of the designer in the %s dialect', (dialect) => {
  it.each(['1', '0'])('a switch with a dictionary keeps its default %s and has no choices', (initial) => {
    const sent = { name: 'status', comment: 'Status:0=Off,1=On', designType: 'switch', type: 'tinyint', length: 1 };
    expect(read(getField(dialect, sent, initial))).toMatchObject({
      kind: 'switch',
      default_value: initial,
      choices: null,
      rendering: '',
      label_en: 'Status',
    });
  });

  it('a radio has the choices and the default of its dictionary', () => {
    const sent = { name: 'sort', comment: 'Sort:a=One,b=Two', designType: 'radio', type: 'enum' };
    const field = read(getField(dialect, sent, 'b'));
    expect(field).toMatchObject({ kind: 'choice', rendering: 'radio', label_en: 'Sort' });
    expect(field?.default_value).not.toBe('');
    expect(field?.choices).toHaveLength(2);
  });

  it('a radio named like a switch keeps the choices of its dictionary', () => {
    const sent = {
      name: 'is_open_switch',
      comment: 'Open:0=No,1=Yes',
      designType: 'radio',
      type: 'tinyint',
      length: 1,
    };
    const field = read(getField(dialect, sent, '1'));
    expect(field).toMatchObject({ kind: 'choice', rendering: 'radio', default_value: 'yes' });
    expect(field?.choices).toHaveLength(2);
  });

  it('a number whose name suggests a time is a number, with its default', () => {
    const sent = { name: 'lead_time', comment: 'Lead time', designType: 'number', type: 'int', length: 10 };
    expect(read(getField(dialect, sent, '7'))).toMatchObject({ kind: 'integer', default_value: '7' });
    // A default that the kind cannot have is none.
    expect(read(getField(dialect, { ...sent, designType: 'date' }, '7'))?.default_value).toBe('');
  });
});

/** Every item of the palette makes a field that can be applied, and new designs need only their Chinese names. */
import { describe, expect, it } from '@jest/globals';
import { entities } from '../entities/index';
import { FIELD_KINDS } from '../entity/fieldKinds';
import { createRegistry } from '../entity/registry';
import { designer as en } from '../locales/en/designer';
import { checkDesign } from './checkDesign';
import { fieldFromPalette, findFreeName, newDesign, PALETTE, pluralize, type FieldItem } from './palette';

const items = PALETTE.flatMap((group) => group.items);
const fieldItems = items.filter((item): item is FieldItem => item.field !== undefined);
const context = { registry: createRegistry(entities), takenNames: new Set<string>(), menuGroups: ['developer'] };

describe('the palette', () => {
  it('makes a design without problems from all of its items twice', () => {
    const { settings, fields } = newDesign('complaint');
    const made = [...fieldItems, ...fieldItems]
      .filter(({ key }) => key !== 'primary_key')
      .reduce((all, item) => [...all, fieldFromPalette(item, new Set(all.map(({ name }) => name)))], fields);
    expect(checkDesign({ settings: { ...settings, one_zh: '投诉', many_zh: '投诉' }, fields: made }, context)).toEqual(
      [],
    );
  });
  it('offers every kind of field', () => {
    const kinds = new Set<string>(fieldItems.map(({ field }) => field.kind));
    expect(Object.keys(FIELD_KINDS).filter((kind) => !kinds.has(kind))).toEqual([]);
  });
  it('the palette has a text for every item and group', () => {
    expect(Object.keys(en.palette.items).sort()).toEqual(items.map(({ key }) => key).sort());
    expect(Object.keys(en.palette.groups)).toEqual(PALETTE.map(({ group }) => group));
  });
  it('switches standard columns on instead of declaring them', () => {
    expect(items.filter((item) => item.field === undefined).map((item) => item.standardColumn)).toEqual([
      'weigh',
      'update_time',
      'create_time',
    ]);
  });
});

describe('names', () => {
  it('get a number while they are taken, and stay short', () => {
    expect(findFreeName('status', new Set())).toBe('status');
    expect(findFreeName('status', new Set(['status', 'status_2']))).toBe('status_3');
    const longName = 'a'.repeat(40);
    expect(findFreeName(longName, new Set([longName]))).toBe(`${'a'.repeat(38)}_2`);
  });
  it('names have a plural', () => {
    expect(['Tables', 'News', 'Class', 'Status'].map(pluralize)).toEqual(['Tables', 'News', 'Classes', 'Statuses']);
    expect(['Box', 'City', 'Day', 'Complaint', ''].map(pluralize)).toEqual([
      'Boxes',
      'Cities',
      'Days',
      'Complaints',
      '',
    ]);
  });
});

describe('a new design', () => {
  it('newDesign: only the Chinese names are missing', () => {
    expect(checkDesign(newDesign('news_box'), context)).toEqual([{ code: 'table_label_missing', property: 'one_zh' }]);
    expect(newDesign('news_box').settings).toMatchObject({ one_en: 'News box', many_en: 'News boxes' });
  });
});

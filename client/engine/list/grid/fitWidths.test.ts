import { describe, expect, it } from '@jest/globals';
import { dropColumns, fitWidths, headerWidth, computeMinWidth } from './fitWidths';

const text = { width: 200, minWidth: 120 };
const money = { width: 110, minWidth: 110 };

describe('dropColumns', () => {
  const title = { width: 220, minWidth: 180, name: 'title' };
  const columns = [title, { ...text, name: 'text' }, { ...money, name: 'money' }];
  const names = (width: number) => dropColumns(columns, 0, width).map(({ name }) => name);

  it('leaves out columns from the end until the title has 240 pixels, and never the title', () => {
    expect([names(470), names(469), names(360), names(359), names(100)]).toEqual([
      ['title', 'text', 'money'],
      ['title', 'text'],
      ['title', 'text'],
      ['title'],
      ['title'],
    ]);
  });

  it('leaves out amounts last', () => {
    const withAmount = [title, { ...money, name: 'money', isFigure: true }, { ...text, name: 'text' }];
    const kept = (width: number) => dropColumns(withAmount, 0, width).map(({ name }) => name);
    expect([kept(360), kept(100)]).toEqual([['title', 'money'], ['title']]);
    const typed = [title, { ...text, name: 'text' }, { ...money, name: 'money', isFigure: true }];
    expect(dropColumns(typed, 0, 360).map(({ name }) => name)).toEqual(['title', 'money']);
  });

  it('keeps all columns while the width is unknown', () => expect(names(0)).toHaveLength(3));
});

describe('fitWidths', () => {
  it('keeps the widths while there is space, or while the space is unknown', () => {
    expect(fitWidths([text, money], 310)).toEqual([200, 110]);
    expect(fitWidths([text, money], 0)).toEqual([200, 110]);
  });

  it('shrinks columns in proportion to their spare width', () => {
    expect(fitWidths([text, money, { width: 100, minWidth: 60 }], 350)).toEqual([160, 110, 80]);
  });

  it('never goes below the minimum widths; the list scrolls instead', () => {
    expect(fitWidths([text, money], 100)).toEqual([120, 110]);
  });

  it('keeps chosen widths, and columns that must be read whole', () => {
    expect(computeMinWidth('text', 200, 'Name', true)).toBe(200);
    expect(computeMinWidth('money', 110, 'Price', false)).toBe(110);
    expect(computeMinWidth('text', 200, 'Name', false)).toBe(120);
    expect(computeMinWidth('array', 180, 'Name', false)).toBe(140);
  });

  it('leaves the column name readable', () => {
    expect(computeMinWidth('text', 200, 'Name of the enterprise', false)).toBeGreaterThanOrEqual(
      headerWidth('Name of the ent'),
    );
    expect(headerWidth('推荐')).toBe(headerWidth('') + 28);
  });
});

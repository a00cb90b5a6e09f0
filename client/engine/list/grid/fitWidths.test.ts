import { describe, expect, it } from '@jest/globals';
import { fitWidths, headerWidth, minWidthOf } from './fitWidths';

const text = { width: 200, minWidth: 120 };
const money = { width: 110, minWidth: 110 };

describe('widths of columns', () => {
  it('stay as they are while there is room, or while the room is not known', () => {
    expect(fitWidths([text, money], 310)).toEqual([200, 110]);
    expect(fitWidths([text, money], 0)).toEqual([200, 110]);
  });

  it('give way in proportion to what each can give', () => {
    expect(fitWidths([text, money, { width: 100, minWidth: 60 }], 350)).toEqual([160, 110, 80]);
  });

  it('never fall below what tells values apart: then the list is scrolled', () => {
    expect(fitWidths([text, money], 100)).toEqual([120, 110]);
  });

  it('are kept where somebody chose them, and where a value must be read whole', () => {
    expect(minWidthOf('text', 200, 'Name', true)).toBe(200);
    expect(minWidthOf('money', 110, 'Price', false)).toBe(110);
    expect(minWidthOf('text', 200, 'Name', false)).toBe(120);
    expect(minWidthOf('array', 180, 'Name', false)).toBe(140);
  });

  it('leave the name of the column readable', () => {
    expect(minWidthOf('text', 200, 'Name of the enterprise', false)).toBeGreaterThanOrEqual(
      headerWidth('Name of the ent'),
    );
    expect(headerWidth('推荐')).toBe(headerWidth('') + 28);
  });
});

import { describe, expect, it } from '@jest/globals';
import { findUnknownNames, findUnknownParameters } from './commentNames';

const CODE = "export const openList = (rowId: number) => `${rowId}`;\nconst text = 'sort_order';\n";
const findNames = (comment: string) => findUnknownNames(new Map([['server/lists/openList.ts', `${comment}\n${CODE}`]]));
const findParameters = (source: string) => findUnknownParameters(new Map([['server/x.ts', source]]));

describe('findUnknownNames', () => {
  it.each([
    ['an identifier', '/** See `openList`. */'],
    ['a call', '// Calls `openList(rowId)`.'],
    ['a text of the code', '/** Sorted by `sort_order`. */'],
    ['the name of a file', '/** Used by `server/lists/openList.ts`. */'],
    ['an option and an example', '/** `--verbose`, `7QMK-2XRD` */'],
  ])('accepts a comment with %s', (_, comment) => {
    expect(findNames(comment)).toEqual([]);
  });

  it.each([
    ['a comment above code', '/** See `closeList`. */', 'closeList'],
    ['a comment of several lines', '/**\n * Text.\n * See `closeList()`.\n */', 'closeList()'],
    ['a comment after code', 'const a = 1; // See `closeList`.', 'closeList'],
  ])('refuses a name that no code contains, in %s', (_, comment, quoted) => {
    expect(findNames(comment)).toEqual([
      `server/lists/openList.ts: a comment names \`${quoted}\`, but no code contains closeList`,
    ]);
  });
});

describe('findUnknownParameters', () => {
  it.each([
    ['a function', '/** @param id The row. */\nexport function open(id: number) {}'],
    ['a variable with a function', '/** @param id The row. */\nexport const open = async (id: number) => id;'],
    [
      'a member of an interface',
      'interface A {\n  /** @param id The row. */\n  readonly open: (id: number) => void;\n}',
    ],
    ['a destructured parameter', '/** @param id The row. */\nexport const open = ({ id }: Row) => id;'],
  ])('accepts a parameter of %s', (_, source) => {
    expect(findParameters(source)).toEqual([]);
  });

  it('refuses a name that is not a parameter', () => {
    expect(findParameters('/** @param by The row. */\nexport const open = (id: number) => id;')).toEqual([
      'server/x.ts: @param by is not a parameter',
    ]);
  });
});

/** Whatever feeds the store is asked again when rights are in doubt: what is not asked cannot be heard again, and would be swept away. */
import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = 'client';
const sources = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|^(proof|testing|journeys)\//.test(name))
  .map((name) => ({ name, text: readFileSync(join(FOLDER, name), 'utf8') }));
/** The endpoints of a file that are read: each with its text. */
const readsIn = (text: string) => text.split(/(?=\b\w+: build\.)/).filter((part) => /^\w+: build\.query/.test(part));
/** Titles alone are nothing one could lose a right to. */
const feeds = (text: string) => /rowsReceived\(\{[^}]*rows(?!: \[\])/.test(text);

describe('what feeds the store', () => {
  const reads = sources.flatMap(({ text }) => readsIn(text)).filter(feeds);

  it('is asked again with the rows', () => {
    expect(reads.length).toBeGreaterThanOrEqual(5);
    const forgotten = reads.filter((part) => !/providesTags: .*'Rows'/.test(part));
    expect(forgotten.map((part) => part.slice(0, part.indexOf(':')))).toEqual([]);
  });

  it('does so with each answer, not only with one that differs from the last', () => {
    const late = sources.filter(({ text }) => /useEffect\(\(\) => \{[^}]*rowsReceived/.test(text));
    expect(late.map(({ name }) => name)).toEqual([]);
  });
});

/** Every query that feeds the row store is fetched again after a permission change: the store removes rows that no response confirms. */
import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = 'client';
const sources = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|^(proof|testing|journeys)\//.test(name))
  .map((name) => ({ name, text: readFileSync(join(FOLDER, name), 'utf8') }));
/** The source text of each query endpoint in a file. */
const queriesIn = (text: string) => text.split(/(?=\b\w+: build\.)/).filter((part) => /^\w+: build\.query/.test(part));
/** Whether an endpoint stores rows; titles alone need no permission check. */
const storesRows = (text: string) => /rowsReceived\(\{[^}]*rows(?!: \[\])/.test(text);

describe('queries that feed the row store', () => {
  const queries = sources.flatMap(({ text }) => queriesIn(text)).filter(storesRows);

  it('provide the tag `Rows`', () => {
    expect(queries.length).toBeGreaterThanOrEqual(5);
    const forgotten = queries.filter((part) => !/providesTags: .*'Rows'/.test(part));
    expect(forgotten.map((part) => part.slice(0, part.indexOf(':')))).toEqual([]);
  });

  it('store each response, not only one that differs from the last', () => {
    const lateDispatches = sources.filter(({ text }) => /useEffect\(\(\) => \{[^}]*rowsReceived/.test(text));
    expect(lateDispatches.map(({ name }) => name)).toEqual([]);
  });
});

/** The description of one table is that of the whole schema; names that no table can have find nothing. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestServer, testDialects, type TestServer } from '../../testing/testServer';
import { introspectSchema, introspectTable } from './introspect';

const ABSENT = [
  'no_such_table',
  'ADMIN',
  'admin ',
  '',
  "admin' OR '1'='1",
  '🦄',
  'x'.repeat(200),
  '\uD800',
  'a\u0000b',
];

describe.each(testDialects())('reading the schema on %s', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ database });
  });
  afterAll(() => server.close());

  it('introspectTable: the same as introspectSchema for every table, nothing for other names', async () => {
    const { db } = server.services;
    const schema = await introspectSchema(db, db.dialect);
    expect(schema.length).toBeGreaterThan(50);
    for (const table of schema) expect(await introspectTable(db, db.dialect, table.name)).toEqual(table);
    for (const name of ABSENT) expect([name, await introspectTable(db, db.dialect, name)]).toEqual([name, undefined]);
  });
});

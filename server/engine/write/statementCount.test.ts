/** Limits for the number of statements of common requests, on both databases. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SYSTEM } from '../../../common/entity/access';
import { seedContext } from '../../db/seeds/base';
import { superAdmin, type Caller } from '../../testing/callers';
import { createStatementRecorder } from '../../testing/database/statementRecorder';
import { testDialects, startTestServer, type TestServer } from '../../testing/testServer';

const MAX_STATEMENTS = 6;

describe.each(testDialects())('statements of a request (%s)', (database) => {
  const counted = createStatementRecorder();
  let testServer: TestServer;
  let root: Caller;
  /** Statements of background readers of the change log are not part of a request. */
  const ownStatements = (statements: readonly string[]) =>
    statements.filter((sql) => !/FROM (?:`?node`?|change_log|`?presence`?|counter_|`?member_device)/.test(sql));
  beforeAll(async () => {
    testServer = await startTestServer({ database, wrapDb: counted.wrap });
    root = await superAdmin(testServer);
    const [news, category] = [
      testServer.services.registry.get('news'),
      testServer.services.registry.get('news_category'),
    ];
    if (news === undefined || category === undefined) throw new Error('there are no news');
    const ctx = { ...seedContext(testServer.services), actor: { ...SYSTEM, kind: 'staff', id: root.id } } as const;
    const { id } = await testServer.writer.create(ctx, category, { name: 'Press', status: 1 });
    const createValues = (at: number) => ({ title: `News ${at}`, content: 'Text', cat_ids: [id], status: 1 });
    await testServer.writer.createMany(
      ctx,
      news,
      Array.from({ length: 40 }, (_, index) => createValues(index)),
    );
  });
  afterAll(() => testServer.close());

  /** Caches keep values for less than a second, which a busy machine may spend between two requests: the lowest of five counts. */
  async function fewestStatements(ask: () => Promise<unknown>): Promise<number> {
    const counts: number[] = [];
    for (let time = 0; time < 5; time += 1) counts.push(ownStatements(await counted.record(ask)).length);
    return Math.min(...counts);
  }

  it('list: at most six, with two references, a filter or a search', async () => {
    for (const query of [
      { limit: '20' },
      { limit: '20', 'search[0][field]': 'status', 'search[0][operator]': '=', 'search[0][val]': '1' },
      { limit: '20', quick_search: 'News' },
    ] as const) {
      expect(await fewestStatements(() => root.get('/admin/news/index', query))).toBeLessThanOrEqual(MAX_STATEMENTS);
    }
  });

  /**
   * SQLite appends to the change log in several statements, without a round trip; MariaDB gets sequence numbers, log, history and commit in
   * one.
   */
  const LOG = /^(?:UPDATE change_head|INSERT INTO (?:change_log|record_history|journal_chain)|COMMIT)/;
  const foldLogStatements = (statements: readonly string[]) => {
    const otherStatements = statements.filter((sql) => !LOG.test(sql));
    return otherStatements.length < statements.length
      ? [...otherStatements, 'the change log and the commit']
      : otherStatements;
  };

  it('update: runs at most six statements, with history, log and commit', async () => {
    const edit = async (title: string) => {
      const { data } = await root.get('/admin/news/edit', { id: '1' });
      return counted.record(async () => {
        const { code } = await root.post('/admin/news/edit', { id: 1, title, _base: { title: data.row.title } });
        expect(code).toBe(1);
      });
    };
    await edit('One');
    const statements = foldLogStatements(ownStatements(await edit('Two')));
    expect(statements.length).toBeLessThanOrEqual(MAX_STATEMENTS);
  });
});

/** Articles and their cases: only case news carries a case, and it stays case news while it has one. */
import { article } from '../../common/entities/article';
import { newsCase } from '../../common/entities/newsCase';
import { fault } from '../../common/protocol/faults';
import { defineHooks } from '../engine/write/entityHooks';
import { lockRow, rowNamed } from './found';

const CASE_NEWS = 1;
const strange = (path: string) => fault('row.invalid', undefined, { fields: [{ path, code: 'choice' }] });

export const articleBehaviour = defineHooks(article, {
  beforeWrite: async (hook, changes, before) => {
    if (before?.type !== CASE_NEWS || changes.type === undefined || changes.type === CASE_NEWS) return changes;
    const cases = await hook.find('news_case', { field: 'news_id', op: '=', value: before.id });
    if (cases.length > 0) throw strange('type');
    return changes;
  },
});

export const newsCaseBehaviour = defineHooks(newsCase, {
  beforeWrite: async (hook, changes) => {
    const { news_id } = changes;
    if (news_id === undefined) return changes;
    await lockRow(hook, 'article', news_id);
    const story = await rowNamed(hook, 'article', news_id);
    if (story !== undefined && story['type'] !== CASE_NEWS) throw strange('news_id');
    return changes;
  },
});

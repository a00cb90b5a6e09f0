/** Hooks of articles and news cases: only an article of the type “Case news” has a news case, and it keeps this type while it has one. */
import { article } from '../../../common/entities/article';
import { newsCase } from '../../../common/entities/newsCase';
import { fault } from '../../../common/protocol/faults';
import { defineHooks } from '../../engine/write/context/entityHooks';
import { ARTICLE_CHILDREN, findParentShown, updateParentShown } from '../parentShown';
import { applyDatedPublishing } from './publishingHooks';
import { findRowById } from '../rowLookup';

const CASE_NEWS = 1;
const invalidChoiceFault = (path: string) => fault('row.invalid', undefined, { fields: [{ path, code: 'choice' }] });

export const articleHooks = defineHooks(article, {
  beforeWrite: async (hook, changes, before) => {
    const losesType = before?.type === CASE_NEWS && changes.type !== undefined && changes.type !== CASE_NEWS;
    const cases = losesType ? await hook.find('news_case', { field: 'news_id', op: '=', value: before.id }) : [];
    if (cases.length > 0) throw invalidChoiceFault('type');
    return applyDatedPublishing(hook, changes, before);
  },
  afterWrite: (hook, after, before) => updateParentShown(hook, ARTICLE_CHILDREN, after, before),
});

export const newsCaseHooks = defineHooks(newsCase, {
  beforeWrite: async (hook, changes) => {
    const { news_id } = changes;
    if (news_id === undefined) return changes;
    const shown = await findParentShown(hook, article.name, news_id);
    const articleRow = await findRowById(hook, 'article', news_id);
    if (articleRow !== undefined && articleRow['type'] !== CASE_NEWS) throw invalidChoiceFault('news_id');
    return { ...changes, ...shown };
  },
});

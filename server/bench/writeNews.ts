/** Writes the news and categories of the list benchmarks. */
import { SYSTEM } from '../../common/entity/access';
import { seedContext } from '../db/seeds/base';
import type { TestServer } from '../testing/testServer';

/** Rows that one transaction writes. */
const BATCH = 500;

/** `fieldsFor`: the fields of the news of a day in which the measurements differ; `categories` are ids. */
export async function writeNews(
  { services, writer }: TestServer,
  count: number,
  fieldsFor: (
    at: number,
    categories: readonly number[],
  ) => { readonly cat_ids: readonly number[]; readonly status: number },
): Promise<void> {
  const [news, category] = [services.registry.get('news'), services.registry.get('news_category')];
  if (news === undefined || category === undefined) throw new Error('there are no news');
  const ctx = { ...seedContext(services), actor: { ...SYSTEM, kind: 'staff', id: 1 } } as const;
  const names = ['Company', 'Products', 'Events', 'Press'].map((name) => ({ name, status: 1 }));
  const categories = (await writer.createMany(ctx, category, names)).rows.map(({ id }) => Number(id));
  const rows = Array.from({ length: count }, (_, index) => ({
    title: `News of day ${index}`,
    description: `What happened on day ${index}`,
    content: '<p>Much.</p>',
    ...fieldsFor(index, categories),
  }));
  for (let index = 0; index < count; index += BATCH)
    await writer.createMany(ctx, news, rows.slice(index, index + BATCH));
}

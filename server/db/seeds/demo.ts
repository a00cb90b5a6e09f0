/** Demo data: a company as it could be, written through the same path as everything else. */
import { entityNamed, seedCtx, type Seeding } from './base';

export async function seedDemo({ kit, writer }: Seeding, _password: string): Promise<void> {
  await writer.inTransaction(seedCtx(kit), async (within) => {
    const { rows } = await within.createMany(entityNamed(kit, 'news_category'), [{ name: 'Company' }, { name: 'Product' }]);
    const category = rows[0]?.id ?? 0;
    await within.createMany(entityNamed(kit, 'news'), [
      { title: 'Hello', cat_ids: [category], content: '<p>Hello world</p>', admin_id: 1 },
      { title: 'Second', cat_ids: [category], content: '<p>Hello again</p>', admin_id: 1 },
    ]);
  });
}

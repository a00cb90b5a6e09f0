/** Data watch of the demo site: rules of its security officer, and the log entries of ordinary work since. */
import { requireSeedEntity } from '../base';
import type { DemoContext } from './demoContext';
import { parseTranslatedTable, withContent } from './parseTable';

const DRAFTS = parseTranslatedTable(
  [],
  ['title', 'description'],
  `
节假日服务时间（旧稿） | 春节期间的值班安排。
Holiday opening hours (old draft) | Who is on duty during the spring festival.
关于搬迁的通知（旧稿） | 新地址与交通方式。
Notice about our move (old draft) | The new address and how to get there.
2019 年价目表 | 已由 2020 年价目表替代。
Price list 2019 | Replaced by the price list of 2020.`,
);

export async function seedDataWatch(demo: DemoContext): Promise<void> {
  const [officer, clerk] = [await demo.asStaff('lin_xi'), await demo.asStaff('grace_lin')];
  const { services } = demo;
  const news = requireSeedEntity(services, 'news');
  const user = requireSeedEntity(services, 'user');
  await demo.runDaysAgo(60, async ({ insertRows }) => {
    await insertRows('recycle_rule', [
      { name: 'Administrators 管理员', data_table: 'admin' },
      { name: 'Menu rules 菜单规则', data_table: 'menu_rule' },
      { name: 'Members 会员', data_table: 'user' },
      { name: 'News 新闻', data_table: 'news' },
      { name: 'Customers 企业客户', data_table: 'enterprise' },
    ]);
    await insertRows('sensitive_rule', [
      { name: 'Administrators 管理员', data_table: 'admin', data_fields: ['username', 'mobile', 'password', 'status'] },
      { name: 'Members 会员', data_table: 'user', data_fields: ['username', 'mobile', 'email', 'password', 'status'] },
      { name: 'Role groups 角色组', data_table: 'admin_group', data_fields: ['rules', 'data_scope'] },
    ]);
  });
  const newRows = await demo.runDaysAgo(40, ({ insertRows }) =>
    insertRows(
      'news',
      DRAFTS.map((draft) =>
        withContent({ ...draft, content: draft.description, content_en: draft.description_en, status: 0 }),
      ),
    ),
  );
  const first = newRows.slice(0, 1);
  await demo.runDaysAgo(30, ({ writer }) => writer.remove(news, newRows), officer('/admin/news/del'));
  await demo.runDaysAgo(29, ({ writer }) => writer.restore(news, first), officer('/admin/news/restore'));
  await demo.runDaysAgo(28, ({ writer }) => writer.remove(news, first), officer('/admin/news/del'));
  const members = await demo.services.db.rows<{ id: number }>('SELECT id FROM `user` ORDER BY id LIMIT 6');
  for (const [index, { id }] of members.entries())
    await demo.runDaysAgo(
      20 - index * 3,
      async ({ writer }) => {
        await writer.update(user, { id: Number(id), mobile: `1391234${String(5_600 + index)}` });
      },
      (index % 2 === 0 ? clerk : officer)('/admin/user/edit'),
    );
}

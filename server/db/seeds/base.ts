/** What every house starts with: the first super admin and two role groups to build on. */
import type { AnyEntity } from '../../../common/entity/entity';
import type { TxWriter } from '../../engine/write/context/txWriter';
import type { Writer } from '../../engine/write/writer';
import type { RequestContext, Services } from '../../context';
import { systemContext } from '../../platform/systemContext';

/** What seeds write through: the same path as everybody. */
export interface SeedTools {
  readonly services: Services;
  readonly writer: Writer;
}
export interface FirstAdmin {
  readonly username: string;
  readonly password: string;
}

/** What an editor may do: site content, and the companies it is about, without their telephone numbers. */
export const EDITOR_RULES: readonly string[] = [
  ...['news/index', 'news/add', 'news/edit', 'news/del'],
  ...['news_category/index', 'navigation/index', 'attachment/index'],
  ...['enterprise/index', 'enterprise/edit', 'enterprise_staff/index'],
];

export const seedContext = (services: Services): RequestContext => ({
  ...systemContext(services, 'seed'),
  channel: 'import',
});
export function requireEntity({ registry }: Services, name: string): AnyEntity {
  const entity = registry.get(name);
  if (!entity) throw new Error(`the seeds need an entity that nobody declares: ${name}`);
  return entity;
}

/** Whether nobody ever lived in this database: no admin, not even a deleted one, and no group made for one. */
export const isFirstRun = async ({ db }: Services): Promise<boolean> =>
  (await db.rows('SELECT id FROM `admin` UNION ALL SELECT id FROM `admin_group` LIMIT 1')).length === 0;

/** Without a first admin only the groups: somebody will come with the setup link. */
export const seedBase = ({ services, writer }: SeedTools, admin: FirstAdmin | undefined): Promise<void> =>
  writer.inTransaction(seedContext(services), (writer) => seedGroups(services, writer, admin));

async function seedGroups(services: Services, writer: TxWriter, admin: FirstAdmin | undefined): Promise<void> {
  const groups = requireEntity(services, 'admin_group');
  const supers = await writer.create(groups, { name: 'Super administrators', rules: ['*'], data_scope: 'all' });
  await writer.create(groups, { name: 'Editors', pid: supers.id, rules: EDITOR_RULES, data_scope: 'own' });
  if (services.registry.get('user_group'))
    await writer.create(requireEntity(services, 'user_group'), { name: 'Members', rules: ['*'] });
  if (admin === undefined) return;
  await writer.create(requireEntity(services, 'admin'), {
    ...admin,
    nickname: 'Administrator',
    group_arr: [supers.id],
  });
}

/** Base seeds: the first super admin and two role groups. */
import type { AnyEntity } from '../../../common/entity/entity';
import type { TxWriter } from '../../engine/write/context/txWriter';
import type { Writer } from '../../engine/write/writer';
import type { RequestContext, Services } from '../../context';
import { systemContext } from '../../platform/systemContext';

/** Seeds write through the normal writer. */
export interface SeedTools {
  readonly services: Services;
  readonly writer: Writer;
}
export interface FirstAdmin {
  readonly username: string;
  readonly password: string;
}

/** Permissions of an editor: site content and companies, without telephone numbers. */
export const EDITOR_RULES: readonly string[] = [
  ...['news/index', 'news/add', 'news/edit', 'news/del'],
  ...['news_category/index', 'navigation/index', 'attachment/index'],
  ...['enterprise/index', 'enterprise/edit', 'enterprise_staff/index'],
];

export const seedContext = (services: Services): RequestContext => ({
  ...systemContext(services, 'seed'),
  channel: 'import',
});
export function requireSeedEntity({ registry }: Services, name: string): AnyEntity {
  const entity = registry.get(name);
  if (!entity) throw new Error(`the seeds need the entity ${name}, which is not registered`);
  return entity;
}

/** Whether the database was never used: no admin, not even a deleted one, and no group. */
export const isFirstRun = async ({ db }: Services): Promise<boolean> =>
  (await db.rows('SELECT id FROM `admin` UNION ALL SELECT id FROM `admin_group` LIMIT 1')).length === 0;

/** Without a first admin it creates only the groups: the setup link creates the admin. */
export const seedBase = ({ services, writer }: SeedTools, admin: FirstAdmin | undefined): Promise<void> =>
  writer.inTransaction(seedContext(services), (writer) => seedGroups(services, writer, admin));

async function seedGroups(services: Services, writer: TxWriter, admin: FirstAdmin | undefined): Promise<void> {
  const groups = requireSeedEntity(services, 'admin_group');
  const supers = await writer.create(groups, { name: 'Super administrators', rules: ['*'], data_scope: 'all' });
  await writer.create(groups, { name: 'Editors', pid: supers.id, rules: EDITOR_RULES, data_scope: 'own' });
  if (services.registry.get('user_group'))
    await writer.create(requireSeedEntity(services, 'user_group'), { name: 'Members', rules: ['*'] });
  if (admin === undefined) return;
  await writer.create(requireSeedEntity(services, 'admin'), {
    ...admin,
    nickname: 'Administrator',
    group_arr: [supers.id],
  });
}

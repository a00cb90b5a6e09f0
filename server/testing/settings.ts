/** Sets a setting of a world as staff would: through the write path, so that it acts at once and everywhere. */
import type { Json } from '../../common/entity/field';
import { seedCtx } from '../db/seeds/base';
import type { World } from './world';

export async function put(world: World, name: string, value: Json): Promise<void> {
  const entity = world.services.registry.get('config');
  const [row] = await world.services.db.rows<{ readonly id: number }>('SELECT id FROM `config` WHERE name = ?', [name]);
  if (!entity || !row) throw new Error(`there is no setting ${name}`);
  await world.writer.update(seedCtx(world.services), entity, { id: Number(row.id), value });
}

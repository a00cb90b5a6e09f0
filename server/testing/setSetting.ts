/** Sets a setting of a world as staff would: through the write path, so that it acts at once and everywhere. */
import type { Json } from '../../common/entity/field';
import { seedContext } from '../db/seeds/base';
import type { TestServer } from './testServer';

export async function setSetting(server: TestServer, name: string, value: Json): Promise<void> {
  const entity = server.services.registry.get('config');
  const [row] = await server.services.db.rows<{ readonly id: number }>('SELECT id FROM `config` WHERE name = ?', [
    name,
  ]);
  if (!entity || !row) throw new Error(`there is no setting ${name}`);
  await server.writer.update(seedContext(server.services), entity, { id: Number(row.id), value });
}

/** Changes a setting of a test server through the write path, so that it applies at once and on all nodes. */
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

/** The stored config items: missing ones are added at boot by name; what staff made of the others is never touched. */
import type { Writer } from '../../engine/write/writer';
import type { Services, Settings } from '../../context';
import { systemCtx } from '../../platform/systemCtx';
import { builtIns, draftOf } from './items';

/** Adds the items nobody has stored yet, with the values the house was founded with. */
export async function addMissingItems(services: Services, writer: Writer, founded: Settings): Promise<number> {
  const entity = services.registry.get('config');
  if (!entity) return 0;
  const stored = await services.db.rows<{ readonly name: string }>('SELECT name FROM `config`');
  const known = new Set(stored.map(({ name }) => name));
  const missing = builtIns(founded)
    .map(draftOf)
    .filter(({ name }) => !known.has(name));
  if (missing.length > 0) await writer.createMany(systemCtx(services, 'settings'), entity, missing);
  return missing.length;
}

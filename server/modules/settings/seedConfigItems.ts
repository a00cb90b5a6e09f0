/** The stored config items: missing ones are added at boot by name; what staff made of the others is never touched. */
import type { Writer } from '../../engine/write/writer';
import type { Services } from '../../context';
import type { Settings } from '../../platform/settings';
import { systemContext } from '../../platform/systemContext';
import { listBuiltInItems, toConfigDraft } from './builtInItems';

/** Adds the items nobody has stored yet, with the values the house was founded with. */
export async function seedConfigItems(services: Services, writer: Writer, initialSettings: Settings): Promise<number> {
  const entity = services.registry.get('config');
  if (!entity) return 0;
  const stored = await services.db.rows<{ readonly name: string }>('SELECT name FROM `config`');
  const storedNames = new Set(stored.map(({ name }) => name));
  const missing = listBuiltInItems(initialSettings)
    .map(toConfigDraft)
    .filter(({ name }) => !storedNames.has(name));
  if (missing.length > 0) await writer.createMany(systemContext(services, 'settings'), entity, missing);
  return missing.length;
}

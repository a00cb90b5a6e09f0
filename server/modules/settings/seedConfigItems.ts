/** Adds missing config items at start-up, with the default settings of `config/defaults.ts`; stored items stay as staff left them. */
import type { Writer } from '../../engine/write/writer';
import type { Services } from '../../context';
import type { Settings } from '../../platform/settings';
import { systemContext } from '../../platform/systemContext';
import { listBuiltInItems, toConfigRow } from './builtInItems';

/** Adds the items that were never stored, with their default settings. */
export async function seedConfigItems(services: Services, writer: Writer, defaultSettings: Settings): Promise<number> {
  const entity = services.registry.get('config');
  if (!entity) return 0;
  const stored = await services.db.rows<{ readonly name: string }>('SELECT name FROM `config`');
  const storedNames = new Set(stored.map(({ name }) => name));
  const missing = listBuiltInItems(defaultSettings)
    .map(toConfigRow)
    .filter(({ name }) => !storedNames.has(name));
  if (missing.length > 0) await writer.createMany(systemContext(services, 'settings'), entity, missing);
  return missing.length;
}

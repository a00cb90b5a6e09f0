/** Records the menu rules that a start of the server added for entities of modules: they are the modules' own. */
import { module } from '../../../common/entities/module';
import { asRecord } from '../../../common/json';
import { parseInstalledParts, type OwnRule } from '../../../common/modules/moduleParts';
import type { TxWriter } from '../../engine/write/context/txWriter';
import type { Tx } from '../../context';
import { listModules } from '../moduleRow';

const isOf = (entities: readonly string[], name: string): boolean =>
  entities.some((entity) => name === entity || name.startsWith(`${entity}/`));

export async function recordSeededRules(
  reader: Pick<Tx, 'rows'>,
  writer: TxWriter,
  added: readonly OwnRule[],
): Promise<void> {
  for (const { id, entities, row } of await listModules(reader)) {
    const rules = added.filter(({ name }) => isOf(entities, name));
    if (rules.length === 0) continue;
    const parts = { ...asRecord(row['parts']), rules: [...parseInstalledParts(row['parts']).rules, ...rules] };
    await writer.update(module, { id, parts });
  }
}

/** Brings deleted rows back or destroys them, and says in words what stood in the way. */
import { useTranslation } from 'react-i18next';
import type { AnyEntity } from '../../../common/entity/entity';
import { entityWords } from '../../../common/locales/entityWords';
import { useApp } from '../../shared/app';
import { fieldFaults, isCallFault, isSpoken, type CallFault } from '../../shared/faults';
import { useLang, useWords } from '../../shared/i18n';
import { asRecord } from '../../shared/persist';
import { useEngine } from '../engineContext';
import { binApi } from './binApi';

export interface Bin {
  readonly restore: (ids: readonly number[]) => Promise<boolean>;
  readonly purge: (ids: readonly number[]) => Promise<boolean>;
  readonly busy: boolean;
}

/** The single cases of a refusal: values others have meanwhile, rows that still point here. */
function useCases(entity: AnyEntity) {
  const { t } = useTranslation();
  const { registry } = useEngine();
  const lang = useLang();
  const words = useWords(entity);
  const userLine = (raw: unknown): readonly string[] => {
    const user = asRecord(raw);
    const [name, title] = [user?.['entity'], user?.['title']];
    const by = typeof name === 'string' ? registry.get(name) : undefined;
    if (by === undefined) return [];
    const one = entityWords(by, lang).one;
    if (typeof title !== 'string' || title === '') return [t('bin.used_hidden', { entity: one })];
    return [t('bin.used_by', { entity: one, title })];
  };
  return (fault: CallFault): readonly string[] => {
    const fields = Object.entries(fieldFaults(fault));
    const users = asRecord(fault.data)?.['users'];
    return [
      ...fields.map(([field, msg]) => t('bin.taken', { field: words.fields[field] ?? field, msg })),
      ...(Array.isArray(users) ? users.flatMap(userLine) : []),
    ];
  };
}

/** Which of several rows it was. */
function titleOf({ data }: CallFault): readonly string[] {
  const title = asRecord(asRecord(data)?.['row'])?.['title'];
  return typeof title === 'string' ? [title] : [];
}

export function useBin(entity: AnyEntity): Bin {
  const { t } = useTranslation();
  const { toasts } = useApp();
  const casesOf = useCases(entity);
  const [send, { isLoading }] = binApi.useFromBinMutation();
  const ask = async (verb: 'restore' | 'purge', ids: readonly number[]): Promise<boolean> => {
    const { data, error } = await send({ e: entity.name, ids, verb });
    if (data) {
      const count = data.ids.length;
      const own = verb === 'restore' ? t('bin.restored', { count }) : t('bin.purged', { count });
      toasts.show('success', data.said ?? own);
      return true;
    }
    if (!isCallFault(error) || !(isSpoken(error) || error.kind === 'locked')) return false;
    const heading = verb === 'restore' ? t('bin.not_restored') : t('bin.not_purged');
    const cases = casesOf(error);
    const said = [heading, ...titleOf(error), error.msg].join(' · ');
    toasts.show('error', said, undefined, undefined, cases.length > 0 ? cases : undefined);
    return false;
  };
  return { restore: (ids) => ask('restore', ids), purge: (ids) => ask('purge', ids), busy: isLoading };
}

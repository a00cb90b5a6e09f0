/** Restores or purges deleted rows and explains rejections. */
import { useTranslation } from 'react-i18next';
import type { AnyEntity } from '../../../common/entity/entity';
import { entityLabels } from '../../../common/locales/entityLabels';
import { useApp } from '../../shared/app/appContext';
import { fieldErrors, isCallFault, isShownAsToast, type CallFault } from '../../shared/api/faults';
import { useLanguage, useEntityLabels } from '../../shared/i18n/i18n';
import { asRecord } from '../../../common/json';
import { useEngine } from '../engineContext';
import { recycleBinApi } from './recycleBinApi';

export interface RecycleBin {
  readonly restore: (ids: readonly number[]) => Promise<boolean>;
  readonly purge: (ids: readonly number[]) => Promise<boolean>;
  readonly isBusy: boolean;
}

/** Details of a rejection: duplicate values, and rows that still refer to this one. */
function useRefusalDetails(entity: AnyEntity) {
  const { t } = useTranslation();
  const { registry } = useEngine();
  const lang = useLanguage();
  const labels = useEntityLabels(entity);
  const referenceLine = (raw: unknown): readonly string[] => {
    const user = asRecord(raw);
    const [name, title] = [user?.['entity'], user?.['title']];
    const by = typeof name === 'string' ? registry.get(name) : undefined;
    if (by === undefined) return [];
    const singular = entityLabels(by, lang).one;
    if (typeof title !== 'string' || title === '') return [t('recycleBin.used_hidden', { entity: singular })];
    return [t('recycleBin.used_by', { entity: singular, title })];
  };
  return (fault: CallFault): readonly string[] => {
    const fields = Object.entries(fieldErrors(fault));
    const users = asRecord(fault.data)?.['users'];
    return [
      ...fields.map(([field, msg]) => t('recycleBin.taken', { field: labels.fields[field] ?? field, msg })),
      ...(Array.isArray(users) ? users.flatMap(referenceLine) : []),
    ];
  };
}

/** Title of the row that caused the rejection. */
function getRowTitle({ data }: CallFault): readonly string[] {
  const title = asRecord(asRecord(data)?.['row'])?.['title'];
  return typeof title === 'string' ? [title] : [];
}

export function useRecycleBin(entity: AnyEntity): RecycleBin {
  const { t } = useTranslation();
  const { toasts } = useApp();
  const refusalDetails = useRefusalDetails(entity);
  const [send, { isLoading }] = recycleBinApi.useFromBinMutation();
  const runRequest = async (verb: 'restore' | 'purge', ids: readonly number[]): Promise<boolean> => {
    const { data, error } = await send({ e: entity.name, ids, verb });
    if (data) {
      const count = data.ids.length;
      const ownMessage = verb === 'restore' ? t('recycleBin.restored', { count }) : t('recycleBin.purged', { count });
      toasts.show('success', data.message ?? ownMessage);
      return true;
    }
    if (!isCallFault(error) || !(isShownAsToast(error) || error.kind === 'locked')) return false;
    const heading = verb === 'restore' ? t('recycleBin.not_restored') : t('recycleBin.not_purged');
    const details = refusalDetails(error);
    const message = [heading, ...getRowTitle(error), error.msg].join(' · ');
    toasts.show('error', message, undefined, undefined, details.length > 0 ? details : undefined);
    return false;
  };
  return { restore: (ids) => runRequest('restore', ids), purge: (ids) => runRequest('purge', ids), isBusy: isLoading };
}

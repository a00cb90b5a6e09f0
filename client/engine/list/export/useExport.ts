/** Exports the rows of a query with the shown columns, and shows the result as a toast. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LIMITS } from '../../../../common/limits';
import type { ListQuery } from '../../../../common/query/listQuery';
import { useApp } from '../../../shared/app/appContext';
import { useSession } from '../../../shared/auth/useSession';
import { queryParams } from '../../data/listRequest';
import type { ListModel } from '../useListModel';
import { exportFile } from './exportFile';

export function useExport({ entity, permissions, columns }: ListModel) {
  const { t } = useTranslation();
  const app = useApp();
  const { person } = useSession();
  const [isBusy, setIsBusy] = useState(false);
  const run = async (query: ListQuery) => {
    setIsBusy(true);
    const { page: _page, limit: _limit, ...filterParams } = queryParams(permissions.columns, query);
    const names = columns.filter(({ name }) => permissions.readable.has(name)).map(({ name }) => name);
    const params = { ...filterParams, columns: names.join(',') };
    const result = await exportFile(app, { entity: entity.name, params, token: person?.token ?? '' });
    setIsBusy(false);
    if (typeof result === 'string') app.toasts.show('error', result === '' ? t('savedViews.not_exported') : result);
    else if (result.capped) app.toasts.show('warning', t('savedViews.exported_capped', { count: LIMITS.exportRows }));
    else app.toasts.show('success', t('savedViews.exported', { count: result.rows }));
  };
  return { isBusy, run };
}

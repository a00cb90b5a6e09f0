/** Exports the rows of a query with the shown columns, and tells the outcome. */
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
    const { page: _page, limit: _limit, ...question } = queryParams(permissions.columns, query);
    const names = columns.filter(({ name }) => permissions.readable.has(name)).map(({ name }) => name);
    const params = { ...question, columns: names.join(',') };
    const done = await exportFile(app, { entity: entity.name, params, token: person?.token ?? '' });
    setIsBusy(false);
    if (typeof done === 'string') app.toasts.show('error', done === '' ? t('savedViews.not_exported') : done);
    else if (done.capped) app.toasts.show('warning', t('savedViews.exported_capped', { count: LIMITS.exportRows }));
    else app.toasts.show('success', t('savedViews.exported', { count: done.rows }));
  };
  return { isBusy, run };
}

/** Exports the filtered history page by page from a fixed top, so that no entry is missing or duplicated. The file contains amounts even while the screen hides them. */
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { memoText } from '../../../../common/locales/memos';
import { useApp } from '../../../shared/app/appContext';
import { useAppDispatch } from '../../../shared/app/createStore';
import { useLanguage } from '../../../shared/i18n/i18n';
import { entriesApi, type Entry, type EntryQuery } from '../../balance/entriesApi';
import { entriesToCsv, downloadText } from '../../balance/entriesToCsv';

const EXPORT_PAGE_SIZE = 200;

interface ExportButtonProps {
  readonly baseQuery: EntryQuery;
  /** The number of entries, if known. */
  readonly total: number | undefined;
}
export function ExportButton({ baseQuery, total }: ExportButtonProps) {
  const { t } = useTranslation();
  const lang = useLanguage();
  const { toasts } = useApp();
  const dispatch = useAppDispatch();
  const [isBusy, setIsBusy] = useState(false);
  const fetchAllEntries = async (): Promise<readonly Entry[]> => {
    const entriesSoFar: Entry[] = [];
    for (let page = 1; ; page += 1) {
      const query = { ...baseQuery, page, limit: EXPORT_PAGE_SIZE };
      const { list } = await dispatch(entriesApi.endpoints.entries.initiate(query, { subscribe: false })).unwrap();
      entriesSoFar.push(...list);
      if (list.length < EXPORT_PAGE_SIZE) return entriesSoFar;
    }
  };
  const exportEntries = async () => {
    setIsBusy(true);
    try {
      const entries = (await fetchAllEntries()).map((entry) => ({ ...entry, memo: memoText(entry.memo, lang) }));
      const headers = (['number', 'entry', 'time', 'type', 'amount', 'before', 'after', 'memo'] as const).map((name) =>
        t(`balance.receipt.${name}`),
      );
      downloadText(
        `${baseQuery.kind}-history.csv`,
        entriesToCsv(entries, {
          headers,
          typeLabel: ({ type }) => t(`balance.types.${type}`),
          zone: baseQuery.zone ?? 'UTC',
        }),
      );
      toasts.show('success', t('balance.history.exported'));
    } catch {
      toasts.show('error', t('balance.history.export_failed'));
    }
    setIsBusy(false);
  };
  return (
    <Button
      variant="outlined"
      disabled={isBusy || total === 0 || baseQuery.top === undefined}
      onClick={() => void exportEntries()}
    >
      {isBusy ? t('balance.history.exporting') : t('balance.history.export')}
    </Button>
  );
}

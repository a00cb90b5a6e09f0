/**
 * Exports the filtered history page by page from a fixed newest entry, so that no entry is missing or duplicated.
 * The file contains amounts even while the screen hides them.
 */
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { memoText } from '../../../../common/locales/memos';
import { useApp } from '../../../shared/app/appContext';
import { useLanguage } from '../../../shared/i18n/i18n';
import type { EntryQuery } from '../../balance/entriesApi';
import { entriesToCsv, downloadText } from '../../balance/entriesToCsv';
import type { BalanceKind } from '../../balance/amounts';
import { useFetchAllEntries } from '../../balance/useFetchAllEntries';
import { formatTimeIn } from '../../../shared/bookingReceipt/formatZonedTime';

/** The first part of the name of the file. */
const FILE_NAMES: Readonly<Record<BalanceKind, string>> = { money: 'balance', score: 'points' };

interface ExportButtonProps {
  readonly baseQuery: EntryQuery;
  /** The number of entries, if known. */
  readonly total: number | undefined;
}
export function ExportButton({ baseQuery, total }: ExportButtonProps) {
  const { t } = useTranslation();
  const lang = useLanguage();
  const { toasts } = useApp();
  const fetchAllEntries = useFetchAllEntries();
  const [isBusy, setIsBusy] = useState(false);
  const { zone = 'UTC' } = baseQuery;
  const exportEntries = async () => {
    setIsBusy(true);
    try {
      const entries = (await fetchAllEntries(baseQuery)).map((entry) => ({
        ...entry,
        memo: memoText(entry.memo, lang),
      }));
      const headers = (['number', 'entry', 'time', 'type', 'amount', 'before', 'after', 'memo'] as const).map((name) =>
        t(`balance.receipt.${name}`),
      );
      downloadText(
        `${FILE_NAMES[baseQuery.kind]}-${formatTimeIn(zone, Math.floor(Date.now() / 1000)).slice(0, 10)}.csv`,
        entriesToCsv(entries, {
          headers,
          typeLabel: ({ type }) => t(`balance.types.${type}`),
          zone,
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
      disabled={isBusy || total === 0 || baseQuery.newestId === undefined}
      onClick={() => void exportEntries()}
    >
      {isBusy ? t('balance.history.exporting') : t('balance.history.export')}
    </Button>
  );
}

/** Takes the history with its filters home: page by page from the same top, so that nothing is missing or doubled. A file one asks for holds its amounts, also where the screen hides them. */
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { memoSaid } from '../../../../common/locales/memos';
import { useApp } from '../../../shared/app';
import { useAppDispatch } from '../../../shared/createStore';
import { useLang } from '../../../shared/i18n';
import { entriesApi, type Entry, type EntryQuery } from '../../wealth/entries';
import { csvOf, download } from '../../wealth/exportEntries';

const SIZE = 200;

interface ExportProps {
  readonly asked: EntryQuery;
  /** As far as it is known. */
  readonly total: number | undefined;
}
export function ExportButton({ asked, total }: ExportProps) {
  const { t } = useTranslation();
  const lang = useLang();
  const { toasts } = useApp();
  const dispatch = useAppDispatch();
  const [busy, setBusy] = useState(false);
  const gather = async (): Promise<readonly Entry[]> => {
    const all: Entry[] = [];
    for (let page = 1; ; page += 1) {
      const query = { ...asked, page, limit: SIZE };
      const { list } = await dispatch(entriesApi.endpoints.entries.initiate(query, { subscribe: false })).unwrap();
      all.push(...list);
      if (list.length < SIZE) return all;
    }
  };
  const save = async () => {
    setBusy(true);
    try {
      const entries = (await gather()).map((entry) => ({ ...entry, memo: memoSaid(entry.memo, lang) }));
      const heads = (['number', 'entry', 'time', 'type', 'amount', 'before', 'after', 'memo'] as const).map((name) =>
        t(`wealth.receipt.${name}`),
      );
      download(
        `${asked.kind}-history.csv`,
        csvOf(entries, { heads, typeOf: ({ type }) => t(`wealth.types.${type}`), zone: asked.zone ?? 'UTC' }),
      );
      toasts.show('success', t('wealth.history.exported'));
    } catch {
      toasts.show('error', t('wealth.history.export_failed'));
    }
    setBusy(false);
  };
  return (
    <Button variant="outlined" disabled={busy || total === 0 || asked.top === undefined} onClick={() => void save()}>
      {busy ? t('wealth.history.exporting') : t('wealth.history.export')}
    </Button>
  );
}

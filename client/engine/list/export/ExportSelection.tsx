/** Exports the selected rows, in the order of the list. */
import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { LIMITS } from '../../../../common/limits';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';
import { useExport } from './useExport';
import type { ListModel } from '../useListModel';

export function ExportSelection({ model }: { readonly model: ListModel }) {
  useLazyTranslations();
  const { t } = useTranslation();
  const { isBusy, run } = useExport(model);
  const { actionableIds, query } = model;
  const { q: _q, searchAll: _searchAll, ...rest } = query;
  const selected = { ...rest, where: { field: 'id', op: 'IN', value: actionableIds } } as const;
  return (
    <Button
      size="small"
      color="inherit"
      startIcon={<DownloadIcon />}
      disabled={isBusy || actionableIds.length === 0 || actionableIds.length > LIMITS.maxBulkIds}
      onClick={() => void run(selected)}
    >
      {t('listControls.row.export_selected')}
    </Button>
  );
}

/** Tools of a list: export, past moments, order on phones, columns and display options. */
import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import CircularProgress from '@mui/material/CircularProgress';
import IconButton from '@mui/material/IconButton';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useTranslation } from 'react-i18next';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';
import { PHONE_QUERY } from '../../../shared/theme/designTokens';
import { AsOfMenu } from '../asOf/AsOfMenu';
import { keepsHistory } from '../../../../common/definition/keepsHistory';
import type { ListModel } from '../useListModel';
import { SortMenu } from '../cards/SortMenu';
import { ColumnsMenu } from './ColumnsMenu';
import { DisplayMenu, type LiveMode } from './DisplayMenu';
import { useExport } from '../export/useExport';
import { ImportItem } from './ImportItem';

interface ListToolsProps {
  readonly model: ListModel;
}

function ExportItem({ model }: ListToolsProps) {
  const { t } = useTranslation();
  const { isBusy, run } = useExport(model);
  const label = isBusy ? t('savedViews.exporting') : t('savedViews.export');
  return (
    <IconButton aria-label={label} title={label} disabled={isBusy} onClick={() => void run(model.query)}>
      {isBusy ? <CircularProgress size={18} /> : <DownloadIcon fontSize="small" />}
    </IconButton>
  );
}

interface ToolsProps extends ListToolsProps {
  readonly live: LiveMode;
}
export function ListTools({ model, live }: ToolsProps) {
  useLazyTranslations();
  const isPhone = useMediaQuery(PHONE_QUERY);
  return (
    <>
      <ImportItem entity={model.entity} />
      <ExportItem model={model} />
      {keepsHistory(model.entity) && <AsOfMenu />}
      {isPhone && <SortMenu model={model} />}
      <ColumnsMenu model={model} />
      <DisplayMenu live={live} model={model} />
    </>
  );
}

/** Tools of a list: export, past moments, order on phones, columns and display options. */
import SelectIcon from '@mui/icons-material/ChecklistOutlined';
import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import MoreIcon from '@mui/icons-material/MoreHoriz';
import CircularProgress from '@mui/material/CircularProgress';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useState } from 'react';
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

function SelectItem({ model }: ListToolsProps) {
  const { t } = useTranslation();
  const label = t('listControls.select.start');
  return (
    <IconButton aria-label={label} title={label} onClick={() => model.setIsSelecting(true)}>
      <SelectIcon fontSize="small" />
    </IconButton>
  );
}

interface ToolsProps extends ListToolsProps {
  readonly live: LiveMode;
}
/** On a phone a button shows and hides the tools, so that more rows fit the screen; open dialogs of hidden tools stay. */
export function ListTools({ model, live }: ToolsProps) {
  useLazyTranslations();
  const { t } = useTranslation();
  const isPhone = useMediaQuery(PHONE_QUERY);
  const [isExpanded, setIsExpanded] = useState(false);
  const isShown = !isPhone || isExpanded;
  const label = t('lists.tools');
  return (
    <>
      {isPhone && (
        <IconButton
          aria-label={label}
          aria-expanded={isExpanded}
          title={label}
          onClick={() => setIsExpanded(!isExpanded)}
        >
          <MoreIcon fontSize="small" />
        </IconButton>
      )}
      <Stack
        direction="row"
        hidden={!isShown}
        sx={{
          display: isShown ? 'flex' : 'none',
          gap: 1,
          justifyContent: 'flex-end',
          flexBasis: { xs: '100%', sm: 'auto' },
        }}
      >
        <ImportItem entity={model.entity} />
        <ExportItem model={model} />
        {keepsHistory(model.entity) && <AsOfMenu />}
        {isPhone && <SelectItem model={model} />}
        {isPhone && <SortMenu model={model} />}
        <ColumnsMenu model={model} />
        <DisplayMenu live={live} model={model} />
      </Stack>
    </>
  );
}

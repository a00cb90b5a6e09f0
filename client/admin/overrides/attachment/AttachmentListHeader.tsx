/** Header of the attachment list: view, category filter, upload, unused files. */
import CleaningIcon from '@mui/icons-material/CleaningServicesOutlined';
import GridIcon from '@mui/icons-material/GridViewOutlined';
import TableIcon from '@mui/icons-material/TableRowsOutlined';
import UploadIcon from '@mui/icons-material/UploadFileOutlined';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Tooltip from '@mui/material/Tooltip';
import useMediaQuery from '@mui/material/useMediaQuery';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { attachment } from '../../../../common/entities/attachment';
import {
  CATEGORY_FILTERS,
  FILE_CATEGORIES,
  findFilterCategory,
  type FileCategory,
} from '../../../engine/files/fileCategories';
import { usePermissions } from '../../../engine/usePermissions';
import { VIEW_PARAM } from './viewParam';
import { lazyWithRetry } from '../../../ui/lazyWithRetry';

const UploadDialog = lazyWithRetry(async () => (await import('./UploadDialog')).UploadDialog);
const UnusedFilesDialog = lazyWithRetry(async () => (await import('./UnusedFilesDialog')).UnusedFilesDialog);

interface FilterProps {
  readonly params: URLSearchParams;
  readonly setParam: (key: string, value: string) => void;
}
function FileTypeFilter({ params, setParam }: FilterProps) {
  const { t } = useTranslation();
  const category = findFilterCategory(params.get('mimetype') ?? '') ?? 'all';
  return (
    <TextField
      select
      fullWidth={false}
      size="small"
      value={category}
      onChange={({ target }) => setParam('mimetype', CATEGORY_FILTERS[target.value as FileCategory])}
      slotProps={{ select: { SelectDisplayProps: { 'aria-label': t('files.kind') } } }}
      sx={{ minWidth: 104 }}
    >
      {FILE_CATEGORIES.map((name) => (
        <MenuItem key={name} value={name}>
          {t(`files.kinds.${name}`)}
        </MenuItem>
      ))}
    </TextField>
  );
}

function ViewSwitch({ params, setParam }: FilterProps) {
  const { t } = useTranslation();
  const views = [
    ['', t('files.table'), TableIcon],
    ['tiles', t('files.tiles'), GridIcon],
  ] as const;
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      aria-label={t('files.view_mode')}
      value={params.get(VIEW_PARAM) ?? ''}
      onChange={(_, next: string | null) => next !== null && setParam(VIEW_PARAM, next)}
    >
      {views.map(([value, label, Icon]) => (
        <ToggleButton key={value} value={value} aria-label={label} title={label}>
          <Icon fontSize="small" />
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}

export function AttachmentListHeader() {
  const { t } = useTranslation();
  const isNarrow = useMediaQuery('(max-width: 899.95px)');
  const [params, setParams] = useSearchParams();
  const [openDialog, setOpenDialog] = useState<'upload' | 'clean' | null>(null);
  const { canRunAction } = usePermissions(attachment);
  const setParam = (key: string, value: string) =>
    setParams((before) => {
      const next = new URLSearchParams(before);
      if (value === '') next.delete(key);
      else next.set(key, value);
      next.delete('page');
      return next;
    });
  return (
    <Stack direction="row" sx={{ gap: 2, alignItems: 'center', flexWrap: 'wrap', justifyContent: 'flex-end' }}>
      <FileTypeFilter params={params} setParam={setParam} />
      <ViewSwitch params={params} setParam={setParam} />
      {canRunAction('del') && (
        <Tooltip title={t('files.clean')}>
          <IconButton aria-label={t('files.clean')} onClick={() => setOpenDialog('clean')}>
            <CleaningIcon fontSize="small" />
          </IconButton>
        </Tooltip>
      )}
      {isNarrow ? (
        <IconButton color="primary" aria-label={t('files.upload')} onClick={() => setOpenDialog('upload')}>
          <UploadIcon />
        </IconButton>
      ) : (
        <Button variant="contained" startIcon={<UploadIcon />} onClick={() => setOpenDialog('upload')}>
          {t('files.upload')}
        </Button>
      )}
      <Suspense>
        {openDialog === 'upload' && <UploadDialog onClose={() => setOpenDialog(null)} />}
        {openDialog === 'clean' && <UnusedFilesDialog onClose={() => setOpenDialog(null)} />}
      </Suspense>
    </Stack>
  );
}

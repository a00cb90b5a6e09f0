/** Beside the heading of the attachments: how they are shown, which kind, new ones, and those nothing uses. */
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
  categoryOfFilter,
  type FileCategory,
} from '../../../engine/files/fileCategories';
import { usePermissions } from '../../../engine/usePermissions';
import { LOOK } from './look';
import { lazyWithRetry } from '../../../ui/lazyWithRetry';

const UploadDialog = lazyWithRetry(async () => (await import('./UploadDialog')).UploadDialog);
const OrphansDialog = lazyWithRetry(async () => (await import('./OrphansDialog')).OrphansDialog);

interface ShownProps {
  readonly params: URLSearchParams;
  readonly put: (key: string, value: string) => void;
}
function KindFilter({ params, put }: ShownProps) {
  const { t } = useTranslation();
  const kind = categoryOfFilter(params.get('mimetype') ?? '') ?? 'all';
  return (
    <TextField
      select
      fullWidth={false}
      size="small"
      value={kind}
      onChange={({ target }) => put('mimetype', CATEGORY_FILTERS[target.value as FileCategory])}
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

function Look({ params, put }: ShownProps) {
  const { t } = useTranslation();
  const looks = [
    ['', t('files.table'), TableIcon],
    ['tiles', t('files.tiles'), GridIcon],
  ] as const;
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      aria-label={t('files.look')}
      value={params.get(LOOK) ?? ''}
      onChange={(_, next: string | null) => next !== null && put(LOOK, next)}
    >
      {looks.map(([value, label, Icon]) => (
        <ToggleButton key={value} value={value} aria-label={label} title={label}>
          <Icon fontSize="small" />
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}

export function Head() {
  const { t } = useTranslation();
  const narrow = useMediaQuery('(max-width: 899.95px)');
  const [params, setParams] = useSearchParams();
  const [open, setOpen] = useState<'upload' | 'clean' | null>(null);
  const { canRunAction: mayAct } = usePermissions(attachment);
  const put = (key: string, value: string) =>
    setParams((before) => {
      const next = new URLSearchParams(before);
      if (value === '') next.delete(key);
      else next.set(key, value);
      next.delete('page');
      return next;
    });
  return (
    <Stack direction="row" sx={{ gap: 2, alignItems: 'center', flexWrap: 'wrap', justifyContent: 'flex-end' }}>
      <KindFilter params={params} put={put} />
      <Look params={params} put={put} />
      {mayAct('del') && (
        <Tooltip title={t('files.clean')}>
          <IconButton aria-label={t('files.clean')} onClick={() => setOpen('clean')}>
            <CleaningIcon fontSize="small" />
          </IconButton>
        </Tooltip>
      )}
      {narrow ? (
        <IconButton color="primary" aria-label={t('files.upload')} onClick={() => setOpen('upload')}>
          <UploadIcon />
        </IconButton>
      ) : (
        <Button variant="contained" startIcon={<UploadIcon />} onClick={() => setOpen('upload')}>
          {t('files.upload')}
        </Button>
      )}
      <Suspense>
        {open === 'upload' && <UploadDialog onClose={() => setOpen(null)} />}
        {open === 'clean' && <OrphansDialog onClose={() => setOpen(null)} />}
      </Suspense>
    </Stack>
  );
}

/** The uploads of a field: progress, actions and error messages. */
import CloseIcon from '@mui/icons-material/Close';
import ReplayIcon from '@mui/icons-material/Replay';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { formatFileSize } from '../../../common/text/fileTypes';
import type { UploadItem } from './uploadQueue';
import type { Uploads } from './useUploads';

const percentSent = ({ sentBytes, size }: UploadItem) => Math.floor((sentBytes / Math.max(1, size)) * 100);

function useStateText(): (item: UploadItem) => string {
  const { t } = useTranslation();
  return (item) => {
    if (item.state === 'waiting') return t('upload.waiting');
    if (item.state === 'failed') return item.error;
    if (item.sentBytes >= item.size) return t('upload.storing');
    return t('upload.progress', { percent: percentSent(item), size: formatFileSize(item.size) });
  };
}

function UploadRow({ item, uploads }: { readonly item: UploadItem; readonly uploads: Uploads }) {
  const { t } = useTranslation();
  const stateText = useStateText();
  const { key, name, state, canRetry } = item;
  const isFailed = state === 'failed';
  const removeLabel = t(isFailed ? 'upload.dismiss' : 'upload.cancel', { name });
  return (
    <Box component="li" sx={{ listStyle: 'none' }}>
      <Stack direction="row" sx={{ alignItems: 'center', gap: 1 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography variant="body2" noWrap title={name}>
            {name}
          </Typography>
          <Typography
            variant="caption"
            role={isFailed ? 'alert' : undefined}
            sx={{ display: 'block', color: isFailed ? 'error.main' : 'text.secondary', overflowWrap: 'anywhere' }}
          >
            {stateText(item)}
          </Typography>
        </Box>
        {isFailed && canRetry && (
          <Tooltip title={t('upload.retry')}>
            <IconButton size="small" aria-label={t('upload.retry_of', { name })} onClick={() => uploads.retry(key)}>
              <ReplayIcon fontSize="small" />
            </IconButton>
          </Tooltip>
        )}
        <Tooltip title={removeLabel}>
          <IconButton size="small" aria-label={removeLabel} onClick={() => uploads.remove(key)}>
            <CloseIcon fontSize="small" />
          </IconButton>
        </Tooltip>
      </Stack>
      {!isFailed && (
        <LinearProgress
          variant={state === 'waiting' ? 'determinate' : item.sentBytes >= item.size ? 'indeterminate' : 'determinate'}
          value={percentSent(item)}
          aria-label={t('upload.sending', { name })}
          sx={{ mt: 1, borderRadius: 1 }}
        />
      )}
    </Box>
  );
}

export function UploadList({ uploads }: { readonly uploads: Uploads }) {
  const { t } = useTranslation();
  if (uploads.items.length === 0) return null;
  return (
    <Stack component="ul" aria-label={t('upload.list')} sx={{ gap: 2, m: 0, p: 0 }}>
      {uploads.items.map((item) => (
        <UploadRow key={item.key} item={item} uploads={uploads} />
      ))}
    </Stack>
  );
}

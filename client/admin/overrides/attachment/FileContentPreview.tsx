/** Shows the content of a file without running any of it. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { formatFileSize } from '../../../../common/text/fileTypes';
import { FilePreview } from '../../../engine/files/FilePreview';
import type { PreviewedFile } from './previewedFile';
import { lazyWithRetry } from '../../../ui/lazyWithRetry';

const PREVIEW_HEIGHT = 220;
const PdfPreview = lazyWithRetry(async () => (await import('./PdfPreview')).PdfPreview);
const TextPreview = lazyWithRetry(async () => (await import('./TextPreview')).TextPreview);
/** JSON and all text types are shown as plain text. */
const isText = (mimetype: string) => mimetype.startsWith('text/') || mimetype === 'application/json';

function FileContent({ file }: { readonly file: PreviewedFile }) {
  const { t } = useTranslation();
  const { url, name, mimetype } = file;
  const fillStyle = { width: '100%', maxHeight: PREVIEW_HEIGHT, display: 'block' } as const;
  if (mimetype.startsWith('image/'))
    return (
      <Box component="img" src={url} alt={name} sx={{ ...fillStyle, height: PREVIEW_HEIGHT, objectFit: 'contain' }} />
    );
  if (mimetype.startsWith('video/'))
    return <Box component="video" src={url} aria-label={name} controls preload="metadata" sx={fillStyle} />;
  if (mimetype.startsWith('audio/'))
    return <Box component="audio" src={url} aria-label={name} controls preload="metadata" sx={fillStyle} />;
  if (mimetype === 'application/pdf') return <PdfPreview key={url} file={file} />;
  if (isText(mimetype)) return <TextPreview key={url} file={file} />;
  return (
    <Stack sx={{ alignItems: 'center', gap: 2, py: 4 }}>
      <Box sx={{ position: 'relative', width: 96, height: 96 }}>
        <FilePreview url={url} mimetype={mimetype} label="" />
      </Box>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t('files.no_preview')}
      </Typography>
    </Stack>
  );
}

export function FileContentPreview({ file }: { readonly file: PreviewedFile }) {
  const { t } = useTranslation();
  const { url, name, size, width, height } = file;
  return (
    <Box component="section" aria-label={t('files.preview')} sx={{ flex: 'none' }}>
      <Box sx={{ bgcolor: 'background.sunken' }}>
        <Suspense fallback={<Skeleton variant="rectangular" height={PREVIEW_HEIGHT} />}>
          <FileContent file={file} />
        </Suspense>
      </Box>
      <Stack direction="row" sx={{ alignItems: 'center', gap: 2, px: 4, py: 2 }}>
        <Typography variant="caption" sx={{ flex: 1, color: 'text.secondary' }}>
          {[formatFileSize(size), ...(width > 0 ? [`${width} × ${height}`] : [])].join(' · ')}
        </Typography>
        <Button size="small" component="a" href={url} target="_blank" rel="noreferrer">
          {t('files.open')}
        </Button>
        <Button size="small" component="a" href={url} download={name}>
          {t('files.download')}
        </Button>
      </Stack>
    </Box>
  );
}

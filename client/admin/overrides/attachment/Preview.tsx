/** What is in a file, as far as a browser can show it without running anything of it. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { formatFileSize } from '../../../../common/text/fileTypes';
import { FilePreview } from '../../../engine/files/FilePreview';
import type { Previewed } from './previewed';
import { lazyWithRetry } from '../../../ui/lazyWithRetry';

const HEIGHT = 220;
const PaperInside = lazyWithRetry(async () => (await import('./PaperInside')).PaperInside);
const TextInside = lazyWithRetry(async () => (await import('./TextInside')).TextInside);
/** Texts are read as texts, whatever stands in them. */
const isText = (mimetype: string) => mimetype.startsWith('text/') || mimetype === 'application/json';

function Inside({ file }: { readonly file: Previewed }) {
  const { t } = useTranslation();
  const { url, name, mimetype } = file;
  const fill = { width: '100%', maxHeight: HEIGHT, display: 'block' } as const;
  if (mimetype.startsWith('image/'))
    return <Box component="img" src={url} alt={name} sx={{ ...fill, height: HEIGHT, objectFit: 'contain' }} />;
  if (mimetype.startsWith('video/'))
    return <Box component="video" src={url} aria-label={name} controls preload="metadata" sx={fill} />;
  if (mimetype.startsWith('audio/'))
    return <Box component="audio" src={url} aria-label={name} controls preload="metadata" sx={fill} />;
  if (mimetype === 'application/pdf') return <PaperInside key={url} file={file} />;
  if (isText(mimetype)) return <TextInside key={url} file={file} />;
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

export function Preview({ file }: { readonly file: Previewed }) {
  const { t } = useTranslation();
  const { url, name, size, width, height } = file;
  return (
    <Box component="section" aria-label={t('files.preview')} sx={{ flex: 'none' }}>
      <Box sx={{ bgcolor: 'background.sunken' }}>
        <Suspense fallback={<Skeleton variant="rectangular" height={HEIGHT} />}>
          <Inside file={file} />
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

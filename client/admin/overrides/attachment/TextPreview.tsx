/** First 64 KiB of a text file as plain text. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatFileSize } from '../../../../common/text/fileTypes';
import { PreviewMessage } from './PreviewMessage';
import type { PreviewedFile } from './previewedFile';

const MAX_BYTES = 64 * 1024;

/** Decodes UTF-8, or GB 18030 (older Chinese programs) when the bytes are not UTF-8. Drops a truncated character at the end. */
export function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return new TextDecoder('gb18030').decode(bytes);
  }
}

async function fetchBeginning(url: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(url, { signal, headers: { range: `bytes=0-${MAX_BYTES - 1}` } });
  if (!response.ok) throw new Error(String(response.status));
  return decodeText(new Uint8Array(await response.arrayBuffer()).subarray(0, MAX_BYTES));
}

export function TextPreview({ file: { url, name, size } }: { readonly file: PreviewedFile }) {
  const { t } = useTranslation();
  const [text, setText] = useState<string | null | undefined>(undefined);
  useEffect(() => {
    const abortController = new AbortController();
    fetchBeginning(url, abortController.signal).then(setText, () => !abortController.signal.aborted && setText(null));
    return () => abortController.abort();
  }, [url]);
  if (text === undefined) return <PreviewMessage text={t('files.reading')} />;
  if (text === null) return <PreviewMessage text={t('files.unreadable')} />;
  return (
    <>
      <Box
        component="section"
        tabIndex={0}
        aria-label={t('files.content_of', { name })}
        sx={{
          m: 0,
          px: 4,
          py: 3,
          maxHeight: 'min(280px, 36vh)',
          overflow: 'auto',
          fontSize: '0.8125rem',
          lineHeight: 1.5,
          fontFamily: 'monospace',
          whiteSpace: 'pre-wrap',
          overflowWrap: 'anywhere',
          tabSize: 4,
        }}
      >
        {text}
      </Box>
      {size > MAX_BYTES && (
        <Typography variant="caption" sx={{ display: 'block', px: 4, py: 1, color: 'text.secondary' }}>
          {t('files.beginning', { size: formatFileSize(MAX_BYTES), total: formatFileSize(size) })}
        </Typography>
      )}
    </>
  );
}

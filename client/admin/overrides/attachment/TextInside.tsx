/** The beginning of a text, shown as nothing but text. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatFileSize } from '../../../../common/text/fileTypes';
import { Notice } from './Notice';
import type { Previewed } from './previewed';

const MOST = 64 * 1024;

/** Texts that are no UTF-8 come from older Chinese programs. A character cut in two at the end is left out. */
export function textIn(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return new TextDecoder('gb18030').decode(bytes);
  }
}

async function beginningOf(url: string, signal: AbortSignal): Promise<string> {
  const answer = await fetch(url, { signal, headers: { range: `bytes=0-${MOST - 1}` } });
  if (!answer.ok) throw new Error(String(answer.status));
  return textIn(new Uint8Array(await answer.arrayBuffer()).subarray(0, MOST));
}

export function TextInside({ file: { url, name, size } }: { readonly file: Previewed }) {
  const { t } = useTranslation();
  const [text, setText] = useState<string | null | undefined>(undefined);
  useEffect(() => {
    const stopper = new AbortController();
    beginningOf(url, stopper.signal).then(setText, () => !stopper.signal.aborted && setText(null));
    return () => stopper.abort();
  }, [url]);
  if (text === undefined) return <Notice text={t('files.reading')} />;
  if (text === null) return <Notice text={t('files.unreadable')} />;
  return (
    <>
      <Box
        component="section"
        tabIndex={0}
        aria-label={t('files.content_of', { name })}
        sx={{
          ...{
            m: 0,
            px: 4,
            py: 3,
            maxHeight: 'min(280px, 36vh)',
            overflow: 'auto',
            fontSize: '0.8125rem',
            lineHeight: 1.5,
          },
          ...{ fontFamily: 'monospace', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', tabSize: 4 },
        }}
      >
        {text}
      </Box>
      {size > MOST && (
        <Typography variant="caption" sx={{ display: 'block', px: 4, py: 1, color: 'text.secondary' }}>
          {t('files.beginning', { size: formatFileSize(MOST), total: formatFileSize(size) })}
        </Typography>
      )}
    </>
  );
}

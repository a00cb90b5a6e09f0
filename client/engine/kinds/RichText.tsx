/** Formatted text: written as HTML for now, previewed in a frame in which nothing can run. */
import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pageNonce, showInFrame } from '../../shared/trusted';
import { Plain } from './cells';
import { PresenceFilter } from './filters';
import { Line, orNull, textOf } from './inputs';
import type { CellProps, InputProps, KindView } from './kindView';

const plainOf = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&nbsp;|\s+/g, ' ')
    .trim()
    .slice(0, 200);
const Cell = ({ value }: CellProps) => <Plain>{plainOf(textOf(value))}</Plain>;

const STYLE = 'body{font:14px/1.6 system-ui,sans-serif;margin:12px;color:#1b1f2a;background:#fff}img{max-width:100%}';
const documentOf = (html: string) => `<style nonce="${pageNonce()}">${STYLE}</style>${html}`;

/** `sandbox` without any allowance: no scripts, no forms, no way out. */
const Preview = ({ html, title }: { readonly html: string; readonly title: string }) => (
  <Box
    component="iframe"
    title={title}
    sandbox=""
    ref={(frame: HTMLIFrameElement | null) => {
      if (frame) showInFrame(frame, documentOf(html));
    }}
    sx={{ width: '100%', height: 260, border: 1, borderColor: 'divider', borderRadius: 1.5, bgcolor: '#fff' }}
  />
);

function Input(props: InputProps) {
  const { t } = useTranslation();
  const [shown, setShown] = useState<'write' | 'preview'>('write');
  const html = textOf(props.value);
  return (
    <Box>
      <Tabs
        value={shown}
        onChange={(_, next: 'write' | 'preview') => setShown(next)}
        aria-label={`${t('engine.field.write')} / ${t('engine.field.preview')}`}
        sx={{ minHeight: 32, mb: 1, '& .MuiTab-root': { minHeight: 32, py: 1 } }}
      >
        <Tab value="write" label={t('engine.field.write')} />
        <Tab value="preview" label={t('engine.field.preview')} />
      </Tabs>
      {shown === 'preview' ? (
        <Preview
          html={html === '' ? t('engine.field.preview_empty') : html}
          title={`${props.label}: ${t('engine.field.preview')}`}
        />
      ) : (
        <Line {...props} value={html} onText={(text) => props.onChange(orNull(text))} lines={8} mono />
      )}
    </Box>
  );
}

export const richTextKind: KindView = { Cell, Input, Filter: PresenceFilter, width: 240, short: false };

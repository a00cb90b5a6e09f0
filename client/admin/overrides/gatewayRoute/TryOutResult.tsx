/** The request, the text that is signed, and the response of a try-out. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { TryOutResponse } from './gatewayApi';

const formatHeaders = (headers: Readonly<Record<string, string>>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');

/** JSON with line breaks; every other text as it is. */
function formatBody(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

interface TextBlockProps {
  readonly title: string;
  readonly text: string;
}
function TextBlock({ title, text }: TextBlockProps) {
  return (
    <Box>
      <Typography variant="subtitle2" component="h3" sx={{ mb: 1 }}>
        {title}
      </Typography>
      <Box
        component="pre"
        // A long text scrolls; keyboards reach it too.
        tabIndex={0}
        aria-label={title}
        sx={{
          m: 0,
          p: 3,
          maxHeight: 280,
          overflow: 'auto',
          border: 1,
          borderColor: 'divider',
          borderRadius: 1,
          bgcolor: 'action.hover',
          fontFamily: 'monospace',
          fontSize: 13,
          whiteSpace: 'pre-wrap',
          overflowWrap: 'anywhere',
        }}
      >
        {text}
      </Box>
    </Box>
  );
}

export function TryOutResult({ result }: { readonly result: TryOutResponse }) {
  const { t } = useTranslation();
  const { method, address, headers, canonical, status, ms, responseHeaders, responseBody } = result;
  return (
    <Stack component="output" data-status={status} sx={{ gap: 4 }}>
      <Alert severity={status < 400 ? 'success' : 'error'}>{t('gatewayApis.status', { status, ms })}</Alert>
      <TextBlock
        title={t('gatewayApis.answer')}
        text={[formatHeaders(responseHeaders), formatBody(responseBody) || t('gatewayApis.empty')].join('\n\n').trim()}
      />
      <TextBlock title={t('gatewayApis.request')} text={`${method} ${address}\n${formatHeaders(headers)}`} />
      {canonical === '' ? (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('gatewayApis.unsigned')}
        </Typography>
      ) : (
        <TextBlock title={t('gatewayApis.signed_text')} text={canonical} />
      )}
    </Stack>
  );
}

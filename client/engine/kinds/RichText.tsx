/** Formatted text. Its editor is fetched when a form shows one; without it the text is still there to be written. */
import Box from '@mui/material/Box';
import Alert from '@mui/material/Alert';
import Skeleton from '@mui/material/Skeleton';
import { createElement, useEffect, useState, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { withoutTags } from '../../../common/text/withoutTags';
import type { RichEditor } from '../rich/RichEditor';
import { Plain } from './cells';
import { PresenceFilter } from './filters';
import { Line, orNull, textOf } from './inputs';
import type { CellProps, InputProps, KindView } from './kindView';

const plainOf = (html: string) =>
  withoutTags(html)
    .replaceAll(/&nbsp;|\s+/g, ' ')
    .trim()
    .slice(0, 200);
const Cell = ({ value }: CellProps) => <Plain>{plainOf(textOf(value))}</Plain>;

type Code = { readonly RichEditor: typeof RichEditor };
type Load = () => Promise<Code>;
const loadEditor: Load = () => import('../rich/RichEditor');

/** The editor's code; `missing` when it could not be fetched, null while it is under way. */
function useCode(load: Load) {
  const [found, setFound] = useState<ComponentType<Parameters<typeof RichEditor>[0]> | 'missing' | null>(null);
  useEffect(() => {
    let wanted = true;
    load().then(
      ({ RichEditor: component }) => wanted && setFound(() => component),
      () => wanted && setFound('missing'),
    );
    return () => {
      wanted = false;
    };
  }, [load]);
  return found;
}

/** The input with the way its editor is fetched left open. */
export function RichTextInput({ load, ...props }: InputProps & { readonly load: Load }) {
  const { t } = useTranslation();
  const code = useCode(load);
  const html = textOf(props.value);
  if (code === null)
    return <Skeleton component="output" variant="rounded" height={220} aria-label={t('shell.loading')} id={props.id} />;
  if (code !== 'missing') return createElement(code, { ...props, html });
  return (
    <Box>
      <Alert severity="warning" sx={{ mb: 2 }}>
        {t('faults.client.editor_missing')}
      </Alert>
      <Line {...props} value={html} onText={(text) => props.onChange(orNull(text))} lines={8} mono />
    </Box>
  );
}
const Input = (props: InputProps) => <RichTextInput {...props} load={loadEditor} />;

export const richTextKind: KindView = { Cell, Input, Filter: PresenceFilter, width: 240, short: false };

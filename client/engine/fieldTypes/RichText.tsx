/** Rich text. The editor is loaded on demand; without it the HTML can be edited as plain text. */
import Box from '@mui/material/Box';
import Alert from '@mui/material/Alert';
import Skeleton from '@mui/material/Skeleton';
import { createElement, Suspense, useEffect, useState, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { stripTags } from '../../../common/text/stripTags';
import { lazyWithRetry } from '../../ui/lazyWithRetry';
import type { RichTextEditor } from '../richText/RichTextEditor';
import { PlainText } from './cells/cells';
import { PresenceFilter } from './inputs/filterInputs';
import { TextInput, emptyToNull, inputText } from './inputs/TextInput';
import type { CellProps, InputProps, FieldType } from './fieldType';

const getPlain = (html: string) =>
  stripTags(html)
    .replaceAll(/&nbsp;|\s+/g, ' ')
    .trim()
    .slice(0, 200);
const Cell = ({ value }: CellProps) => <PlainText>{getPlain(inputText(value))}</PlainText>;

type EditorModule = { readonly RichTextEditor: typeof RichTextEditor };
type LoadEditor = () => Promise<EditorModule>;
const loadEditor: LoadEditor = () => import('../richText/RichTextEditor');

/** The editor module; null while loading, `missing` when loading failed. */
function useEditorModule(load: LoadEditor) {
  const [loadedModule, setLoadedModule] = useState<
    ComponentType<Parameters<typeof RichTextEditor>[0]> | 'missing' | null
  >(null);
  useEffect(() => {
    let isMounted = true;
    load().then(
      ({ RichTextEditor: component }) => isMounted && setLoadedModule(() => component),
      () => isMounted && setLoadedModule('missing'),
    );
    return () => {
      isMounted = false;
    };
  }, [load]);
  return loadedModule;
}

/** The input with a replaceable loader. */
export function RichTextInput({ load, ...props }: InputProps & { readonly load: LoadEditor }) {
  const { t } = useTranslation();
  const editorModule = useEditorModule(load);
  const html = inputText(props.value);
  if (editorModule === null)
    return <Skeleton component="output" variant="rounded" height={220} aria-label={t('shell.loading')} id={props.id} />;
  if (editorModule !== 'missing') return createElement(editorModule, { ...props, html });
  return (
    <Box>
      <Alert severity="warning" sx={{ mb: 2 }}>
        {t('faults.client.editor_missing')}
      </Alert>
      <TextInput
        {...props}
        value={html}
        onTextChange={(text) => props.onChange(emptyToNull(text))}
        rows={8}
        isMonospace
      />
    </Box>
  );
}
/** A text that people write together has an editor of its own, with the code of shared drafts. */
const SharedEditor = lazyWithRetry(
  async () => (await import('../richText/sharedDraft/SharedRichTextEditor')).SharedRichTextEditor,
);

function Input(props: InputProps) {
  const { entity, column, rowId, sharing, value, stored } = props;
  if (sharing === undefined || rowId === null) return <RichTextInput {...props} load={loadEditor} />;
  const target = { e: entity.name, id: rowId, f: column.name };
  return (
    <Suspense fallback={<Skeleton variant="rounded" height={220} />}>
      <SharedEditor
        {...props}
        target={target}
        sharing={sharing}
        html={inputText(value)}
        stored={inputText(stored ?? null)}
      />
    </Suspense>
  );
}

export const richTextFieldType: FieldType = { Cell, Input, Filter: PresenceFilter, width: 240, isShort: false };

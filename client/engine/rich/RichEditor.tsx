/** The editor of formatted texts, with everything it needs: loaded when the first such field is opened. */
import Box from '@mui/material/Box';
import { EditorContent, useEditor } from '@tiptap/react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFullUrl } from '../../shared/useFullUrl';
import { useLaterWords } from '../../shared/useLaterWords';
import { UploadList } from '../../shared/upload/UploadList';
import { isSending, useUploads } from '../../shared/upload/useUploads';
import { useNoteSending } from '../sendings';
import type { InputProps } from '../kinds/kindView';
import { contentOf } from './content';
import { useExchange, usePasting } from './exchange';
import { shownExtensions } from './extensions';
import { LinkDialog } from './LinkDialog';
import { paper } from './paper';
import { Toolbar } from './Toolbar';

type RichEditorProps = Pick<InputProps, 'id' | 'labelId' | 'describedBy' | 'disabled' | 'invalid' | 'onChange'> & {
  readonly html: string;
};

const attributesOf = ({ id, labelId, describedBy, invalid }: RichEditorProps) => ({
  id,
  role: 'textbox',
  'aria-multiline': 'true',
  'aria-labelledby': labelId,
  ...(describedBy === undefined ? {} : { 'aria-describedby': describedBy }),
  ...(invalid ? { 'aria-invalid': 'true' } : {}),
});

export function RichEditor(props: RichEditorProps) {
  const { html, disabled, invalid, onChange } = props;
  useLaterWords();
  const { t } = useTranslation();
  const picker = useRef<HTMLInputElement>(null);
  const [linking, setLinking] = useState(false);
  const [content] = useState(() => contentOf(html));
  const fullUrl = useFullUrl();
  const [extensions] = useState(() => shownExtensions(fullUrl));
  // its styles are in `paper`: what it would inject by itself the page refuses
  const editor = useEditor({
    extensions,
    content,
    editable: !disabled,
    injectCSS: false,
    editorProps: { attributes: attributesOf(props) },
  });
  const uploads = useUploads({
    picture: true,
    onStored: ({ url, name }) =>
      void editor
        .chain()
        .focus()
        .setImage({ src: url, alt: name.replace(/\.\w+$/, '') })
        .run(),
  });
  useNoteSending(isSending(uploads));
  usePasting(editor, uploads.add);
  useExchange(editor, html, onChange);
  useEffect(() => editor.setEditable(!disabled, false), [editor, disabled]);
  return (
    <Box sx={{ ...paper, borderColor: invalid ? 'error.main' : 'divider' }}>
      {!disabled && <Toolbar editor={editor} onLink={() => setLinking(true)} onImage={() => picker.current?.click()} />}
      <EditorContent editor={editor} />
      {uploads.items.length > 0 && (
        <Box sx={{ px: 3, py: 2, borderTop: 1, borderColor: 'divider' }}>
          <UploadList uploads={uploads} />
        </Box>
      )}
      <input
        ref={picker}
        type="file"
        accept="image/*"
        hidden
        aria-label={t('rich.image')}
        multiple
        onChange={({ target }) => {
          uploads.add([...(target.files ?? [])]);
          target.value = '';
        }}
      />
      {linking && <LinkDialog editor={editor} onClose={() => setLinking(false)} />}
    </Box>
  );
}

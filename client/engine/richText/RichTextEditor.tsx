/** The rich text editor with all its code, loaded with the first such field. */
import Box from '@mui/material/Box';
import { EditorContent, useEditor } from '@tiptap/react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFullUrl } from '../../shared/app/useFullUrl';
import { useLazyTranslations } from '../../shared/i18n/useLazyTranslations';
import { UploadList } from '../../shared/upload/UploadList';
import { hasActiveUpload, useUploads } from '../../shared/upload/useUploads';
import { useReportUpload } from '../files/pendingUploads';
import { htmlToDocument } from './editorContent';
import { useEditorSync, usePasteAndDrop } from './useEditorSync';
import { viewExtensions } from './extensions';
import { LinkDialog } from './LinkDialog';
import { editorStyles } from './editorStyles';
import { RichTextToolbar } from './RichTextToolbar';

interface RichTextEditorProps {
  readonly html: string;
  /** Called with the HTML after each edit; null for an empty text. */
  readonly onChange: (html: string | null) => void;
  /** Id of the editable element. */
  readonly id: string;
  readonly labelId: string;
  readonly describedBy: string | undefined;
  readonly disabled: boolean;
  readonly invalid: boolean;
}

const editorAttributes = ({ id, labelId, describedBy, invalid }: RichTextEditorProps) => ({
  id,
  role: 'textbox',
  'aria-multiline': 'true',
  'aria-labelledby': labelId,
  ...(describedBy === undefined ? {} : { 'aria-describedby': describedBy }),
  ...(invalid ? { 'aria-invalid': 'true' } : {}),
});

export function RichTextEditor(props: RichTextEditorProps) {
  const { html, disabled, invalid, onChange } = props;
  useLazyTranslations();
  const { t } = useTranslation();
  const picker = useRef<HTMLInputElement>(null);
  const [isLinking, setIsLinking] = useState(false);
  const [content] = useState(() => htmlToDocument(html));
  const fullUrl = useFullUrl();
  const [extensions] = useState(() => viewExtensions(fullUrl));
  // The styles are in `editorStyles`; the content security policy refuses injected ones.
  const editor = useEditor({
    extensions,
    content,
    editable: !disabled,
    injectCSS: false,
    editorProps: { attributes: editorAttributes(props) },
  });
  const uploads = useUploads({
    isPictureOnly: true,
    onStored: ({ url, name }) =>
      void editor
        .chain()
        .focus()
        .setImage({ src: url, alt: name.replace(/\.\w+$/, '') })
        .run(),
  });
  useReportUpload(hasActiveUpload(uploads));
  usePasteAndDrop(editor, uploads.add);
  useEditorSync(editor, html, onChange);
  useEffect(() => editor.setEditable(!disabled, false), [editor, disabled]);
  return (
    <Box sx={{ ...editorStyles, borderColor: invalid ? 'error.main' : 'divider' }}>
      {!disabled && (
        <RichTextToolbar editor={editor} onLink={() => setIsLinking(true)} onImage={() => picker.current?.click()} />
      )}
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
        aria-label={t('richText.image')}
        multiple
        onChange={({ target }) => {
          uploads.add([...(target.files ?? [])]);
          target.value = '';
        }}
      />
      {isLinking && <LinkDialog editor={editor} onClose={() => setIsLinking(false)} />}
    </Box>
  );
}

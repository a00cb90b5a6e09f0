/** The parts around an editor of formatted text: toolbar, uploads and the dialog for links. */
import Box from '@mui/material/Box';
import { EditorContent, type Editor } from '@tiptap/react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useApp } from '../../shared/app/appContext';
import { useFullUrl } from '../../shared/app/useFullUrl';
import { UploadList } from '../../shared/upload/UploadList';
import { hasActiveUpload, useUploads } from '../../shared/upload/useUploads';
import { useReportUpload } from '../files/pendingUploads';
import { MAX_TEXT_BYTES } from './editorContent';
import { editorStyles } from './editorStyles';
import { LinkDialog } from './LinkDialog';
import { RichTextToolbar } from './RichTextToolbar';
import { usePasteAndDrop } from './useEditorSync';

interface EditorFrameProps {
  readonly editor: Editor;
  readonly disabled: boolean;
  readonly invalid: boolean;
  /** Shown above the text; without a toolbar, the text takes neither formats nor images. */
  readonly head?: ReactNode;
  readonly hasToolbar?: boolean;
  /** Called for images where the text takes none. */
  readonly onRefused?: () => void;
  /** Shown below the text. */
  readonly children?: ReactNode;
}

export interface EditorNames {
  /** Id of the editable element. */
  readonly id: string;
  readonly labelId: string;
  readonly describedBy: string | undefined;
  readonly invalid: boolean;
}
/** Attributes of the editable element. */
export const editorAttributes = ({ id, labelId, describedBy, invalid }: EditorNames) => ({
  id,
  role: 'textbox',
  'aria-multiline': 'true',
  'aria-labelledby': labelId,
  ...(describedBy === undefined ? {} : { 'aria-describedby': describedBy }),
  ...(invalid ? { 'aria-invalid': 'true' } : {}),
});

export function EditorFrame(props: EditorFrameProps) {
  const { editor, disabled, invalid, head, hasToolbar = true, onRefused, children } = props;
  const { t } = useTranslation();
  const { toasts } = useApp();
  const fullUrl = useFullUrl();
  const picker = useRef<HTMLInputElement>(null);
  const [isLinking, setIsLinking] = useState(false);
  const uploads = useUploads({
    isImageOnly: true,
    onStored: ({ url, name }) =>
      void editor
        .chain()
        .focus()
        .setImage({ src: url, alt: name.replace(/\.\w+$/, '') })
        .run(),
  });
  useReportUpload(hasActiveUpload(uploads));
  usePasteAndDrop(editor, {
    uploadImages: hasToolbar ? uploads.add : () => onRefused?.(),
    asText: !hasToolbar,
    ownUrls: [fullUrl('/').slice(0, -1)],
    onTooLarge: () => toasts.show('warning', t('richText.paste_too_large', { kb: MAX_TEXT_BYTES / 1024 })),
    onForeignImages: () => toasts.show('warning', t('richText.foreign_images')),
  });
  useEffect(() => editor.setEditable(!disabled, false), [editor, disabled]);
  return (
    <Box sx={{ ...editorStyles, borderColor: invalid ? 'error.main' : 'divider' }}>
      {head}
      {!disabled && hasToolbar && (
        <RichTextToolbar editor={editor} onLink={() => setIsLinking(true)} onImage={() => picker.current?.click()} />
      )}
      <EditorContent editor={editor} />
      {children}
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

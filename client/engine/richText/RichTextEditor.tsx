/** The rich text editor with all its code, loaded with the first such field. */
import { useEditor } from '@tiptap/react';
import { useState } from 'react';
import { useFullUrl } from '../../shared/app/useFullUrl';
import { useLazyTranslations } from '../../shared/i18n/useLazyTranslations';
import { editorAttributes, EditorFrame, type EditorNames } from './EditorFrame';
import { htmlToDocument } from './editorContent';
import { viewExtensions } from './extensions';
import { useEditorSync } from './useEditorSync';

interface RichTextEditorProps extends EditorNames {
  readonly html: string;
  /** Called with the HTML after each edit; null for an empty text. */
  readonly onChange: (html: string | null) => void;
  readonly disabled: boolean;
}

export function RichTextEditor(props: RichTextEditorProps) {
  const { html, disabled, invalid, onChange } = props;
  useLazyTranslations();
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
  useEditorSync(editor, html, onChange);
  return <EditorFrame editor={editor} disabled={disabled} invalid={invalid} />;
}

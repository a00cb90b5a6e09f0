/** Asks for the address of a link. */
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import type { Editor } from '@tiptap/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isSafeLinkUrl } from '../../../common/text/safeLinkUrl';

const normalizeUrl = (url: string) => (/^[\w-]+(\.[\w-]+)+(\/|$)/.test(url) ? `https://${url}` : url);
const linkUrlAt = (editor: Editor): string => {
  const initialUrl: unknown = editor.getAttributes('link')['href'];
  return typeof initialUrl === 'string' ? initialUrl : '';
};
function setLink(editor: Editor, href: string, isNew: boolean): void {
  const chain = editor.chain().focus().extendMarkRange('link');
  if (isNew && editor.state.selection.empty)
    chain.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }).run();
  else chain.setLink({ href }).run();
}

interface LinkDialogProps {
  readonly editor: Editor;
  readonly onClose: () => void;
}
export function LinkDialog({ editor, onClose }: LinkDialogProps) {
  const { t } = useTranslation();
  const [hasLink] = useState(() => linkUrlAt(editor));
  const [url, setAddress] = useState(hasLink);
  const [isInvalid, setIsInvalid] = useState(false);
  const apply = () => {
    const href = normalizeUrl(url.trim());
    if (!isSafeLinkUrl(href)) {
      setIsInvalid(true);
      return;
    }
    setLink(editor, href, hasLink === '');
    onClose();
  };
  const remove = () => {
    editor.chain().focus().extendMarkRange('link').unsetLink().run();
    onClose();
  };
  return (
    <Dialog open onClose={onClose} disableRestoreFocus fullWidth maxWidth="xs" aria-labelledby="rich-link-title">
      <DialogTitle id="rich-link-title">{t('richText.link')}</DialogTitle>
      <DialogContent>
        <TextField
          autoFocus
          fullWidth
          margin="dense"
          id="rich-link-address"
          label={t('richText.address')}
          value={url}
          error={isInvalid}
          helperText={t(isInvalid ? 'richText.address_wrong' : 'richText.address_hint')}
          onChange={(event) => {
            setAddress(event.target.value);
            setIsInvalid(false);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            event.preventDefault();
            apply();
          }}
        />
      </DialogContent>
      <DialogActions>
        {hasLink !== '' && (
          <Button color="error" onClick={remove} sx={{ mr: 'auto' }}>
            {t('richText.unlink')}
          </Button>
        )}
        <Button onClick={onClose}>{t('richText.cancel')}</Button>
        <Button variant="contained" onClick={apply}>
          {t('richText.apply')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

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
import { isLinkAddress } from './extensions';

const spelt = (address: string) => (/^[\w-]+(\.[\w-]+)+(\/|$)/.test(address) ? `https://${address}` : address);
const addressAt = (editor: Editor): string => {
  const given: unknown = editor.getAttributes('link')['href'];
  return typeof given === 'string' ? given : '';
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
  const [before] = useState(() => addressAt(editor));
  const [address, setAddress] = useState(before);
  const [wrong, setWrong] = useState(false);
  const apply = () => {
    const href = spelt(address.trim());
    if (!isLinkAddress(href)) {
      setWrong(true);
      return;
    }
    setLink(editor, href, before === '');
    onClose();
  };
  const remove = () => {
    editor.chain().focus().extendMarkRange('link').unsetLink().run();
    onClose();
  };
  return (
    <Dialog open onClose={onClose} disableRestoreFocus fullWidth maxWidth="xs" aria-labelledby="rich-link-title">
      <DialogTitle id="rich-link-title">{t('rich.link')}</DialogTitle>
      <DialogContent>
        <TextField
          autoFocus
          fullWidth
          margin="dense"
          id="rich-link-address"
          label={t('rich.address')}
          value={address}
          error={wrong}
          helperText={t(wrong ? 'rich.address_wrong' : 'rich.address_hint')}
          onChange={(event) => {
            setAddress(event.target.value);
            setWrong(false);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            event.preventDefault();
            apply();
          }}
        />
      </DialogContent>
      <DialogActions>
        {before !== '' && (
          <Button color="error" onClick={remove} sx={{ mr: 'auto' }}>
            {t('rich.unlink')}
          </Button>
        )}
        <Button onClick={onClose}>{t('rich.cancel')}</Button>
        <Button variant="contained" onClick={apply}>
          {t('rich.apply')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

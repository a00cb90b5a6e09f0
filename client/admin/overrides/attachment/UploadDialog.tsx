/** Uploads new attachments. */
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { UploadList } from '../../../shared/upload/UploadList';
import { useFileDrop } from '../../../shared/upload/useFileDrop';
import { useUploads } from '../../../shared/upload/useUploads';

export function UploadDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const titleId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [storedCount, setStored] = useState(0);
  const uploads = useUploads({ onStored: () => setStored((count) => count + 1) });
  const { setElement: setDropElement, isDragOver, handlers } = useFileDrop(uploads.add);
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby={titleId}>
      <Stack ref={setDropElement} {...handlers} sx={isDragOver ? { bgcolor: 'action.hover' } : {}}>
        <DialogTitle id={titleId}>{t('files.upload_title')}</DialogTitle>
        <DialogContent>
          <DialogContentText sx={{ mb: 3 }}>
            {isDragOver ? t('upload.drop_here') : t('files.upload_text')}
          </DialogContentText>
          <UploadList uploads={uploads} />
          <Typography component="output" variant="body2" sx={{ display: 'block', mt: 2, minHeight: 20 }}>
            {storedCount > 0 ? t('files.uploaded', { count: storedCount }) : ''}
          </Typography>
          <input
            ref={input}
            type="file"
            multiple
            hidden
            aria-label={t('files.choose')}
            onChange={({ target }) => {
              uploads.add([...(target.files ?? [])]);
              target.value = '';
            }}
          />
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={onClose}>
            {t('files.close')}
          </Button>
          <Button variant="contained" autoFocus onClick={() => input.current?.click()}>
            {t('files.choose')}
          </Button>
        </DialogActions>
      </Stack>
    </Dialog>
  );
}

/** The files that a person would write for a definition, to copy or to download. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Skeleton from '@mui/material/Skeleton';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../ui/EmptyState';
import { useCopyText } from '../../../engine/conflict/useCopyText';
import { isCallFault } from '../../../shared/api/faults';
import { useCodeQuery, type CodeFile, type CodeSource } from '../data/designerApi';

const fileName = ({ path }: CodeFile): string => path.split('/').at(-1) ?? path;

function download(file: CodeFile): void {
  const address = URL.createObjectURL(new Blob([file.content], { type: 'text/plain;charset=utf-8' }));
  Object.assign(document.createElement('a'), { href: address, download: fileName(file) }).click();
  // The browser has started the download by the next task.
  setTimeout(() => URL.revokeObjectURL(address), 0);
}

const CodeText = ({ file }: { readonly file: CodeFile }) => (
  <Box
    component="section"
    tabIndex={0}
    aria-label={file.path}
    sx={{
      m: 0,
      mt: 2,
      p: 3,
      maxHeight: '55vh',
      overflow: 'auto',
      bgcolor: 'background.sunken',
      borderRadius: '6px',
      fontFamily: 'ui-monospace, Menlo, Consolas, monospace',
      fontSize: '0.8125rem',
      whiteSpace: 'pre',
    }}
  >
    {file.content}
  </Box>
);

interface CodeDialogProps {
  readonly from: CodeSource;
  readonly id: number;
  readonly table: string;
  readonly onClose: () => void;
}
export function CodeDialog({ from, id, table, onClose }: CodeDialogProps) {
  const { t } = useTranslation();
  const titleId = useId();
  const copy = useCopyText();
  const { data: files, error } = useCodeQuery({ from, id }, { refetchOnMountOrArgChange: true });
  const [index, setIndex] = useState(0);
  const file = files?.[index];
  return (
    <Dialog open fullWidth maxWidth="md" onClose={onClose} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t('designerScreen.code.title', { table })}</DialogTitle>
      <DialogContent>
        {error !== undefined && (
          <EmptyState title={t('engine.form.failed_title')} help={isCallFault(error) ? error.msg : ''} />
        )}
        {error === undefined && files === undefined && <Skeleton variant="rounded" height={240} />}
        {files && files.length > 1 && (
          <Tabs
            value={index}
            onChange={(_, next: number) => setIndex(next)}
            variant="scrollable"
            aria-label={t('designerScreen.code.file')}
          >
            {files.map((file) => (
              <Tab key={file.path} label={fileName(file)} title={file.path} sx={{ textTransform: 'none' }} />
            ))}
          </Tabs>
        )}
        {file && <CodeText file={file} />}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('designerScreen.code.close')}</Button>
        <Button disabled={!file} onClick={() => file && void copy(file.content)}>
          {t('designerScreen.code.copy')}
        </Button>
        <Button variant="contained" disabled={!file} onClick={() => file && download(file)}>
          {t('designerScreen.code.download')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** Chooses among stored files, as tiles with search by name and kind. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import CheckCircleIcon from '@mui/icons-material/CheckCircle';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Skeleton from '@mui/material/Skeleton';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatFileSize } from '../../../common/text/fileTypes';
import { api } from '../../shared/api/api';
import { asRecord, asString, asInteger } from '../../../common/json';
import { useDebouncedValue } from '../../shared/app/useDebouncedValue';
import { FilePreview } from './FilePreview';

interface PickedFile {
  readonly id: number;
  readonly url: string;
  readonly name: string;
}
interface FoundFile extends PickedFile {
  readonly mimetype: string;
  readonly size: number;
}
const PAGE_SIZE = 24;
const MAX_FILES = 192;

const parseFoundFile = (value: unknown): readonly FoundFile[] =>
  (Array.isArray(value) ? value : []).flatMap((item: unknown) => {
    const raw = asRecord(item) ?? {};
    const [id, url] = [asInteger(raw['id']), asString(raw['url'], 1000)];
    const facts = {
      name: asString(raw['name'], 255),
      mimetype: asString(raw['mimetype'], 100),
      size: asInteger(raw['size']),
    };
    return id > 0 && url !== '' ? [{ id, url, ...facts }] : [];
  });

function useFiles(q: string, onlyImages: boolean, limit: number) {
  const search = onlyImages ? [{ field: 'mimetype', operator: 'LIKE', val: 'image/' }] : [];
  const params = { page: 1, limit, order: 'last_upload_time,desc', ...(q === '' ? {} : { quick_search: q }) };
  const { data, isFetching } = api.useReadQuery(
    {
      url: '/admin/attachment/index',
      params: { ...params, ...(onlyImages ? { search } : {}) },
      allowsParallel: true,
    },
    { refetchOnMountOrArgChange: true },
  );
  const raw = asRecord(data);
  return { files: parseFoundFile(raw?.['list']), total: asInteger(raw?.['total']), isLoading: isFetching };
}

interface FileTileProps {
  readonly file: FoundFile;
  readonly isChosen: boolean;
  readonly onToggle: () => void;
}
function FileTile({ file: { url, mimetype, name, size }, isChosen, onToggle }: FileTileProps) {
  return (
    <ButtonBase
      aria-pressed={isChosen}
      onClick={onToggle}
      sx={{
        position: 'relative',
        flexDirection: 'column',
        alignItems: 'stretch',
        border: 2,
        borderColor: isChosen ? 'primary.main' : 'divider',
        borderRadius: 1.5,
        overflow: 'hidden',
        textAlign: 'left',
      }}
    >
      <Box sx={{ position: 'relative', aspectRatio: '4 / 3', bgcolor: 'background.sunken' }}>
        <FilePreview url={url} mimetype={mimetype} label="" />
      </Box>
      <Box sx={{ px: 2, py: 1, minWidth: 0 }}>
        <Typography variant="body2" noWrap title={name}>
          {name}
        </Typography>
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {formatFileSize(size)}
        </Typography>
      </Box>
      {isChosen && (
        <CheckCircleIcon
          color="primary"
          sx={{ position: 'absolute', top: 6, right: 6, bgcolor: 'background.paper', borderRadius: '50%' }}
        />
      )}
    </ButtonBase>
  );
}

interface FileTilesProps {
  readonly files: readonly FoundFile[];
  readonly chosenFiles: readonly FoundFile[];
  readonly isLoading: boolean;
  readonly onToggle: (file: FoundFile) => void;
}
function FileTiles({ files, chosenFiles, isLoading, onToggle }: FileTilesProps) {
  const { t } = useTranslation();
  return (
    <Box
      component="section"
      aria-label={t('files.all')}
      aria-busy={isLoading}
      sx={{
        display: 'grid',
        gridTemplateColumns: 'repeat(auto-fill, minmax(136px, 1fr))',
        gridAutoRows: 'max-content',
        gap: 3,
      }}
    >
      {files.map((file) => (
        <FileTile
          key={file.id}
          file={file}
          isChosen={chosenFiles.some(({ id }) => id === file.id)}
          onToggle={() => onToggle(file)}
        />
      ))}
      {isLoading &&
        files.length === 0 &&
        Array.from({ length: 8 }, (_, n) => <Skeleton key={n} variant="rounded" height={140} />)}
    </Box>
  );
}

interface FilePickerProps {
  readonly onlyImages: boolean;
  /** Maximum number of chosen files. */
  readonly maxCount: number;
  readonly onPick: (files: readonly PickedFile[]) => void;
  readonly onClose: () => void;
}
export function FilePicker({ onlyImages, maxCount, onPick, onClose }: FilePickerProps) {
  const { t } = useTranslation();
  const isPhone = useMediaQuery('(max-width: 599.95px)');
  const titleId = useId();
  const [text, setText] = useState('');
  const [limit, setLimit] = useState(PAGE_SIZE);
  const [chosen, setChosen] = useState<readonly FoundFile[]>([]);
  const { files, total, isLoading } = useFiles(useDebouncedValue(text.trim(), 250), onlyImages, limit);
  const toggle = (file: FoundFile) =>
    setChosen((before) => {
      if (before.some(({ id }) => id === file.id)) return before.filter(({ id }) => id !== file.id);
      return maxCount === 1 ? [file] : [...before, file].slice(-maxCount);
    });
  const pick = () => {
    onPick(chosen);
    onClose();
  };
  return (
    <Dialog open onClose={onClose} fullScreen={isPhone} maxWidth="md" fullWidth aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t(onlyImages ? 'files.pick_picture' : 'files.pick_file')}</DialogTitle>
      <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 3, minHeight: 320 }}>
        <TextField
          autoFocus
          size="small"
          type="search"
          placeholder={t('files.search')}
          value={text}
          onChange={({ target }) => setText(target.value)}
          slotProps={{ htmlInput: { 'aria-label': t('files.search') } }}
          sx={{ mt: 1 }}
        />
        <FileTiles files={files} chosenFiles={chosen} isLoading={isLoading} onToggle={toggle} />
        {!isLoading && files.length === 0 && (
          <Typography sx={{ color: 'text.secondary', textAlign: 'center', py: 6 }}>{t('files.none')}</Typography>
        )}
        {total > files.length && limit < MAX_FILES && (
          <Button onClick={() => setLimit(limit + PAGE_SIZE)} disabled={isLoading} sx={{ alignSelf: 'center' }}>
            {t('files.more')}
          </Button>
        )}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          {t('files.cancel')}
        </Button>
        <Button variant="contained" disabled={chosen.length === 0} onClick={pick}>
          {t('files.take', { count: chosen.length })}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

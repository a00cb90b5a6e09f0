/** Chooses among the files the house has: pictures and files as tiles, found by name and kind. */
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
import { sizeText } from '../../../common/text/fileTypes';
import { api } from '../../shared/api';
import { asRecord, asText, asWhole } from '../../shared/persist';
import { useDebounced } from '../useDebounced';
import { FileFace } from './FileFace';

interface Picked {
  readonly id: number;
  readonly url: string;
  readonly name: string;
}
interface Found extends Picked {
  readonly mimetype: string;
  readonly size: number;
}
const STEP = 24;
const MOST = 192;

const foundIn = (value: unknown): readonly Found[] =>
  (Array.isArray(value) ? value : []).flatMap((one: unknown) => {
    const raw = asRecord(one) ?? {};
    const [id, url] = [asWhole(raw['id']), asText(raw['url'], 1000)];
    const facts = {
      name: asText(raw['name'], 255),
      mimetype: asText(raw['mimetype'], 100),
      size: asWhole(raw['size']),
    };
    return id > 0 && url !== '' ? [{ id, url, ...facts }] : [];
  });

function useFiles(q: string, picture: boolean, limit: number) {
  const search = picture ? [{ field: 'mimetype', operator: 'LIKE', val: 'image/' }] : [];
  const params = { page: 1, limit, order: 'last_upload_time,desc', ...(q === '' ? {} : { quick_search: q }) };
  const { data, isFetching } = api.useAskQuery(
    { url: '/admin/attachment/index', params: { ...params, ...(picture ? { search } : {}) }, repeatable: true },
    { refetchOnMountOrArgChange: true },
  );
  const raw = asRecord(data);
  return { files: foundIn(raw?.['list']), total: asWhole(raw?.['total']), loading: isFetching };
}

interface TileProps {
  readonly file: Found;
  readonly chosen: boolean;
  readonly onToggle: () => void;
}
function Tile({ file: { url, mimetype, name, size }, chosen, onToggle }: TileProps) {
  return (
    <ButtonBase
      aria-pressed={chosen}
      onClick={onToggle}
      sx={{
        position: 'relative',
        flexDirection: 'column',
        alignItems: 'stretch',
        border: 2,
        borderColor: chosen ? 'primary.main' : 'divider',
        borderRadius: 1.5,
        overflow: 'hidden',
        textAlign: 'left',
      }}
    >
      <Box sx={{ position: 'relative', aspectRatio: '4 / 3', bgcolor: 'background.sunken' }}>
        <FileFace url={url} mimetype={mimetype} label="" />
      </Box>
      <Box sx={{ px: 2, py: 1, minWidth: 0 }}>
        <Typography variant="body2" noWrap title={name}>
          {name}
        </Typography>
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {sizeText(size)}
        </Typography>
      </Box>
      {chosen && (
        <CheckCircleIcon
          color="primary"
          sx={{ position: 'absolute', top: 6, right: 6, bgcolor: 'background.paper', borderRadius: '50%' }}
        />
      )}
    </ButtonBase>
  );
}

interface TilesProps {
  readonly files: readonly Found[];
  readonly chosen: readonly Found[];
  readonly loading: boolean;
  readonly onToggle: (file: Found) => void;
}
function Tiles({ files, chosen, loading, onToggle }: TilesProps) {
  const { t } = useTranslation();
  return (
    <Box
      component="section"
      aria-label={t('files.all')}
      aria-busy={loading}
      sx={{
        display: 'grid',
        gridTemplateColumns: 'repeat(auto-fill, minmax(136px, 1fr))',
        gridAutoRows: 'max-content',
        gap: 3,
      }}
    >
      {files.map((file) => (
        <Tile
          key={file.id}
          file={file}
          chosen={chosen.some(({ id }) => id === file.id)}
          onToggle={() => onToggle(file)}
        />
      ))}
      {loading &&
        files.length === 0 &&
        Array.from({ length: 8 }, (_, n) => <Skeleton key={n} variant="rounded" height={140} />)}
    </Box>
  );
}

interface FilePickerProps {
  readonly picture: boolean;
  /** How many may be chosen. */
  readonly room: number;
  readonly onPick: (files: readonly Picked[]) => void;
  readonly onClose: () => void;
}
export function FilePicker({ picture, room, onPick, onClose }: FilePickerProps) {
  const { t } = useTranslation();
  const phone = useMediaQuery('(max-width: 599.95px)');
  const titleId = useId();
  const [text, setText] = useState('');
  const [limit, setLimit] = useState(STEP);
  const [chosen, setChosen] = useState<readonly Found[]>([]);
  const { files, total, loading } = useFiles(useDebounced(text.trim(), 250), picture, limit);
  const toggle = (file: Found) =>
    setChosen((before) => {
      if (before.some(({ id }) => id === file.id)) return before.filter(({ id }) => id !== file.id);
      return room === 1 ? [file] : [...before, file].slice(-room);
    });
  const pick = () => {
    onPick(chosen);
    onClose();
  };
  return (
    <Dialog open onClose={onClose} fullScreen={phone} maxWidth="md" fullWidth aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t(picture ? 'files.pick_picture' : 'files.pick_file')}</DialogTitle>
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
        <Tiles {...{ files, chosen, loading }} onToggle={toggle} />
        {!loading && files.length === 0 && (
          <Typography sx={{ color: 'text.secondary', textAlign: 'center', py: 6 }}>{t('files.none')}</Typography>
        )}
        {total > files.length && limit < MOST && (
          <Button onClick={() => setLimit(limit + STEP)} disabled={loading} sx={{ alignSelf: 'center' }}>
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

/** The input of pictures and files: chosen, dropped or pasted, each with its progress; kept as a path or as the attachment's id. */
import AttachFileIcon from '@mui/icons-material/AttachFileOutlined';
import CloseIcon from '@mui/icons-material/Close';
import UploadIcon from '@mui/icons-material/UploadFileOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { Suspense, useContext, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { sizeText } from '../../../common/text/fileTypes';
import { BootstrapContext, holdsNode } from '../../shared/bootstrap';
import { rowsArrived } from '../../shared/entities';
import type { Uploaded } from '../../shared/upload/sender';
import { UploadList } from '../../shared/upload/UploadList';
import { useTaking } from '../../shared/upload/useTaking';
import { isSending, useUploads, type Uploads } from '../../shared/upload/useUploads';
import { useNoteSending } from '../sendings';
import { useFullUrl } from '../../shared/useFullUrl';
import { isAddress, keptOf, Thumb, useAddress } from './kept';
import { FILES, nameOf, type Kept } from './keptName';
import type { InputProps } from './kindView';
import { lazyPart } from '../../ui/lazyPart';

const FilePicker = lazyPart(async () => (await import('../files/FilePicker')).FilePicker);

interface KeptRowProps {
  readonly kept: Kept;
  readonly picture: boolean;
  readonly label: string;
  readonly disabled: boolean;
  readonly onRemove: () => void;
}
function KeptRow({ kept: given, picture, label, disabled, onRemove }: KeptRowProps) {
  const { t } = useTranslation();
  const kept = useAddress(given);
  const fullUrl = useFullUrl();
  const name = nameOf(kept);
  return (
    <Stack direction="row" sx={{ alignItems: 'center', gap: 2 }}>
      {picture ? <Thumb kept={kept} label={label} size={56} /> : <AttachFileIcon fontSize="small" aria-hidden />}
      <Typography variant="body2" noWrap sx={{ flex: 1, minWidth: 0 }}>
        {isAddress(kept) ? (
          <Link href={fullUrl(kept)} target="_blank" rel="noreferrer">
            {name}
          </Link>
        ) : (
          name
        )}
      </Typography>
      {!disabled && (
        <IconButton size="small" aria-label={t('engine.field.remove_entry', { value: name })} onClick={onRemove}>
          <CloseIcon fontSize="small" />
        </IconButton>
      )}
    </Stack>
  );
}

interface DropProps {
  readonly field: InputProps;
  readonly text: string;
  readonly picture: boolean;
  readonly multiple: boolean;
  readonly uploads: Uploads;
}
/** A field to click, drop on or paste into; the invisible input keeps keyboard and screen readers on familiar ground. */
function Drop({ field, text, picture, multiple, uploads }: DropProps) {
  const { t } = useTranslation();
  const { setPlace, over, handlers } = useTaking(uploads.add);
  const { maxBytes } = uploads.rules;
  const how = [t('uploading.how'), ...(maxBytes > 0 ? [t('uploading.most', { size: sizeText(maxBytes) })] : [])];
  return (
    <Box
      ref={setPlace}
      {...handlers}
      sx={{
        position: 'relative',
        display: 'flex',
        flexDirection: 'column',
        alignItems: 'center',
        justifyContent: 'center',
        minHeight: 56,
        px: 2,
        py: 1,
        border: '1px dashed',
        borderColor: field.invalid ? 'error.main' : over ? 'primary.main' : 'divider',
        bgcolor: over ? 'action.hover' : 'transparent',
        borderRadius: 1.5,
        color: 'text.secondary',
        '&:hover': { borderColor: 'primary.main', color: 'text.primary' },
        '&:focus-within': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: 1 },
      }}
    >
      <Stack direction="row" sx={{ gap: 2, alignItems: 'center' }}>
        <UploadIcon fontSize="small" aria-hidden />
        <Typography variant="body2">{over ? t('uploading.drop_here') : text}</Typography>
      </Stack>
      <Typography variant="caption" sx={{ color: 'text.secondary', textAlign: 'center' }}>
        {how.join(' · ')}
      </Typography>
      <Box
        component="input"
        id={field.id}
        type="file"
        multiple={multiple}
        accept={picture ? 'image/*' : undefined}
        aria-describedby={field.describedBy}
        aria-invalid={field.invalid || undefined}
        onChange={({ target }) => {
          uploads.add([...(target.files ?? [])]);
          target.value = '';
        }}
        sx={{ position: 'absolute', inset: 0, width: '100%', opacity: 0, cursor: 'pointer' }}
      />
    </Box>
  );
}

interface FileInputProps {
  readonly field: InputProps;
  readonly picture: boolean;
  readonly multiple: boolean;
}
export function FileInput({ field, picture, multiple }: FileInputProps) {
  const { column, value, onChange, label, disabled } = field;
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const kept = keptOf(value);
  // Several files may be stored before the form has drawn the first of them.
  const latest = useRef(kept);
  useEffect(() => {
    latest.current = keptOf(value);
  }, [value]);
  const put = (next: readonly Kept[]) => {
    latest.current = next;
    onChange(multiple ? next : (next[0] ?? null));
  };
  const keep = ({ id: stored, url }: Pick<Uploaded, 'id' | 'url'>) => {
    dispatch(rowsArrived({ e: FILES, rows: [], refs: { [FILES]: { [String(stored)]: url } } }));
    const one: Kept = column.options.by === 'id' ? stored : url;
    put(multiple ? [...latest.current.filter((other) => other !== one), one] : [one]);
  };
  const room = multiple ? Math.max(0, (column.options.max ?? Number.POSITIVE_INFINITY) - kept.length) : 1;
  const uploads = useUploads({ onStored: keep, picture, room });
  useNoteSending(isSending(uploads));
  const [picking, setPicking] = useState(false);
  const bootstrap = useContext(BootstrapContext);
  const mayPick = bootstrap !== null && holdsNode(bootstrap.permissions, 'attachment/index');
  const text =
    kept.length > 0
      ? t(multiple ? 'engine.field.upload_more' : 'engine.field.replace')
      : t(picture ? 'engine.field.upload_image' : 'engine.field.upload');
  return (
    <Stack sx={{ gap: 2 }}>
      {kept.map((one) => (
        <KeptRow
          key={one}
          kept={one}
          picture={picture}
          label={label}
          disabled={disabled}
          onRemove={() => put(kept.filter((other) => other !== one))}
        />
      ))}
      <UploadList uploads={uploads} />
      {!disabled && <Drop field={field} text={text} picture={picture} multiple={multiple} uploads={uploads} />}
      {!disabled && mayPick && room > 0 && (
        <Button size="small" onClick={() => setPicking(true)} sx={{ alignSelf: 'flex-start' }}>
          {t('files.from_house')}
        </Button>
      )}
      <Suspense>
        {picking && (
          <FilePicker
            picture={picture}
            room={room}
            onPick={(files) => files.forEach(keep)}
            onClose={() => setPicking(false)}
          />
        )}
      </Suspense>
    </Stack>
  );
}

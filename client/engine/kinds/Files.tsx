/** Pictures and files: shown small, given by choosing or dropping, kept as a path or as the attachment's id. */
import AttachFileIcon from '@mui/icons-material/AttachFileOutlined';
import CloseIcon from '@mui/icons-material/Close';
import UploadIcon from '@mui/icons-material/UploadFileOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import LinearProgress from '@mui/material/LinearProgress';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useRef, useState, type DragEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Json } from '../../../common/entity/field';
import { useWords } from '../../shared/i18n';
import { useUpload, type Uploaded } from '../upload';
import { Nothing } from './cells';
import { PresenceFilter } from './filters';
import type { CellProps, InputProps, KindView } from './kindView';

type Kept = string | number;
const keptOf = (value: Json): readonly Kept[] =>
  (Array.isArray(value) ? (value as readonly Json[]) : [value]).filter(
    (one): one is Kept => (typeof one === 'string' && one !== '') || (typeof one === 'number' && one > 0),
  );
const nameOf = (kept: Kept) => (typeof kept === 'number' ? `#${kept}` : (kept.split('/').at(-1) ?? kept));
/** Only addresses a browser may safely load. */
const isAddress = (kept: Kept): kept is string =>
  typeof kept === 'string' && (/^\/(?![/\\])/.test(kept) || /^https?:\/\//i.test(kept));

function Thumb({ kept, label, size }: { readonly kept: Kept; readonly label: string; readonly size: number }) {
  const [broken, setBroken] = useState(false);
  const box = {
    width: size,
    height: size,
    borderRadius: 1.5,
    border: 1,
    borderColor: 'divider',
    flex: 'none',
  } as const;
  if (!isAddress(kept) || broken) {
    return (
      <Box
        component="span"
        title={nameOf(kept)}
        sx={{ ...box, display: 'grid', placeItems: 'center', color: 'text.disabled', bgcolor: 'background.sunken' }}
      >
        <AttachFileIcon sx={{ fontSize: size / 2 }} aria-label={label} />
      </Box>
    );
  }
  return (
    <Box
      component="img"
      src={kept}
      alt={label}
      loading="lazy"
      onError={() => setBroken(true)}
      sx={{ ...box, objectFit: 'cover' }}
    />
  );
}

function ImageCell({ entity, column, value }: CellProps) {
  const { t } = useTranslation();
  const { fields } = useWords(entity);
  const kept = keptOf(value);
  if (kept.length === 0) return <Nothing />;
  const label = t('engine.field.picture_of', { field: fields[column.name] ?? column.name });
  return (
    <Stack component="span" direction="row" sx={{ gap: 1, alignItems: 'center' }}>
      {kept.slice(0, 3).map((one) => (
        <Thumb key={one} kept={one} label={label} size={28} />
      ))}
    </Stack>
  );
}

function FileCell({ value }: CellProps) {
  const kept = keptOf(value);
  if (kept.length === 0) return <Nothing />;
  return (
    <Box
      component="span"
      sx={{ display: 'block', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
      title={kept.map(nameOf).join(', ')}
    >
      {kept.map(nameOf).join(', ')}
    </Box>
  );
}

interface KeptRowProps {
  readonly kept: Kept;
  readonly picture: boolean;
  readonly label: string;
  readonly disabled: boolean;
  readonly onRemove: () => void;
}
function KeptRow({ kept, picture, label, disabled, onRemove }: KeptRowProps) {
  const { t } = useTranslation();
  return (
    <Stack direction="row" sx={{ alignItems: 'center', gap: 2 }}>
      {picture ? <Thumb kept={kept} label={label} size={56} /> : <AttachFileIcon fontSize="small" aria-hidden />}
      <Typography
        variant="body2"
        sx={{ flex: 1, minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
      >
        {isAddress(kept) ? (
          <Link href={kept} target="_blank" rel="noreferrer">
            {nameOf(kept)}
          </Link>
        ) : (
          nameOf(kept)
        )}
      </Typography>
      {!disabled && (
        <IconButton
          size="small"
          aria-label={t('engine.field.remove_entry', { value: nameOf(kept) })}
          onClick={onRemove}
        >
          <CloseIcon fontSize="small" />
        </IconButton>
      )}
    </Stack>
  );
}

interface DropProps {
  readonly id: string;
  readonly describedBy: string | undefined;
  readonly text: string;
  readonly picture: boolean;
  readonly multiple: boolean;
  readonly invalid: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}
/** A field to click or drop on; the hidden input keeps keyboard and screen readers on familiar ground. */
function Drop({ id, describedBy, text, picture, multiple, invalid, onFiles }: DropProps) {
  const input = useRef<HTMLInputElement>(null);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    onFiles([...event.dataTransfer.files].slice(0, multiple ? undefined : 1));
  };
  return (
    <Box
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
      sx={{
        position: 'relative',
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'center',
        gap: 2,
        minHeight: 44,
        border: '1px dashed',
        borderColor: invalid ? 'error.main' : 'divider',
        borderRadius: 1.5,
        color: 'text.secondary',
        '&:hover': { borderColor: 'primary.main', color: 'text.primary' },
        '&:focus-within': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: 1 },
      }}
    >
      <UploadIcon fontSize="small" aria-hidden />
      <Typography variant="body2">{text}</Typography>
      <Box
        component="input"
        ref={input}
        id={id}
        type="file"
        multiple={multiple}
        accept={picture ? 'image/*' : undefined}
        aria-describedby={describedBy}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
        sx={{ position: 'absolute', inset: 0, opacity: 0, cursor: 'pointer' }}
      />
    </Box>
  );
}

const inputOf = (picture: boolean, multiple: boolean) =>
  function FileInput({ column, value, onChange, id, label, describedBy, disabled, invalid }: InputProps) {
    const { t } = useTranslation();
    const kept = keptOf(value);
    const latest = useRef(kept);
    const put = (next: readonly Kept[]) => {
      latest.current = next;
      onChange(multiple ? next : (next[0] ?? null));
    };
    const keep = ({ id: stored, url }: Uploaded) => {
      const one: Kept = column.options.by === 'id' ? stored : url;
      put(multiple ? [...latest.current.filter((other) => other !== one), one] : [one]);
    };
    const { sending, send } = useUpload(keep);
    const start = (files: readonly File[]) => {
      latest.current = kept;
      void send(files);
    };
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
        {sending && (
          <Stack component="output" sx={{ gap: 1 }}>
            <Typography variant="caption">{t('engine.field.uploading', { name: sending.name })}</Typography>
            <LinearProgress variant="determinate" value={sending.percent} aria-label={sending.name} />
          </Stack>
        )}
        {!disabled && (
          <Drop
            id={id}
            describedBy={describedBy}
            text={text}
            picture={picture}
            multiple={multiple}
            invalid={invalid}
            onFiles={start}
          />
        )}
      </Stack>
    );
  };

const common = { Filter: PresenceFilter, short: false } as const;
export const imageKind: KindView = { ...common, Cell: ImageCell, Input: inputOf(true, false), width: 84 };
export const imagesKind: KindView = { ...common, Cell: ImageCell, Input: inputOf(true, true), width: 120 };
export const fileKind: KindView = { ...common, Cell: FileCell, Input: inputOf(false, false), width: 160 };
export const filesKind: KindView = { ...common, Cell: FileCell, Input: inputOf(false, true), width: 160 };

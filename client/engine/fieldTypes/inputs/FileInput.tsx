/** Input of image and file fields: choose, drop or paste, with upload progress. Stores a path or an attachment id. */
import AttachFileIcon from '@mui/icons-material/AttachFileOutlined';
import CloseIcon from '@mui/icons-material/Close';
import UploadIcon from '@mui/icons-material/UploadFileOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import useMediaQuery from '@mui/material/useMediaQuery';
import Typography from '@mui/material/Typography';
import { Suspense, useContext, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { formatFileSize } from '../../../../common/text/fileTypes';
import { BootstrapContext, isPermissionGranted } from '../../../shared/api/bootstrap';
import { rowsReceived } from '../../../shared/store/entities';
import type { UploadedFile } from '../../../shared/upload/uploadStrategy';
import { UploadList } from '../../../shared/upload/UploadList';
import { useFileDrop } from '../../../shared/upload/useFileDrop';
import { hasActiveUpload, useUploads, type Uploads } from '../../../shared/upload/useUploads';
import { useReportUpload } from '../../files/pendingUploads';
import { useFullUrl } from '../../../shared/app/useFullUrl';
import { isSafeUrl, readStoredFiles, Thumbnail, useFileUrl } from '../cells/Thumbnail';
import { ATTACHMENT_ENTITY, storedFileName, type StoredFile } from '../cells/storedFile';
import type { InputProps } from '../fieldType';
import { FileName } from './FileName';
import { lazyWithRetry } from '../../../ui/lazyWithRetry';

const FilePicker = lazyWithRetry(async () => (await import('../../files/FilePicker')).FilePicker);

interface StoredFileRowProps {
  readonly storedFile: StoredFile;
  readonly isImage: boolean;
  readonly label: string;
  readonly disabled: boolean;
  readonly onRemove: () => void;
}
function StoredFileRow({ storedFile, isImage, label, disabled, onRemove }: StoredFileRowProps) {
  const { t } = useTranslation();
  const storedValue = useFileUrl(storedFile);
  const fullUrl = useFullUrl();
  const name = storedFileName(storedValue);
  return (
    <Stack direction="row" sx={{ alignItems: 'center', gap: 2 }}>
      {isImage ? (
        <Thumbnail storedFile={storedValue} label={label} size={56} />
      ) : (
        <AttachFileIcon fontSize="small" aria-hidden />
      )}
      <Typography variant="body2" noWrap sx={{ flex: 1, minWidth: 0 }}>
        {isSafeUrl(storedValue) ? (
          <Link href={fullUrl(storedValue)} target="_blank" rel="noreferrer">
            <FileName storedFile={storedValue} />
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

interface FileDropZoneProps {
  readonly field: InputProps;
  readonly text: string;
  readonly isImage: boolean;
  readonly isMultiple: boolean;
  readonly uploads: Uploads;
}
/** A drop zone over a real file input, which keeps keyboard and screen reader support. */
function FileDropZone({ field, text, isImage, isMultiple, uploads }: FileDropZoneProps) {
  const { t } = useTranslation();
  const { setElement, isDragOver, handlers } = useFileDrop(uploads.add);
  const { maxBytes } = uploads.rules;
  const isTouch = useMediaQuery('(pointer: coarse)');
  const hints = [
    t(isTouch ? 'upload.how_touch' : 'upload.how'),
    ...(maxBytes > 0 ? [t('upload.most', { size: formatFileSize(maxBytes) })] : []),
  ];
  return (
    <Box
      ref={setElement}
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
        borderColor: field.invalid ? 'error.main' : isDragOver ? 'primary.main' : 'divider',
        bgcolor: isDragOver ? 'action.hover' : 'transparent',
        borderRadius: 1.5,
        color: 'text.secondary',
        '&:hover': { borderColor: 'primary.main', color: 'text.primary' },
        '&:focus-within': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: 1 },
      }}
    >
      <Stack direction="row" sx={{ gap: 2, alignItems: 'center' }}>
        <UploadIcon fontSize="small" aria-hidden />
        <Typography variant="body2">{isDragOver ? t('upload.drop_here') : text}</Typography>
      </Stack>
      <Typography variant="caption" sx={{ color: 'text.secondary', textAlign: 'center' }}>
        {hints.join(' · ')}
      </Typography>
      <Box
        component="input"
        id={field.id}
        type="file"
        multiple={isMultiple}
        accept={isImage ? 'image/*' : undefined}
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
  readonly isImageOnly: boolean;
  readonly multiple: boolean;
}
/** The stored files of a field, and how they change. */
function useStoredFiles({ column, value, onChange }: InputProps, multiple: boolean) {
  const dispatch = useDispatch();
  const storedValue = readStoredFiles(value);
  // Several uploads can finish before the form renders the first one.
  const latest = useRef(storedValue);
  useEffect(() => {
    latest.current = readStoredFiles(value);
  }, [value]);
  const setFiles = (nextValue: readonly StoredFile[]) => {
    latest.current = nextValue;
    onChange(multiple ? nextValue : (nextValue[0] ?? null));
  };
  const addStoredFile = ({ id: stored, url }: Pick<UploadedFile, 'id' | 'url'>) => {
    dispatch(
      rowsReceived({ e: ATTACHMENT_ENTITY, rows: [], refs: { [ATTACHMENT_ENTITY]: { [String(stored)]: url } } }),
    );
    const added: StoredFile = column.options.by === 'id' ? stored : url;
    setFiles(multiple ? [...latest.current.filter((other) => other !== added), added] : [added]);
  };
  return { storedValue, setFiles, addStoredFile };
}

export function FileInput({ field, isImageOnly, multiple }: FileInputProps) {
  const { column, label, disabled } = field;
  const { t } = useTranslation();
  const { storedValue, setFiles, addStoredFile } = useStoredFiles(field, multiple);
  const remainingCount = multiple
    ? Math.max(0, (column.options.max ?? Number.POSITIVE_INFINITY) - storedValue.length)
    : 1;
  const uploads = useUploads({ onStored: addStoredFile, isImageOnly, maxFiles: remainingCount });
  useReportUpload(hasActiveUpload(uploads));
  const [isPicking, setIsPicking] = useState(false);
  const bootstrap = useContext(BootstrapContext);
  const canPick = bootstrap !== null && isPermissionGranted(bootstrap.permissions, 'attachment/index');
  const text =
    storedValue.length > 0
      ? t(multiple ? 'engine.field.upload_more' : 'engine.field.replace')
      : t(isImageOnly ? 'engine.field.upload_image' : 'engine.field.upload');
  return (
    <Stack sx={{ gap: 2 }}>
      {storedValue.map((storedFile) => (
        <StoredFileRow
          key={storedFile}
          storedFile={storedFile}
          isImage={isImageOnly}
          label={label}
          disabled={disabled}
          onRemove={() => setFiles(storedValue.filter((other) => other !== storedFile))}
        />
      ))}
      <UploadList uploads={uploads} />
      {!disabled && (
        <FileDropZone field={field} text={text} isImage={isImageOnly} isMultiple={multiple} uploads={uploads} />
      )}
      {!disabled && canPick && remainingCount > 0 && (
        <Button size="small" onClick={() => setIsPicking(true)} sx={{ alignSelf: 'flex-start', ml: -2.5 }}>
          {t('files.choose_from_library')}
        </Button>
      )}
      <Suspense>
        {isPicking && (
          <FilePicker
            onlyImages={isImageOnly}
            maxCount={remainingCount}
            onPick={(files) => files.forEach(addStoredFile)}
            onClose={() => setIsPicking(false)}
          />
        )}
      </Suspense>
    </Stack>
  );
}

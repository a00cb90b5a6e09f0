/** Stored files of a field, by path or id, and their thumbnail. */
import AttachFileIcon from '@mui/icons-material/AttachFileOutlined';
import Box from '@mui/material/Box';
import { useState } from 'react';
import type { Json } from '../../../../common/entity/field';
import { thumbnailUrl } from '../../../../common/text/fileTypes';
import { useAppSelector } from '../../../shared/app/createStore';
import { useFullUrl } from '../../../shared/app/useFullUrl';
import { ATTACHMENT_ENTITY, storedFileName, type StoredFile } from './storedFile';

export const readStoredFiles = (value: Json): readonly StoredFile[] =>
  (Array.isArray(value) ? (value as readonly Json[]) : [value]).filter(
    (file): file is StoredFile => (typeof file === 'string' && file !== '') || (typeof file === 'number' && file > 0),
  );
/** Only URLs that are safe to load. */
export const isSafeUrl = (storedFile: StoredFile): storedFile is string =>
  typeof storedFile === 'string' && (/^\/(?![/\\])/.test(storedFile) || /^https?:\/\//i.test(storedFile));

/** URL of a stored file; its id while the URL is unknown. */
export function useFileUrl(storedFile: StoredFile): StoredFile {
  const knownTitles = useAppSelector((state) => state.entities.titles[ATTACHMENT_ENTITY]);
  return typeof storedFile === 'number' ? (knownTitles?.[String(storedFile)] ?? storedFile) : storedFile;
}

interface ThumbnailProps {
  readonly storedFile: StoredFile;
  readonly label: string;
  readonly size: number;
}
export function Thumbnail({ storedFile: initialFile, label, size }: ThumbnailProps) {
  const [isBroken, setIsBroken] = useState(false);
  const storedFile = useFileUrl(initialFile);
  const fullUrl = useFullUrl();
  const boxStyle = {
    width: size,
    height: size,
    borderRadius: 1.5,
    border: 1,
    borderColor: 'divider',
    flex: 'none',
  } as const;
  if (!isSafeUrl(storedFile) || isBroken) {
    return (
      <Box
        component="span"
        title={storedFileName(storedFile)}
        sx={{
          ...boxStyle,
          display: 'grid',
          placeItems: 'center',
          color: 'text.disabled',
          bgcolor: 'background.sunken',
        }}
      >
        <AttachFileIcon sx={{ fontSize: size / 2 }} aria-label={label} />
      </Box>
    );
  }
  return (
    <Box
      component="img"
      src={fullUrl(thumbnailUrl(storedFile))}
      alt={label}
      loading="lazy"
      onError={() => setIsBroken(true)}
      sx={{ ...boxStyle, objectFit: 'cover' }}
    />
  );
}

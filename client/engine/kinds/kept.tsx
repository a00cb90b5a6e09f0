/** Files as fields keep them, by path or by id, and how one of them is shown small. */
import AttachFileIcon from '@mui/icons-material/AttachFileOutlined';
import Box from '@mui/material/Box';
import { useState } from 'react';
import type { Json } from '../../../common/entity/field';
import { thumbOf } from '../../../common/text/fileTypes';
import { useAppSelector } from '../../shared/createStore';
import { useFullUrl } from '../../shared/useFullUrl';
import { FILES, nameOf, type Kept } from './keptName';

export const keptOf = (value: Json): readonly Kept[] =>
  (Array.isArray(value) ? (value as readonly Json[]) : [value]).filter(
    (one): one is Kept => (typeof one === 'string' && one !== '') || (typeof one === 'number' && one > 0),
  );
/** Only addresses a browser may safely load. */
export const isAddress = (kept: Kept): kept is string =>
  typeof kept === 'string' && (/^\/(?![/\\])/.test(kept) || /^https?:\/\//i.test(kept));

/** Where a file lies; its id as long as nobody said. */
export function useAddress(kept: Kept): Kept {
  const known = useAppSelector((state) => state.entities.titles[FILES]);
  return typeof kept === 'number' ? (known?.[String(kept)] ?? kept) : kept;
}

interface ThumbProps {
  readonly kept: Kept;
  readonly label: string;
  readonly size: number;
}
export function Thumb({ kept: given, label, size }: ThumbProps) {
  const [broken, setBroken] = useState(false);
  const kept = useAddress(given);
  const fullUrl = useFullUrl();
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
      src={fullUrl(thumbOf(kept))}
      alt={label}
      loading="lazy"
      onError={() => setBroken(true)}
      sx={{ ...box, objectFit: 'cover' }}
    />
  );
}

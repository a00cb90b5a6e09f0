/** Sends one picture, such as a portrait: by its button, dropped on it or pasted. */
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useRef } from 'react';
import type { Uploaded } from './sender';
import { UploadList } from './UploadList';
import { useTaking } from './useTaking';
import { useUploads } from './useUploads';

interface PictureButtonProps {
  readonly label: string;
  readonly onStored: (file: Uploaded) => void;
}
export function PictureButton({ label, onStored }: PictureButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const uploads = useUploads({ onStored, picture: true, room: 1 });
  const { setPlace, over, handlers } = useTaking(uploads.add);
  const busy = uploads.items.some(({ state }) => state !== 'failed');
  return (
    <Stack
      ref={setPlace}
      {...handlers}
      sx={{
        gap: 2,
        minWidth: uploads.items.length > 0 ? 180 : 0,
        borderRadius: 1.5,
        ...(over ? { bgcolor: 'action.hover' } : {}),
      }}
    >
      <Button variant="outlined" loading={busy} onClick={() => input.current?.click()} sx={{ alignSelf: 'flex-start' }}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        aria-label={label}
        onChange={({ target }) => {
          uploads.add([...(target.files ?? [])]);
          target.value = '';
        }}
      />
      <UploadList uploads={uploads} />
    </Stack>
  );
}

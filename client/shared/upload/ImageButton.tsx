/** Uploads one image, such as a portrait: chosen, dropped or pasted. */
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useRef } from 'react';
import type { UploadedFile } from './uploadStrategy';
import { UploadList } from './UploadList';
import { useFileDrop } from './useFileDrop';
import { useUploads } from './useUploads';

interface ImageButtonProps {
  readonly label: string;
  readonly onStored: (file: UploadedFile) => void;
}
export function ImageButton({ label, onStored }: ImageButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const uploads = useUploads({ onStored, isImageOnly: true, maxFiles: 1 });
  const { setElement, isDragOver, handlers } = useFileDrop(uploads.add);
  const isBusy = uploads.items.some(({ state }) => state !== 'failed');
  return (
    <Stack
      ref={setElement}
      {...handlers}
      sx={{
        gap: 2,
        minWidth: uploads.items.length > 0 ? 180 : 0,
        borderRadius: 1.5,
        ...(isDragOver ? { bgcolor: 'action.hover' } : {}),
      }}
    >
      <Button
        variant="outlined"
        loading={isBusy}
        onClick={() => input.current?.click()}
        sx={{ alignSelf: 'flex-start' }}
      >
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

/** Chooses a file to read. */
import UploadIcon from '@mui/icons-material/UploadFileOutlined';
import Button from '@mui/material/Button';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';

interface FileButtonProps {
  readonly accept: string;
  readonly onFile: (file: File) => Promise<void>;
}
export function FileButton({ accept, onFile }: FileButtonProps) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button size="small" variant="outlined" startIcon={<UploadIcon />} onClick={() => input.current?.click()}>
        {t('designerScreen.start.sheet_file')}
      </Button>
      <input
        ref={input}
        hidden
        type="file"
        aria-label={t('designerScreen.start.sheet_file')}
        accept={accept}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) void onFile(file);
          target.value = '';
        }}
      />
    </>
  );
}

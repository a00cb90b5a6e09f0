/** Rows of a spreadsheet, pasted or from a file; read in the browser. */
import UploadIcon from '@mui/icons-material/UploadFileOutlined';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { truncate } from '../../../../common/text/normalize';
import { parseSheet } from './parseSheet';
import type { SourceProps } from './startDraft';

/** Rows that the server reads, the headings included; further ones would not change the guess. */
const MAX_ROWS = 1001;
const MAX_CELL = 2000;
/** Characters of a large file that the input shows. */
const MAX_SHOWN = 20_000;

const readRows = (text: string) =>
  parseSheet(text, MAX_ROWS + 1).map((row) => row.map((cell) => truncate(cell, MAX_CELL)));

function FileButton({ onText }: { readonly onText: (text: string) => void }) {
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
        accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) void file.text().then(onText);
          target.value = '';
        }}
      />
    </>
  );
}

export function SheetSource({ draft, onChange }: SourceProps) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [isCut, setCut] = useState(false);
  const read = (next: string) => {
    const rows = readRows(next);
    setText(truncate(next, MAX_SHOWN));
    setCut(rows.length > MAX_ROWS);
    onChange({ sheet: rows.filter((_, index) => index < MAX_ROWS) });
  };
  const [headings] = draft.sheet;
  return (
    <Stack sx={{ gap: 2 }}>
      <TextField
        fullWidth
        multiline
        minRows={5}
        maxRows={10}
        label={t('designerScreen.start.sheet')}
        helperText={t('designerScreen.start.sheet_help')}
        value={text}
        onChange={({ target }) => read(target.value)}
        slotProps={{ htmlInput: { spellCheck: false } }}
      />
      <Stack direction="row" sx={{ alignItems: 'center', gap: 3, flexWrap: 'wrap' }}>
        <FileButton onText={read} />
        {headings && (
          <Typography component="output" variant="body2" sx={{ color: 'text.secondary' }}>
            {t('designerScreen.start.sheet_count', { count: draft.sheet.length - 1, columns: headings.length })}
          </Typography>
        )}
      </Stack>
      {isCut && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('designerScreen.start.sheet_too_long', { count: MAX_ROWS - 1 })}
        </Typography>
      )}
    </Stack>
  );
}

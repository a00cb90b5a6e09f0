/** Rows of a spreadsheet, pasted or from a file. */
import Alert from '@mui/material/Alert';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SHEET_LIMITS } from '../../../../common/sheetLimits';
import { truncate } from '../../../../common/text/normalize';
import { useApp } from '../../../shared/app/appContext';
import { FileButton } from './FileButton';
import { parseSheet } from './parseSheet';
import { printSheet, readWorkbook } from './readWorkbook';
import type { SourceProps } from './startDraft';

const MAX_ROWS = SHEET_LIMITS.rows + 1;
const ACCEPTED =
  '.csv,.tsv,.txt,.xlsx,text/csv,text/tab-separated-values,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
/** Characters of a large file that the input shows. */
const MAX_SHOWN = 20_000;

const readRows = (text: string) =>
  parseSheet(text, MAX_ROWS + 1).map((row) => row.map((cell) => truncate(cell, SHEET_LIMITS.cellChars)));

/** The number of columns of the widest row. */
export const sheetWidth = (sheet: readonly (readonly string[])[]): number =>
  sheet.reduce((widest, row) => Math.max(widest, row.length), 0);

/** A workbook is read by the server, any other file here. */
const isWorkbook = ({ name }: File): boolean => name.toLowerCase().endsWith('.xlsx');

function SheetLimits({ sheet, isCut }: Pick<SourceProps['draft'], 'sheet'> & { readonly isCut: boolean }) {
  const { t } = useTranslation();
  const [count, max] = [sheetWidth(sheet), SHEET_LIMITS.columns];
  return (
    <>
      {isCut && <Alert severity="warning">{t('designerScreen.start.sheet_too_long', { count: MAX_ROWS - 1 })}</Alert>}
      {count > max && <Alert severity="error">{t('designerScreen.start.sheet_too_wide', { count, max })}</Alert>}
    </>
  );
}

export function SheetSource({ draft, onChange }: SourceProps) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [isCut, setIsCut] = useState(false);
  const [problem, setProblem] = useState('');
  const app = useApp();
  const show = (shown: string, rows: readonly (readonly string[])[]) => {
    setText(truncate(shown, MAX_SHOWN));
    setIsCut(rows.length > MAX_ROWS);
    setProblem('');
    onChange({ sheet: rows.slice(0, MAX_ROWS) });
  };
  const readFile = async (file: File) => {
    if (!isWorkbook(file)) {
      const content = await file.text();
      show(content, readRows(content));
      return;
    }
    const rows = await readWorkbook(app, file);
    if (typeof rows !== 'string') show(printSheet(rows), rows);
    else setProblem(rows === '' ? t('designerScreen.start.file_failed') : rows);
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
        onChange={({ target }) => show(target.value, readRows(target.value))}
        slotProps={{ htmlInput: { spellCheck: false } }}
      />
      <Stack direction="row" sx={{ alignItems: 'center', gap: 3, flexWrap: 'wrap' }}>
        <FileButton accept={ACCEPTED} onFile={readFile} />
        {headings && (
          <Typography component="output" variant="body2" sx={{ color: 'text.secondary' }}>
            {t('designerScreen.start.sheet_count', { count: draft.sheet.length - 1, columns: headings.length })}
          </Typography>
        )}
      </Stack>
      {problem !== '' && (
        <Typography role="alert" variant="body2" color="error">
          {problem}
        </Typography>
      )}
      <SheetLimits sheet={draft.sheet} isCut={isCut} />
    </Stack>
  );
}

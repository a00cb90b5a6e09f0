/** CREATE TABLE text, with the line of a mistake, and what is not taken over. */
import TextField from '@mui/material/TextField';
import { useTranslation } from 'react-i18next';
import { findSqlIssues } from '../../../../common/designer/guess/findSqlIssues';
import { parseCreateTable } from '../../../../common/designer/guess/parseCreateTable';
import { ColumnIssues } from './ColumnIssues';
import type { SourceProps } from './startDraft';

export function SqlSource({ draft, onChange }: SourceProps) {
  const { t } = useTranslation();
  const parsed = draft.sql.trim() === '' ? undefined : parseCreateTable(draft.sql);
  const isWrong = parsed !== undefined && 'problem' in parsed;
  return (
    <>
      <TextField
        fullWidth
        multiline
        minRows={6}
        maxRows={14}
        label={t('designerScreen.start.sql')}
        error={isWrong}
        helperText={
          isWrong
            ? t(`designer.sql.${parsed.problem}`, { line: '', name: '', count: 0, max: '', ...parsed })
            : undefined
        }
        value={draft.sql}
        onChange={({ target }) => onChange({ sql: target.value })}
        slotProps={{
          htmlInput: { spellCheck: false, style: { fontFamily: 'ui-monospace, Menlo, Consolas, monospace' } },
        }}
      />
      <ColumnIssues issues={parsed === undefined || isWrong ? [] : findSqlIssues(parsed)} />
    </>
  );
}

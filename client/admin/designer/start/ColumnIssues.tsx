/** The columns that a design cannot take over, with the reason for each, and those that it changes. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import type { ColumnIssue } from '../../../../common/designer/guess/findColumnIssues';

/** Each sentence uses some of these. */
const NO_PARAMS = { name: '', type: '', text: '', max: '' };

function IssueList({ title, issues }: { readonly title: string; readonly issues: readonly ColumnIssue[] }) {
  const { t } = useTranslation();
  if (issues.length === 0) return null;
  return (
    <Box>
      {title}
      <Box component="ul" sx={{ m: 0, pl: 5, maxHeight: 200, overflow: 'auto', overflowWrap: 'anywhere' }}>
        {issues.map(({ column, reason, params, line }, index) => (
          <li key={index}>
            {column !== '' && <strong>{column}</strong>}
            {line !== undefined && ` (${t('designerScreen.start.columns_line', { line })})`}{' '}
            {t(`designerScreen.start.columns.${reason}`, { ...NO_PARAMS, ...params })}
          </li>
        ))}
      </Box>
    </Box>
  );
}

export function ColumnIssues({ issues }: { readonly issues: readonly ColumnIssue[] }) {
  const { t } = useTranslation();
  const leftOut = issues.filter(({ isLeftOut }) => isLeftOut);
  if (issues.length === 0) return null;
  return (
    <Alert severity={leftOut.length > 0 ? 'warning' : 'info'} sx={{ '& .MuiAlert-message': { minWidth: 0 } }}>
      <IssueList title={t('designerScreen.start.columns_left')} issues={leftOut} />
      <IssueList
        title={t('designerScreen.start.columns_changed')}
        issues={issues.filter(({ isLeftOut }) => !isLeftOut)}
      />
    </Alert>
  );
}

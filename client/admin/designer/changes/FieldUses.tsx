/** What uses fields that a change removes, or the whole table. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import type { DesignPreview, FieldUse } from '../../../../common/designer/design';

function useSentence(): (use: FieldUse) => string {
  const { t } = useTranslation();
  return ({ kind, field, title }) => {
    if (kind === 'recycle_rule') return t('designerScreen.changes.entity_uses.recycle_rule', { title });
    if (kind === 'shown' || kind === 'children' || field !== '')
      return t(`designerScreen.changes.uses.${kind}`, { field, title });
    return t(`designerScreen.changes.entity_uses.${kind}`, { title });
  };
}

export function FieldUses({ uses }: Pick<DesignPreview, 'uses'>) {
  const { t } = useTranslation();
  const sentence = useSentence();
  const [first] = uses;
  if (first === undefined) return null;
  return (
    <Alert severity="warning">
      {t(first.field === '' ? 'designerScreen.changes.entity_uses_title' : 'designerScreen.changes.uses_title')}
      <Box component="ul" sx={{ m: 0, pl: 4, overflowWrap: 'anywhere' }}>
        {uses.map((use, index) => (
          <li key={index}>{sentence(use)}</li>
        ))}
      </Box>
    </Alert>
  );
}

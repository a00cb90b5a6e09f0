/** What a rollback or a deletion removes, what uses it, and what prevents it. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { DefinitionEffects, LostField } from '../../../../common/designer/design';
import { useLanguage } from '../../../shared/i18n/i18n';
import { FieldUses } from '../../designer/changes/FieldUses';

function NamedList({ title, items }: { readonly title: string; readonly items: readonly LostField[] }) {
  const lang = useLanguage();
  return (
    <>
      {title}
      <Box component="ul" sx={{ m: 0, pl: 4, maxHeight: 160, overflow: 'auto', overflowWrap: 'anywhere' }}>
        {items.map(({ name, en, zh }) => (
          <li key={name}>
            {lang === 'en' ? en : zh} ({name})
          </li>
        ))}
      </Box>
    </>
  );
}

export function RecordEffects({ effects }: { readonly effects: DefinitionEffects }) {
  const { t } = useTranslation();
  const { removesTable, rows, fields, uses, referredBy } = effects;
  if (referredBy.length > 0)
    return (
      <Alert severity="error">
        <NamedList title={t('designerScreen.record.referred')} items={referredBy} />
      </Alert>
    );
  const title = t(removesTable ? 'designerScreen.record.lost_table' : 'designerScreen.record.lost_fields');
  if (fields.length === 0) return <Typography>{t('designerScreen.record.lost_none')}</Typography>;
  return (
    <>
      <Alert severity="warning">
        <NamedList title={title} items={fields} />
        {rows === 0 ? t('designerScreen.changes.no_rows') : t('designerScreen.changes.rows', { count: rows })}
      </Alert>
      <FieldUses uses={uses} />
    </>
  );
}

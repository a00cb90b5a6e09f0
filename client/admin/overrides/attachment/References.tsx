/** References to a file, and the warning before it is deleted. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import { useEntity } from '../../../engine/engineContext';
import { useTranslateTitle } from '../../../engine/data/useTranslateTitle';
import { useLanguage } from '../../../shared/i18n/i18n';
import { entityLabels } from '../../../../common/locales/entityLabels';
import { referencesApi, type Reference } from './referencesApi';

function ReferenceItem({ reference }: { readonly reference: Reference }) {
  const entity = useEntity(reference.entity);
  const lang = useLanguage();
  const translateTitle = useTranslateTitle(reference.entity);
  const labels = entity && entityLabels(entity, lang);
  const location = [labels?.one ?? reference.entity, labels?.fields[reference.field] ?? reference.field].join(' · ');
  return (
    <Box component="li" sx={{ py: 0.5, overflowWrap: 'anywhere' }}>
      <Link underline="always" component={RouterLink} to={`/admin/${reference.entity}?record=${reference.id}`}>
        {reference.title === '' ? `#${reference.id}` : translateTitle(reference.title)}
      </Link>
      <Typography component="span" variant="caption" sx={{ color: 'text.secondary' }}>{` — ${location}`}</Typography>
    </Box>
  );
}

export function ReferenceList({ references }: { readonly references: readonly Reference[] }) {
  const { t } = useTranslation();
  const hiddenCount = references.filter(({ id }) => id === 0).length;
  return (
    <Box component="ul" aria-label={t('files.uses')} sx={{ m: 0, pl: 5 }}>
      {references
        .filter(({ id }) => id > 0)
        .map((use) => (
          <ReferenceItem key={`${use.entity}/${use.id}/${use.field}`} reference={use} />
        ))}
      {hiddenCount > 0 && <li>{t('files.hidden_use', { count: hiddenCount })}</li>}
    </Box>
  );
}

/** Warning in the delete dialog: where the file is used. */
export function DeleteWarning({ ids }: { readonly ids: readonly number[] }) {
  const { t } = useTranslation();
  const { data: references, isFetching } = referencesApi.useReferencesQuery(ids, { refetchOnMountOrArgChange: true });
  if (references === undefined || isFetching) {
    return (
      <Typography component="output" variant="body2" sx={{ color: 'text.secondary' }}>
        {t('files.looking')}
      </Typography>
    );
  }
  if (references.length === 0) return <Alert severity="info">{t('files.free_note')}</Alert>;
  return (
    <Alert severity="warning">
      {t(references.some(({ isBlocking }) => isBlocking) ? 'files.held_warning' : 'files.shown_warning')}
      <ReferenceList references={references} />
    </Alert>
  );
}
